import { DAY_SECONDS } from './interest.ts'

/** The number of days of a term that have ended at a moment. Unix seconds. */
export function daysEnded(started: number, days: number, now: number): number {
  return Math.max(0, Math.min(days, Math.floor((now - started) / DAY_SECONDS)))
}

/** The number of days begun at a moment; the first begins at the start. Unix seconds. */
export function daysBegun(started: number, now: number): number {
  return now < started ? 0 : Math.floor((now - started) / DAY_SECONDS) + 1
}
