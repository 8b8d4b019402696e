import { add, compare, percentOf, sub } from '../decimal.ts'
import type { Percent, Price } from '../units.ts'

/** A buyer is protected from a price above the one seen, a seller from a lower one. */
type Side = 'buy' | 'sell'

/** The maximum distance of a price from another: a percentage of it, rounded down to the digits of a price where given. */
export const toleranceOf = (price: Price, tolerance: Percent, precision?: number): Price =>
  precision === undefined ? percentOf(price, tolerance) : percentOf(price, tolerance, precision, 'floor')

/** One-sided: the current price is not worse than the one seen by more than the slack. */
export const isNoWorse = (side: Side, seen: Price, now: Price, slack: Price): boolean => compare(side === 'buy' ? sub(now, seen) : sub(seen, now), slack) <= 0

/** Two-sided: the current price is neither higher nor lower than the one seen by more than the slack. */
export const isNear = (seen: Price, now: Price, slack: Price): boolean => isNoWorse('buy', seen, now, slack) && isNoWorse('sell', seen, now, slack)

/** The worst price at which a market order is executed that was sent for the seen price. */
export function worstPrice(side: Side, seen: Price, tolerance: Percent, precision: number): Price {
  const slack = toleranceOf(seen, tolerance, precision)
  return side === 'buy' ? add(seen, slack) : sub(seen, slack)
}
