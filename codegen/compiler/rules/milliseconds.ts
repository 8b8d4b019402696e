import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'milliseconds',
  severity: 'warning',
  doc: 'Seconds are added to a time, not milliseconds.',
}
export default rule

const DAY = 86_400

/** Whether a number of seconds is more probably one of milliseconds: over 1000 days, or over 20 days and no whole number of days. */
export const looksLikeMilliseconds = (seconds: number): boolean =>
  seconds >= 1000 * DAY || (seconds >= 20 * DAY && seconds % DAY !== 0)

export const addsMilliseconds = (literal: number): Report => ({
  rule,
  code: literal % 1000 === 0 ? 'addsMilliseconds' : 'addsMany',
  params: { literal, days: Math.round(literal / DAY), seconds: literal / 1000 },
})
