import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'money-amount',
    severity: 'error',
    doc: 'The amounts that a money call sends are the ones that its confirmation shows, each the amount of its own name.',
  },
  on: {
    amountOfOtherField: ({ name, other }, report) =>
      report({
        code: 'amountOfOther',
        params: { name, other },
        // Both amounts of a swap have one cause.
        cause: { name: `swapped ${[name, other].toSorted().join(' ')}`, within: 'handler' },
      }),
    amountNotConfirmed: ({ field, isOfList }, report) =>
      report({
        code: isOfList ? 'itemNotShown' : 'notShown',
        params: { field },
        cause: { name: 'not confirmed', within: 'handler', subject: `"${field}"` },
      }),
  },
}
export default rule
