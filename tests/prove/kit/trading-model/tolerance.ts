import { floor, percent, times, integer } from '../ratio.ts'

/**
 * Whether the current price is within the operator's tolerance of the price seen. `sign` 1: higher is worse, -1: lower. The
 * tolerance is a share of the price seen (cut to a tick) or of the current price.
 */
export function compareTolerance(
  sign: 1 | -1,
  seen: number,
  now: number,
  tolerance: string,
  of: 'seen' | 'now',
): boolean {
  const worse = (now - seen) * sign
  if (of === 'seen') return worse <= Number(floor(times(integer(seen), percent(tolerance))))
  const { over, under } = times(integer(now), percent(tolerance))
  return BigInt(worse) * under <= over
}

/** Whether two prices differ by at most `tolerance` per cent of the current one. */
export const isNear = (seen: number, now: number, tolerance: string): boolean =>
  compareTolerance(1, seen, now, tolerance, 'now') && compareTolerance(-1, seen, now, tolerance, 'now')
