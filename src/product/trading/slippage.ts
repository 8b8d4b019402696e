import { add, compare, percentOf, sub } from '../../engine/language/values/decimal.ts'
import type { Percent, Price } from '../../engine/language/values/units.ts'

/** A buyer is protected from a price above the one seen, a seller from a lower one. */
type OrderSide = 'buy' | 'sell'

/**
 * The worst price at which a market order is executed that was sent for the seen price: worse by `percent` of the seen price, rounded
 * down to `precision` decimals.
 */
export function worstPrice(side: OrderSide, seen: Price, percent: Percent, precision: number): Price {
  const tolerance = percentOf(seen, percent, precision, 'floor')
  return side === 'buy' ? add(seen, tolerance) : sub(seen, tolerance)
}

/** One-sided: the current price is no worse than the worst price. */
export const isWithinSlippage = (
  side: OrderSide,
  seen: Price,
  current: Price,
  percent: Percent,
  precision: number,
): boolean => compare(current, worstPrice(side, seen, percent, precision)) * (side === 'buy' ? 1 : -1) <= 0

/** Two-sided: the current price is no worse than the worst price of a buyer and of a seller. */
export const isWithinTolerance = (seen: Price, current: Price, percent: Percent, precision: number): boolean =>
  isWithinSlippage('buy', seen, current, percent, precision) &&
  isWithinSlippage('sell', seen, current, percent, precision)
