import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'promise-shown',
  severity: 'error',
  follows: { 'money-confirm': 'handler' },
  doc: 'A figure of a receipt that follows the price is sent as a node of the confirmation draws it.',
}
export default rule

export const notDrawn = (field: string): Report => ({
  rule,
  cause: { name: 'not drawn', within: 'handler', subject: `"${field}"` },
  code: 'notDrawn',
  params: { field },
})
