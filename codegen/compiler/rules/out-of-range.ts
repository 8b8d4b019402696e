import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'out-of-range',
  severity: 'error',
  follows: { 'impossible-schema': 'contract' },
  doc: 'An index is within the greatest length of its list, and a number within the range of its argument or place.',
}
export default rule

export const negativeIndex = (index: number): Report => ({
  rule,
  code: 'negativeIndex',
  params: { index },
})

export const indexBeyond = (list: string, most: number, index: number): Report => ({
  rule,
  code: most === 0 ? 'indexOfEmpty' : most === 1 ? 'indexOfOne' : 'indexBeyond',
  params: { list, most, index, last: most - 1 },
})

export const takesWhole = (list: string, most: number): Report => ({
  rule,
  code: 'takesWhole',
  params: { list, count: most },
})

/** `expected`: the numbers as text. */
export const argumentBeyond = (name: string, value: number, expected: string): Report => ({
  rule,
  code: 'argumentBeyond',
  params: { name, value, expected },
})

/** `numbers`: those of the expression; `expected`: the allowed ones. Both as text. */
export const neverWithin = (numbers: string, expected: string): Report => ({
  rule,
  code: 'neverWithin',
  params: { numbers, expected },
})
