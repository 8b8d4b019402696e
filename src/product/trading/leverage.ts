import {
  add,
  asFactor,
  asLots,
  asMoney,
  asPercent,
  asPrice,
  compare,
  div,
  fromMinor,
  MAX_SCALE,
  max,
  mul,
  neg,
  percentOf,
  round,
  sub,
  type Rounding,
} from '../../engine/language/values/decimal.ts'
import type { Lots, Money, Percent, Price, Quantity } from '../../engine/language/values/units.ts'
import { BOOKED_PLACES, CASH_PLACES } from './places.ts'

/**
 * Leveraged positions with isolated margin, in USDT. A pair is quoted in USDT or USD, treated as equal, or has USD as its
 * base (USDJPY): then profit is in the quote currency and is divided by the price. Amounts the user pays are rounded up,
 * amounts the user gets are rounded down.
 */
export type PositionSide = 'long' | 'short'

/** `lots` × `size` units of the base currency; `inverse`: USD is the base. */
export interface PositionSize {
  lots: Lots
  size: Quantity
  inverse: boolean
}

export interface OpenPosition extends PositionSize {
  side: PositionSide
  openPrice: Price
}

interface BidAsk {
  bid: Price
  ask: Price
}

/** Returns the units of the base currency in a number of lots: lots × size. */
export const quantityOf = ({ lots, size }: Pick<PositionSize, 'lots' | 'size'>): Quantity => mul(lots, size)

/** Long buys at the ask and sells at the bid; short is the reverse. */
export const openingPrice = (side: PositionSide, { bid, ask }: BidAsk): Price => (side === 'long' ? ask : bid)
/** Returns the price at which a position is closed: the bid for long, the ask for short. */
export const closingPrice = (side: PositionSide, { bid, ask }: BidAsk): Price => (side === 'long' ? bid : ask)

/** The value of a contract at a price. */
export function notionalOf(contract: PositionSize, price: Price): Money {
  const quantity = quantityOf(contract)
  return contract.inverse
    ? round(asMoney(quantity), BOOKED_PLACES, 'ceil')
    : mul(quantity, price, BOOKED_PLACES, 'ceil')
}

/** Returns the margin of a position in USDT: its notional divided by the leverage, rounded up to cents. */
export const marginOf = (contract: PositionSize, price: Price, leverage: number): Money =>
  div(notionalOf(contract, price), `${leverage}`, CASH_PLACES, 'ceil')

/** The margin of some of a position's lots, rounded down to cents. */
export const portionOfMargin = (margin: Money, lots: Lots, all: Lots): Money =>
  div(mul(margin, asFactor(lots)), asFactor(all), CASH_PLACES, 'floor')

/** `percent` of the notional. */
export const feeOf = (contract: PositionSize, price: Price, percent: Percent): Money =>
  div(mul(notionalOf(contract, price), asFactor(percent)), '100', BOOKED_PLACES, 'ceil')

/** The fee before it is rounded, to twelve digits. */
export const exactFeeOf = (contract: PositionSize, price: Price, percent: Percent): Money =>
  percentOf(contract.inverse ? asMoney(quantityOf(contract)) : mul(quantityOf(contract), price), percent)

/** The profit before it is rounded, to twelve digits. */
export const exactProfitOf = (position: OpenPosition, close: Price): Money => profitIn(position, close, MAX_SCALE)

/** Profit of a position that is closed at a price, as it is booked; a loss is below 0. */
export const profitOf = (position: OpenPosition, close: Price): Money => profitIn(position, close, BOOKED_PLACES)

function profitIn(position: OpenPosition, close: Price, places: number): Money {
  const { side, openPrice } = position
  return toUsdt(
    position,
    mul(side === 'long' ? sub(close, openPrice) : sub(openPrice, close), quantityOf(position)),
    close,
    places,
  )
}

/** The value of the smallest price change, at the opening price. */
export function tickValue(position: OpenPosition, precision: number): Money {
  return toUsdt(
    position,
    mul(asPrice(fromMinor(1n, precision)), quantityOf(position)),
    position.openPrice,
    BOOKED_PLACES,
  )
}

/** An amount of the quote currency in USDT. */
const toUsdt = ({ inverse }: PositionSize, amount: Money, price: Price, places: number): Money =>
  inverse ? asMoney(div(amount, price, places, 'floor')) : round(amount, places, 'floor')

