import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'money-outcome',
    severity: 'error',
    doc: 'Messages and navigation after a call that moves money are in its “onSuccess” or “onError” branch.',
  },
  on: {
    runsAfterFailure: ({ call }, report) => report({ code: 'runsAfterFailure', params: { call } }),
  },
}
export default rule
