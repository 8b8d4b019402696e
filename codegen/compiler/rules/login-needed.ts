import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'login-needed',
  severity: 'error',
  countsPlaces: true,
  follows: { 'query-cycle': 'near' },
  doc: 'A call with “auth” is used on a screen with the access rule “login” or under session.loggedIn.',
}
export default rule

export const sessionEnded = (call: string, by: string): Report => ({
  rule,
  code: 'sessionEnded',
  params: { call, by },
})

export const noSession = (call: string): Report => ({
  rule,
  cause: { name: 'no session', subject: `"${call}"` },
  code: 'noSession',
  params: { call },
})
