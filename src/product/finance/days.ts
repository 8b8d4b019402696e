import { addSeconds } from '../../engine/language/values/time.ts'
import type { UnixSeconds } from '../../engine/language/values/units.ts'
import { SECONDS_PER_DAY } from './interest.ts'

/** The end of a term. */
export const endOfTerm = (startTime: UnixSeconds, days: number): UnixSeconds =>
  addSeconds(startTime, days * SECONDS_PER_DAY)

/** The number of days of a term that have ended at a moment. Unix seconds. */
export function elapsedDays(startTime: number, days: number, now: number): number {
  return Math.max(0, Math.min(days, Math.floor((now - startTime) / SECONDS_PER_DAY)))
}
