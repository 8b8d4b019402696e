import { DAY_SECONDS } from './interest.ts'

/** How many days of a term have ended at a moment. Unix seconds. */
export function daysEnded(started: number, days: number, now: number): number {
  return Math.max(0, Math.min(days, Math.floor((now - started) / DAY_SECONDS)))
}

/** How many days have begun at a moment; the first began with the start. Unix seconds. */
export function daysBegun(started: number, now: number): number {
  return now < started ? 0 : Math.floor((now - started) / DAY_SECONDS) + 1
}
