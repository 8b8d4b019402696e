import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'money-outcome',
  severity: 'error',
  doc: 'Messages and navigation after a call that moves money are in its “onSuccess” or “onError” branch.',
}
export default rule

export const runsAfterFailure = (call: string): Report => ({
  rule,
  message: `This runs after "${call}" even when it has failed.`,
  suggestion: 'Put it into "onSuccess" or "onError" of that call.',
})
