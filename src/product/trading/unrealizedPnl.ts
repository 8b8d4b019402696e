import { add, asMoney, canonical, min, sign, sub } from '../../engine/language/values/decimal.ts'
import type { LeverPosition, Quote } from '../../generated/entities.ts'
import type { Lots, Money, Price } from '../../engine/language/values/units.ts'
import {
  breakEvenPrice,
  cappedProfit,
  closingPrice,
  feeOf,
  floatingProfit,
  portionOfFee,
  portionOfMargin,
} from './leverage.ts'

/** Floating profit of a position at a live quote, by the server's formula; its own figure without a quote or with a zero price: pairs whose base is USD are divided by it. */
export function unrealizedPnl(
  profit: Money,
  position: Pick<LeverPosition, 'side' | 'lots' | 'size' | 'inverse' | 'openPrice' | 'margin'>,
  quote: Pick<Quote, 'bid' | 'ask'> | null,
): Money {
  const { side, lots, size, inverse, openPrice, margin } = position
  const close = quote && closingPrice(side, quote)
  if (close === null || sign(close) <= 0) return canonical(profit)
  return floatingProfit({ side, lots, size, inverse, openPrice }, margin, close)
}

/** The share of the opening fee of closing some lots of a position. */
export const openingFeeOf = ({ fee, lots: all }: Pick<LeverPosition, 'fee' | 'lots'>, lots: Lots): Money =>
  sign(lots) <= 0 || sign(all) <= 0 ? asMoney('0') : portionOfFee(fee, lots, all)

/** The price at which closing a whole position pays for its fees. */
export const breakEvenOf = (
  position: Pick<LeverPosition, 'side' | 'lots' | 'size' | 'inverse' | 'openPrice' | 'fee' | 'closeFee' | 'precision'>,
): Price | null =>
  sign(position.lots) <= 0 ? null : breakEvenPrice(position, position.fee, position.closeFee, position.precision)

type ClosingPosition = Pick<
  LeverPosition,
  'side' | 'lots' | 'size' | 'inverse' | 'openPrice' | 'margin' | 'price' | 'closeFee'
>

/** Profit and fee of closing some lots of a position at a live quote, by the server's formula; at the price of the position without a quote. */
export function closingOf(
  position: ClosingPosition,
  lots: Lots,
  quote: Pick<Quote, 'bid' | 'ask'> | null,
): { profit: Money; fee: Money } {
  const { side, size, inverse, openPrice, margin, price, closeFee } = position
  const live = quote && closingPrice(side, quote)
  const close = live !== null && sign(live) > 0 ? live : price
  const none = asMoney('0')
  if (sign(lots) <= 0 || sign(position.lots) <= 0 || sign(close) <= 0) return { profit: none, fee: none }
  const share = portionOfMargin(margin, lots, position.lots)
  const part = { side, lots, size, inverse, openPrice }
  const profit = cappedProfit(part, share, close)
  return { profit, fee: min(feeOf(part, close, closeFee), add(share, profit)) }
}

/** Profit of closing a position, or some lots of it, at a price, less the fees of opening and closing. */
export function netResultAt(
  position: ClosingPosition & Pick<LeverPosition, 'fee'>,
  price: Price,
  lots: Lots = position.lots,
): Money {
  const { profit, fee } = closingOf(position, lots, { bid: price, ask: price })
  return sub(sub(profit, openingFeeOf(position, lots)), fee)
}
