import type { Report, Rule } from '../../compile/diagnostics.ts'

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
  message: `"${call}" requires the access rule "${accessRule}", and the screen does not.`,
  suggestion: `Add "${accessRule}" to the screen's "access".`,
})
