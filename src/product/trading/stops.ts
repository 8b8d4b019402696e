import {
  asLots,
  asMoney,
  asPercent,
  asPrice,
  compare,
  div,
  max,
  mul,
  neg,
  round,
} from '../../engine/language/values/decimal.ts'
import { exactProfitOf, marginOf, priceForProfit, profitForPercent, type OpenPosition } from './leverage.ts'
import { BOOKED_PLACES, CASH_PLACES } from './places.ts'
import type { Decimal, Money, Price } from '../../engine/language/values/units.ts'

/** The unit of a take-profit or stop-loss: the price, hundredths of the margin, or USDT. A stop-loss in the last two is the loss, above 0. */
export type StopUnit = (typeof UNITS)[number]
const UNITS = ['price', 'percent', 'profit'] as const
export const isStopUnit = (word: unknown): word is StopUnit => UNITS.includes(word as StopUnit)

/** The price of a stop. Null where no price gives it. */
export function stopPrice(
  position: OpenPosition,
  margin: Money,
  unit: StopUnit,
  value: Decimal,
  isStopLoss: boolean,
  precision: number,
): Price | null {
  if (unit === 'price') return asPrice(value)
  const amount = unit === 'percent' ? profitForPercent(margin, asPercent(value)) : asMoney(value)
  return priceForProfit(position, isStopLoss ? neg(amount) : amount, precision)
}

/**
 * A stop in another unit, for form input. It gives the same price: it has the fewest digits that do, at least those of cash.
 * Null where it is impossible: it would be a gain where a loss is expected or the reverse, or the lots are unknown, which only hundredths
 * do not need.
 */
export function convertStop(
  value: Decimal,
  from: StopUnit,
  to: StopUnit,
  isStopLoss: boolean,
  position: OpenPosition & { leverage: number; precision: number },
): Decimal | null {
  if (from === to) return value
  const hasLots = compare(position.lots, '0') > 0
  if ((!hasLots && (from === 'profit' || to === 'profit')) || compare(position.openPrice, '0') <= 0) return null
  const opened = hasLots ? position : { ...position, lots: asLots('1') }
  const margin = marginOf(opened, opened.openPrice, position.leverage)
  const price = stopPrice(opened, margin, from, value, isStopLoss, position.precision)
  if (price === null || compare(price, '0') <= 0) return null
  if (to === 'price') return price
  // No loss is greater than the margin.
  const profit = max(neg(margin), exactProfitOf(opened, price))
  if (compare(isStopLoss ? neg(profit) : profit, '0') <= 0) return null
  for (let places: number = CASH_PLACES; ; places++) {
    const converted = stopAmount(profit, margin, to, isStopLoss, places)
    const again = stopPrice(opened, margin, to, converted, isStopLoss, position.precision)
    if (places === BOOKED_PLACES || (again !== null && compare(again, price) === 0)) return converted
  }
}

/** A profit as a stop in per cent of the margin or in USDT, rounded against the user. */
function stopAmount(profit: Money, margin: Money, unit: StopUnit, isStopLoss: boolean, places: number): Decimal {
  const signed = unit === 'percent' ? div(mul(profit, '100'), margin, places, 'floor') : round(profit, places, 'floor')
  return isStopLoss ? neg(signed) : signed
}

/** The greatest stop-loss in per cent of the margin or in USDT that is not beyond a price, with the digits of cash. */
export function mostStopLoss(position: OpenPosition, margin: Money, unit: 'percent' | 'profit', first: Price): Decimal {
  const loss = neg(exactProfitOf(position, first))
  return unit === 'percent' ? div(mul(loss, '100'), margin, CASH_PLACES, 'floor') : round(loss, CASH_PLACES, 'floor')
}