/**
 * The price at which a position has at least this profit, or at most this loss (below 0), to the tick.
 * Null where no price gives it: a long position whose base is USD never gains its whole value.
 */
export function priceForProfit(position: OpenPosition, profit: Money, precision: number): Price | null {
  return priceAtProfit(position, profit, precision, position.side === 'long' ? 'ceil' : 'floor')
}

function priceAtProfit(position: OpenPosition, profit: Money, precision: number, rounding: Rounding): Price | null {
  const { side, openPrice, inverse } = position
  const quantity = quantityOf(position)
  const signedProfit = side === 'long' ? profit : neg(profit)
  const [dividend, divisor] = inverse
    ? [mul(openPrice, quantity), sub(asMoney(quantity), signedProfit)]
    : [add(mul(openPrice, quantity), signedProfit), quantity]
  if (compare(divisor, '0') <= 0) return null
  const price = asPrice(div(dividend, divisor, precision, rounding))
  return compare(price, '0') > 0 ? price : null
}

/** The share of the opening fee of some of a position's lots, rounded down. */
export const portionOfFee = (fee: Money, lots: Lots, all: Lots): Money =>
  div(mul(fee, asFactor(lots)), asFactor(all), BOOKED_PLACES, 'floor')

/**
 * The first tick, in favour of the position, at which closing it pays for its opening fee and for the fee of closing, in per cent of the
 * value. Null where no price does it.
 */
export function breakEvenPrice(
  position: OpenPosition,
  opening: Money,
  closing: Percent,
  precision: number,
): Price | null {
  const { side, openPrice, inverse } = position
  const quantity = quantityOf(position)
  const share = div(asFactor(closing), '100', MAX_SCALE, 'ceil')
  const isLong = side === 'long'
  const worth = inverse ? asMoney(quantity) : mul(openPrice, quantity)
  const fees = inverse ? add(opening, mul(worth, asFactor(share))) : opening
  const [dividend, divisor] = inverse
    ? [mul(openPrice, quantity), isLong ? sub(worth, fees) : add(worth, fees)]
    : [
        isLong ? add(worth, fees) : sub(worth, fees),
        mul(quantity, asFactor(isLong ? sub('1', share) : add('1', share))),
      ]
  if (compare(divisor, '0') <= 0 || compare(dividend, '0') <= 0) return null
  const price = asPrice(div(dividend, divisor, precision, isLong ? 'ceil' : 'floor'))
  const pays = (at: Price) => compare(profitOf(position, at), add(opening, feeOf(position, at, closing))) >= 0
  // Profit and fee are rounded against the user, which may be the last digit of the ledger.
  const tick = asPrice(fromMinor(1n, precision))
  const first = pays(price) ? price : isLong ? add(price, tick) : sub(price, tick)
  return compare(first, '0') > 0 ? first : null
}

/** A percentage of the margin. */
export const profitForPercent = (margin: Money, percent: Percent): Money =>
  div(mul(margin, asFactor(percent)), '100', BOOKED_PLACES, 'ceil')

/** A profit in per cent of the margin, to two digits after the point, a half away from zero; 0 where there is no margin. */
export const percentOfMargin = (profit: Money, margin: Money): Percent =>
  asPercent(compare(margin, '0') === 0 ? '0' : div(mul(profit, '100'), margin, 2))

/** Equity at or below which a position is closed by force: `maintenance` per cent of its margin. */
export const maintenanceMargin = (margin: Money, percent: Percent): Money => percentOf(margin, percent)

/** Profit of a position with its margin: no loss is greater. */
export const cappedProfit = (position: OpenPosition, margin: Money, close: Price): Money =>
  max(neg(margin), profitOf(position, close))

/** Profit of an open position with its margin, rounded down to cents, so that the total of several is the sum of what is shown. */
export const floatingProfit = (position: OpenPosition, margin: Money, close: Price): Money =>
  round(cappedProfit(position, margin, close), CASH_PLACES, 'floor')

/** Margin and profit of a position together, by which liquidation is decided; never below 0. */
export const equityOf = (position: OpenPosition, margin: Money, close: Price): Money =>
  max(asMoney('0'), add(margin, profitOf(position, close)))

