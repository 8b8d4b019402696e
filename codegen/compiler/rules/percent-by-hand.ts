import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'percent-by-hand',
    severity: 'error',
    doc: 'A percentage is calculated and shown by a function, not multiplied or divided by 100.',
  },
  on: {
    percentageTimesHundred: (_, report) => report({ code: 'percentageTimesHundred' }),
    quotientTimesHundred: (_, report) => report({ code: 'quotientTimesHundred' }),
  },
}
export default rule
