import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'out-of-range',
    severity: 'error',
    follows: {
      // No number is in an empty range.
      'impossible-schema': 'contract',
    },
    doc: 'An index is within the greatest length of its list, and a number within the range of its argument or place.',
  },
  on: {
    argumentOutOfRange: ({ name, value, expected }, report) =>
      report({ code: 'argumentBeyond', params: { name, value, expected } }),
    takesWholeList: ({ list, most }, report) => report({ code: 'takesWhole', params: { list, count: most } }),
    indexBeyondList: ({ list, most, index }, report) =>
      report({
        code: most === 0 ? 'indexOfEmpty' : most === 1 ? 'indexOfOne' : 'indexBeyond',
        params: { list, most, index, last: most - 1 },
      }),
    negativeIndex: ({ index }, report) => report({ code: 'negativeIndex', params: { index } }),
    numberNeverWithin: ({ numbers, expected }, report) =>
      report({ code: 'neverWithin', params: { numbers, expected } }),
  },
}
export default rule
