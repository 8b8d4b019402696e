import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'access-needed',
  severity: 'error',
  follows: { 'login-needed': 'near' },
  countsPlaces: true,
  doc: 'A call that requires an access rule is used on a screen with that rule in “access”, or under a condition that proves the rule.',
}
export default rule

export const notRequired = (call: string, accessRule: string): Report => ({
  rule,
  code: 'notRequired',
  params: { call, accessRule },
})
