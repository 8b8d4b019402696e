import { add, compare, percentOf, sub } from '../../core/decimal.ts'
import type { Percent, Price } from '../../core/units.ts'

/** A buyer is protected from a price above the one seen, a seller from a lower one. */
type OrderSide = 'buy' | 'sell'

/** The maximum distance of a price from another: a percentage of it, rounded down to the digits of a price where given. */
export const toleranceOf = (price: Price, percent: Percent, precision?: number): Price =>
  precision === undefined ? percentOf(price, percent) : percentOf(price, percent, precision, 'floor')

/** One-sided: the current price is not worse than the one seen by more than the tolerance. */
export const isWithinSlippage = (side: OrderSide, expected: Price, current: Price, tolerance: Price): boolean =>
  compare(side === 'buy' ? sub(current, expected) : sub(expected, current), tolerance) <= 0

/** Two-sided: the current price is neither higher nor lower than the one seen by more than the tolerance. */
export const isWithinTolerance = (expected: Price, current: Price, tolerance: Price): boolean =>
  isWithinSlippage('buy', expected, current, tolerance) && isWithinSlippage('sell', expected, current, tolerance)

/** The worst price at which a market order is executed that was sent for the seen price. */
export function worstPrice(side: OrderSide, expected: Price, percent: Percent, precision: number): Price {
  const tolerance = toleranceOf(expected, percent, precision)
  return side === 'buy' ? add(expected, tolerance) : sub(expected, tolerance)
}
