import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'money-fail',
    severity: 'error',
    doc: 'A call that moves money has an “onError” branch.',
  },
  on: {
    noFailureBranch: ({ call, isEmpty }, report) =>
      report({ code: isEmpty ? 'emptyFailureBranch' : 'noFailureBranch', params: { call } }),
  },
}
export default rule
