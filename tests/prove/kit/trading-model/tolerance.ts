import { floor, percent, times, integer } from '../ratio.ts'

/**
 * Whether the current price is within the operator's tolerance of the price seen. `sign` 1: higher is worse, -1: lower. The
 * tolerance is a share of the price seen, cut to a tick.
 */
export const compareTolerance = (sign: 1 | -1, seen: number, now: number, tolerance: string): boolean =>
  (now - seen) * sign <= Number(floor(times(integer(seen), percent(tolerance))))

/** Whether the current price is neither higher nor lower than the price seen by more than the tolerance. */
export const isNear = (seen: number, now: number, tolerance: string): boolean =>
  compareTolerance(1, seen, now, tolerance) && compareTolerance(-1, seen, now, tolerance)
