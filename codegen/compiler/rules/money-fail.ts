import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'money-fail',
  severity: 'error',
  follows: { 'money-trigger': 'near' },
  doc: 'A call that moves money has an “onError” branch.',
}
export default rule

/** `isEmpty`: the branch has no step. */
export const noFailureBranch = (call: string, isEmpty: boolean): Report => ({
  rule,
  code: isEmpty ? 'emptyFailureBranch' : 'noFailureBranch',
  params: { call },
})
