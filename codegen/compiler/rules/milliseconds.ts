import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'milliseconds',
    severity: 'warning',
    doc: 'Seconds are added to a time, not milliseconds.',
  },
  on: {
    addedToTime({ literal }, report) {
      if (looksLikeMilliseconds(literal))
        report({
          code: literal % 1000 === 0 ? 'addsMilliseconds' : 'addsMany',
          params: { literal, days: Math.round(literal / DAY), seconds: literal / 1000 },
        })
    },
  },
}
export default rule

const DAY = 86_400

/** Whether a number of seconds is more probably one of milliseconds: over 1000 days, or over 20 days and no whole number of days. */
const looksLikeMilliseconds = (seconds: number): boolean =>
  seconds >= 1000 * DAY || (seconds >= 20 * DAY && seconds % DAY !== 0)
