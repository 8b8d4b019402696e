import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'money-promise',
    severity: 'error',
    doc: 'A call that moves money is sent with every figure that its contract takes for the receipt.',
  },
  on: {
    figureNotPromised: ({ call, field }, report) => report({ code: 'notPromised', params: { call, field } }),
  },
}
export default rule
