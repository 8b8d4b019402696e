import { canonical, sign } from '../../core/decimal.ts'
import type { LeverPosition, Quote } from '../../generated/entities.ts'
import type { Money } from '../../core/units.ts'
import { cappedProfit, closingPrice } from './leverage.ts'

/** Profit of a position at a live quote, by the server's formula; its own figure without a quote or with a zero price: pairs whose base is USD are divided by it. */
export function unrealizedPnl(
  profit: Money,
  position: Pick<LeverPosition, 'side' | 'lots' | 'size' | 'inverse' | 'openPrice' | 'margin'>,
  quote: Pick<Quote, 'bid' | 'ask'> | null,
): Money {
  const { side, lots, size, inverse, openPrice, margin } = position
  const close = quote && closingPrice(side, quote)
  if (close === null || sign(close) <= 0) return canonical(profit)
  return cappedProfit({ side, lots, size, inverse, openPrice }, margin, close)
}
