import { add, asFactor, asLots, asMoney, asPercent, asPrice, compare, div, fromMinor, max, min, mul, neg, percentOf, round, sub, type Rounding } from '../decimal.ts'
import type { Lots, Money, Percent, Price, Quantity } from '../units.ts'

/**
 * Leveraged positions with isolated margin, in USDT. A pair is quoted in USDT or USD, treated as equal, or has USD as its
 * base (USDJPY): then profit is in the quote currency and is divided by the price. Amounts the user pays are rounded up,
 * amounts the user gets are rounded down.
 */
export type Side = 'long' | 'short'

/** `lots` × `size` units of the base currency; `inverse`: USD is the base. */
export interface Contract {
  lots: Lots
  size: Quantity
  inverse: boolean
}

export interface Opened extends Contract {
  side: Side
  open: Price
}

interface Quoted {
  bid: Price
  ask: Price
}

/** Digits after the point of USDT. */
const PLACES = 8

export const quantityOf = ({ lots, size }: Pick<Contract, 'lots' | 'size'>): Quantity => mul(lots, size)

/** Long buys at the ask and sells at the bid; short is the reverse. */
export const openingPrice = (side: Side, { bid, ask }: Quoted): Price => (side === 'long' ? ask : bid)
export const closingPrice = (side: Side, { bid, ask }: Quoted): Price => (side === 'long' ? bid : ask)

/** The value of a contract at a price. */
export function notionalOf(contract: Contract, price: Price): Money {
  const quantity = quantityOf(contract)
  return contract.inverse ? round(asMoney(quantity), PLACES, 'ceil') : mul(quantity, price, PLACES, 'ceil')
}

export const marginOf = (contract: Contract, price: Price, leverage: number): Money => div(notionalOf(contract, price), `${leverage}`, PLACES, 'ceil')

/** `percent` of the notional. */
export const feeOf = (contract: Contract, price: Price, percent: Percent): Money => div(mul(notionalOf(contract, price), asFactor(percent)), '100', PLACES, 'ceil')

/** Profit of a position that is closed at a price; a loss is below 0. */
export function profitOf(position: Opened, close: Price): Money {
  const { side, open } = position
  return received(position, mul(side === 'long' ? sub(close, open) : sub(open, close), quantityOf(position)), close)
}

/** The value of the smallest price change, at the opening price. */
export function tickValue(position: Opened, precision: number): Money {
  return received(position, mul(asPrice(fromMinor(1n, precision)), quantityOf(position)), position.open)
}

/** An amount of the quote currency in USDT. */
const received = ({ inverse }: Contract, amount: Money, price: Price): Money => (inverse ? asMoney(div(amount, price, PLACES, 'floor')) : round(amount, PLACES, 'floor'))

/**
 * The price at which a position has at least this profit, or at most this loss (below 0), to the tick.
 * Null where no price gives it: a long position whose base is USD never gains its whole value.
 */
export function priceForProfit(position: Opened, profit: Money, precision: number): Price | null {
  return solve(position, profit, precision, position.side === 'long' ? 'ceil' : 'floor')
}

function solve(position: Opened, profit: Money, precision: number, rounding: Rounding): Price | null {
  const { side, open, inverse } = position
  const quantity = quantityOf(position)
  const signed = side === 'long' ? profit : neg(profit)
  const [worth, by] = inverse ? [mul(open, quantity), sub(asMoney(quantity), signed)] : [add(mul(open, quantity), signed), quantity]
  if (compare(by, '0') <= 0) return null
  const price = asPrice(div(worth, by, precision, rounding))
  return compare(price, '0') > 0 ? price : null
}

/** A percentage of the margin. */
export const profitForPercent = (margin: Money, percent: Percent): Money => div(mul(margin, asFactor(percent)), '100', PLACES, 'ceil')

/** A profit in per cent of the margin, two digits after the point; 0 where there is no margin. */
export const percentOfMargin = (profit: Money, margin: Money): Percent => asPercent(compare(margin, '0') === 0 ? '0' : div(mul(profit, '100'), margin, 2, 'floor'))

/** Equity at or below which a position is closed by force: `maintenance` per cent of its margin. */
export const maintenanceOf = (margin: Money, maintenance: Percent): Money => percentOf(margin, maintenance)

/** Profit of a position with its margin: no loss is greater. */
export const cappedProfit = (position: Opened, margin: Money, close: Price): Money => max(neg(margin), profitOf(position, close))

/** Margin and profit of a position together; never below 0. */
export const equityOf = (position: Opened, margin: Money, close: Price): Money => add(margin, cappedProfit(position, margin, close))

/** The first price, from the opening price, at which the equity is not above the maintenance margin. Null where none is. */
export function liquidationPrice(position: Opened, margin: Money, maintenance: Percent, precision: number): Price | null {
  const loss = sub(margin, maintenanceOf(margin, maintenance))
  return solve(position, neg(loss), precision, position.side === 'long' ? 'floor' : 'ceil')
}

/** Whether a price has reached a bound against the position (loss) or in its favour (gain). */
export const reachesLoss = (side: Side, price: Price, bound: Price): boolean => (side === 'long' ? compare(price, bound) <= 0 : compare(price, bound) >= 0)
export const reachesGain = (side: Side, price: Price, bound: Price): boolean => (side === 'long' ? compare(price, bound) >= 0 : compare(price, bound) <= 0)

/** Long: a take-profit is above 0 and not below the open and the current price; short: not above them. */
export const takeProfitHolds = (side: Side, price: Price, marks: readonly Price[]): boolean => compare(price, '0') > 0 && marks.every((mark) => reachesGain(side, price, mark))

/** Long: a stop-loss is above 0 and not above the open and the current price; short: not below them. */
export const stopLossHolds = (side: Side, price: Price, marks: readonly Price[]): boolean => compare(price, '0') > 0 && marks.every((mark) => reachesLoss(side, price, mark))

/** The maximum lots, in whole steps, whose margin and fee are not above the available amount; "0" where not even one step is. */
export function lotsFor(available: Money, { size, inverse }: Omit<Contract, 'lots'>, price: Price, terms: { leverage: number; fee: Percent; step: Lots; maximum: Lots }): Lots {
  const { leverage, fee, step, maximum } = terms
  const one = { lots: step, size, inverse }
  const worth = inverse ? asMoney(quantityOf(one)) : mul(quantityOf(one), price)
  const perStep = mul(worth, asFactor(add(div('1', `${leverage}`, 12, 'ceil'), div(fee, '100'))), 12, 'ceil')
  if (compare(available, '0') <= 0 || compare(perStep, '0') <= 0) return asLots('0')
  let lots = min(mul(div(available, perStep, 0, 'floor'), step), maximum)
  const costs = (count: Lots) => add(marginOf({ ...one, lots: count }, price, leverage), feeOf({ ...one, lots: count }, price, fee))
  // Rounding up may exceed the available amount by one unit.
  while (compare(lots, '0') > 0 && compare(costs(lots), available) > 0) lots = sub(lots, step)
  return lots
}
