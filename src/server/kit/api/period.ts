import type { Clock } from '../clock.ts'

const DAY_SECONDS = 86_400

/** Filter of a list by time, Unix seconds, both inclusive; `days`: at most so many days ago. */
export interface PeriodInput {
  days?: number | null
  from?: number | null
  to?: number | null
}

/** The earliest time of a period; null: all. */
export function sinceOf({ clock }: { clock: Pick<Clock, 'now'> }, { days, from }: PeriodInput): number | null {
  const since = typeof days === 'number' ? clock.now() - days * DAY_SECONDS : 0
  return Math.max(from ?? 0, since) || null
}
