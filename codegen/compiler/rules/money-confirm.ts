import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'money-confirm',
    severity: 'error',
    doc: 'A call that moves money follows a confirm step in the same handler.',
  },
  on: {
    moneyNotConfirmed: ({ call }, report) => report({ code: 'notConfirmed', params: { call } }),
  },
}
export default rule
