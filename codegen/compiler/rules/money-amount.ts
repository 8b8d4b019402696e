import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'money-amount',
  severity: 'error',
  follows: {
    'crossed-fields': 'handler',
    'currency-mismatch': 'handler',
    'type-mismatch': 'handler',
    'enum-value': 'handler',
    'raw-number': 'handler',
    'unit-mismatch': 'handler',
  },
  doc: 'The amounts that a money call sends are the ones that its confirmation shows.',
}
export default rule

export const notShown = (field: string, isOfList: boolean): Report => ({
  rule,
  code: isOfList ? 'itemNotShown' : 'notShown',
  params: { field },
  cause: { name: 'not confirmed', within: 'handler', subject: `"${field}"` },
})