/** The first price, from the opening price, at which the equity is not above the maintenance margin. Null where none is. */
export function liquidationPrice(
  position: OpenPosition,
  margin: Money,
  maintenance: Percent,
  precision: number,
): Price | null {
  const loss = sub(margin, maintenanceMargin(margin, maintenance))
  return priceAtProfit(position, neg(loss), precision, position.side === 'long' ? 'floor' : 'ceil')
}

/** Shares of the way from the opening to the liquidation price at which the user is warned. */
export const MARGIN_WARNINGS = ['0.5', '0.8'] as const
export type MarginWarning = (typeof MARGIN_WARNINGS)[number]

/** The price at which a share of the way from the opening to the liquidation price is used up. */
export const warningPrice = (opened: Price, liquidation: Price, share: MarginWarning): Price =>
  add(opened, mul(sub(liquidation, opened), asFactor(share)))

/** The stop-loss farthest from the opening price that is reached before liquidation: the next tick. Null where liquidation has no price. */
export function firstStopLoss(side: PositionSide, liquidation: Price | null, precision: number): Price | null {
  if (liquidation === null) return null
  const tick = asPrice(fromMinor(1n, precision))
  return side === 'long' ? add(liquidation, tick) : sub(liquidation, tick)
}

/** Returns whether a price has reached a bound against the position. */
export const hasReachedStopLoss = (side: PositionSide, price: Price, bound: Price): boolean =>
  side === 'long' ? compare(price, bound) <= 0 : compare(price, bound) >= 0
/** Returns whether a price has reached a bound in favour of the position. */
export const hasReachedTakeProfit = (side: PositionSide, price: Price, bound: Price): boolean =>
  side === 'long' ? compare(price, bound) >= 0 : compare(price, bound) <= 0

/** Long: a take-profit is above 0 and not below the open and the current price; short: not above them. */
export const isValidTakeProfit = (side: PositionSide, price: Price, referencePrices: readonly Price[]): boolean =>
  compare(price, '0') > 0 && referencePrices.every((reference) => hasReachedTakeProfit(side, price, reference))

/** Long: a stop-loss is above 0 and not above the open and the current price; short: not below them. */
export const isValidStopLoss = (side: PositionSide, price: Price, referencePrices: readonly Price[]): boolean =>
  compare(price, '0') > 0 && referencePrices.every((reference) => hasReachedStopLoss(side, price, reference))

/** The maximum lots, in whole steps, whose margin and fee are not above the available amount in whole cents, as holds are; "0" where not even one step is. */
export function maxLots(
  balance: Money,
  { size, inverse }: Omit<PositionSize, 'lots'>,
  price: Price,
  terms: { leverage: number; fee: Percent; step: Lots; maximum: Lots },
): Lots {
  const { leverage, fee, step, maximum } = terms
  const available = round(balance, CASH_PLACES, 'floor')
  const oneStep = { lots: step, size, inverse }
  const stepValue = inverse ? asMoney(quantityOf(oneStep)) : mul(quantityOf(oneStep), price)
  const costPerStep = mul(stepValue, asFactor(add(div('1', `${leverage}`, 12, 'ceil'), div(fee, '100'))), 12, 'ceil')
  if (compare(available, '0') <= 0 || compare(costPerStep, '0') <= 0) return asLots('0')
  const stepsIn = (total: Money | Lots, step: Money | Lots) => BigInt(div(total, step, 0, 'floor'))
  const lotsOf = (steps: bigint): Lots => mul(asFactor(`${steps}`), step)
  const isPaid = (steps: bigint): boolean => {
    const position = { ...oneStep, lots: lotsOf(steps) }
    return compare(add(marginOf(position, price, leverage), feeOf(position, price, fee)), available) <= 0
  }
  let most = [stepsIn(available, costPerStep), stepsIn(maximum, step)].reduce((a, b) => (a < b ? a : b))
  if (most <= 0n) return asLots('0')
  // The margin is rounded up to cents, which may be the price of many small steps.
  let least = isPaid(most) ? most : 0n
  while (least < most) {
    const middle = (least + most + 1n) / 2n
    if (isPaid(middle)) least = middle
    else most = middle - 1n
  }
  return lotsOf(least)
}
