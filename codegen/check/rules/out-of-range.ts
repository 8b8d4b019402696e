import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'out-of-range',
  severity: 'error',
  follows: { 'impossible-schema': 'contract' },
  doc: 'An index is within the greatest length of its list, and a number within the range of its argument or place.',
}
export default rule

export const negativeIndex = (index: number): Report => ({
  rule,
  message: `A list has no item ${index}: the first item has the index 0.`,
  suggestion: 'Write .last() for the last item.',
})

export const indexBeyond = (list: string, most: number, index: number): Report => ({
  rule,
  message: `${list} has at most ${most} ${most === 1 ? 'item' : 'items'}, so it has no item with the index ${index}.`,
  suggestion: most === 0 ? 'Remove it.' : most === 1 ? 'Write 0.' : `Write an index from 0 to ${most - 1}.`,
})

export const takesWhole = (list: string, most: number): Report => ({
  rule,
  message: `${list} has at most ${most} ${most === 1 ? 'item' : 'items'}, so this takes all of them.`,
  suggestion: `Remove it, or write a number below ${most}.`,
})

/** `expected`: the numbers in words. */
export const argumentBeyond = (name: string, value: number, expected: string): Report => ({
  rule,
  message: `In ${name}(…): ${value} is not ${expected}.`,
  suggestion: `Write a whole number, ${expected}.`,
})

/** `numbers`: those of the expression; `expected`: those of its place. Both in words. */
export const neverWithin = (numbers: string, expected: string): Report => ({
  rule,
  message: `This is ${numbers}, and here a number is expected that is ${expected}.`,
  suggestion: 'Write a number in this range, or limit the value: x > 10 ? 10 : x.',
})
