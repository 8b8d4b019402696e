import { asMoney, asDecimal, canonical, sign } from '../decimal.ts'
import type { LeverHolding, LeverPosition, Quote } from '../../generated/entities.ts'
import type { Money } from '../units.ts'
import type { LeverageFunction, FunctionImplementation } from '../functions.ts'
import { cappedProfit, closingPrice, percentOfMargin } from './leverage.ts'
import { isStopUnit, convertStop } from './stops.ts'

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

/** The functions for expressions. */
export const leverageFunctions = {
  unrealizedPnl: ([profit, position, quote]) =>
    unrealizedPnl(asMoney(String(profit)), position as LeverPosition, quote as Quote | null),
  convertStop([value, from, to, isStopLoss, terms]) {
    if (from === to) return value
    return isStopUnit(from) && isStopUnit(to)
      ? convertStop(asDecimal(String(value)), from, to, isStopLoss === true, terms as LeverHolding)
      : null
  },
  asPercentOf: ([profit, margin]) => percentOfMargin(asMoney(String(profit)), asMoney(String(margin))),
} satisfies Record<LeverageFunction, FunctionImplementation>
