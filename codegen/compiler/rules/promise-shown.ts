import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'promise-shown',
    severity: 'error',
    doc: 'A figure of a receipt that follows the price is sent as a node of the confirmation draws it.',
  },
  on: {
    promiseNotDrawn: ({ field }, report) =>
      report({
        cause: { name: 'not drawn', within: 'handler', subject: `"${field}"` },
        code: 'notDrawn',
        params: { field },
      }),
  },
}
export default rule
