import { add, compare, percentOf, sub } from '../decimal.ts'
import type { Percent, Price } from '../units.ts'

/** Who buys minds a higher price than the one seen, who sells a lower one. */
type Side = 'buy' | 'sell'

/** How far a price may lie from another: so many hundredths of it, cut to so many digits after the point where it is told as a price. */
export const toleranceOf = (price: Price, tolerance: Percent, precision?: number): Price =>
  precision === undefined ? percentOf(price, tolerance) : percentOf(price, tolerance, precision, 'floor')

/** One-sided: the price of now is not worse than the one seen by more than the slack. */
export const isNoWorse = (side: Side, seen: Price, now: Price, slack: Price): boolean => compare(side === 'buy' ? sub(now, seen) : sub(seen, now), slack) <= 0

/** Two-sided: the price of now is neither higher nor lower than the one seen by more than the slack. */
export const isNear = (seen: Price, now: Price, slack: Price): boolean => isNoWorse('buy', seen, now, slack) && isNoWorse('sell', seen, now, slack)

/** The worst price at which an order at the market is still dealt that was sent for the one seen. */
export function worstPrice(side: Side, seen: Price, tolerance: Percent, precision: number): Price {
  const slack = toleranceOf(seen, tolerance, precision)
  return side === 'buy' ? add(seen, slack) : sub(seen, slack)
}
