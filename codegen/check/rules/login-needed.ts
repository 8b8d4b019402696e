import type { Report, Rule } from '../../compile/diagnostics.ts'

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
  message: `"${call}" needs a session, and "${by}" ends the session before this step.`,
  suggestion: 'Move this step before the one that ends the session.',
})

export const noSession = (call: string): Report => ({
  rule,
  cause: { name: 'no session', subject: `"${call}"` },
  message: `"${call}" needs a session, and this screen opens without one.`,
  suggestion: 'Add "access": ["login"] to the screen, or "visible": "=session.loggedIn" to this node.',
})
