import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'money-repeat',
    severity: 'error',
    doc: 'One confirmation allows one call that moves money.',
  },
  on: {
    moneySentTwice: ({ sent }, report) => report({ code: 'paidTwice', params: { sent } }),
  },
}
export default rule
