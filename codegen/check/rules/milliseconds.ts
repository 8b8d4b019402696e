import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'milliseconds',
  severity: 'warning',
  doc: 'Seconds are added to a time, not milliseconds.',
}
export default rule

/** The least number of seconds that is more probably a number of milliseconds: half an hour in milliseconds, three weeks in seconds. */
export const LEAST_MILLISECONDS = 1_800_000

export const addsMilliseconds = (literal: number): Report => ({
  rule,
  message: `Times are in seconds, and ${literal} seconds are ${Math.round(literal / 86_400)} days.`,
  suggestion:
    literal % 1000 === 0 ? `Write ${literal / 1000} if milliseconds are meant.` : 'Write the number of seconds.',
})
