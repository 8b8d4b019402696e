import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'percent-by-hand',
  severity: 'error',
  doc: 'A percentage is calculated and shown by a function, not multiplied or divided by 100.',
}
export default rule

export const percentageTimesHundred = (): Report => ({
  rule,
  message: 'A percentage is not multiplied or divided by 100: 1.25 is 1.25 %.',
  suggestion: 'Write percent(percentage) to show it, and percentOf(amount, percentage) for that part of an amount.',
})

export const quotientTimesHundred = (): Report => ({
  rule,
  message: 'A quotient times 100 is a plain number, not a percentage.',
  suggestion: 'Write asPercentOf(part, whole).',
})
