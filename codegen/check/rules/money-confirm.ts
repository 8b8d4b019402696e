import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'money-confirm',
  severity: 'error',
  follows: { 'money-trigger': 'near' },
  doc: 'A call that moves money follows a confirm step in the same handler.',
}
export default rule

export const notConfirmed = (call: string): Report => ({
  rule,
  message: `"${call}" moves money, and there is no confirm step before it.`,
  suggestion: 'Put {"action": "confirm", …} before it, with the amount in its rows.',
})
