import { asLots, asMoney, asPercent, asPrice, compare, neg, round } from '../../core/decimal.ts'
import {
  floatingProfit,
  marginOf,
  percentOfMargin,
  priceForProfit,
  profitForPercent,
  type OpenPosition,
} from './leverage.ts'
import type { Decimal, Money, Price } from '../../core/units.ts'

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
 * A stop in another unit, for form input: two digits of USDT and of hundredths. Null where it is impossible: it would be
 * a gain where a loss is expected or the reverse, or the lots are unknown, which only hundredths do not need.
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
  const profit = floatingProfit(opened, margin, price)
  const amount = isStopLoss ? neg(profit) : profit
  const converted = to === 'percent' ? percentOfMargin(amount, margin) : round(amount, 2)
  return compare(converted, '0') > 0 ? converted : null
}
