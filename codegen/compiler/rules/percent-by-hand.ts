import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'percent-by-hand',
  severity: 'error',
  doc: 'A percentage is calculated and shown by a function, not multiplied or divided by 100.',
}
export default rule

export const percentageTimesHundred = (): Report => ({
  rule,
  code: 'percentageTimesHundred',
})

export const quotientTimesHundred = (): Report => ({
  rule,
  code: 'quotientTimesHundred',
})
