import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'query-effect',
  severity: 'error',
  doc: 'A query uses a call without side effects.',
}
export default rule

export const queryWithEffect = (call: string): Report => ({
  rule,
  message: `"${call}" has side effects, and a query is sent each time the screen is opened, comes back into view or is refreshed.`,
  suggestion: 'Make it a step: {"action": "call", …}.',
})
