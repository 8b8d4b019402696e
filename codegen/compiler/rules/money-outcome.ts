import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'money-outcome',
  severity: 'error',
  doc: 'Messages and navigation after a call that moves money are in its “onSuccess” or “onError” branch.',
}
export default rule

export const runsAfterFailure = (call: string): Report => ({
  rule,
  code: 'runsAfterFailure',
  params: { call },
})
