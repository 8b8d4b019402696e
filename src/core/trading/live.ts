import { canonical, sign } from '../decimal.ts'
import type { LeverHolding, LeverPosition, Quote } from '../../generated/entities.ts'
import type { LeverageFunction, Run } from '../functions.ts'
import { cappedProfit, closingPrice, percentOfMargin } from './leverage.ts'
import { isStopUnit, stopAs } from './stops.ts'

/** Profit of a position at a live quote, as the server works it out; its own figure while there is no quote, or one of no price: pairs whose base is USD are divided by it. */
export function floating(profit: string, position: Pick<LeverPosition, 'side' | 'lots' | 'size' | 'inverse' | 'openPrice' | 'margin'>, quote: Pick<Quote, 'bid' | 'ask'> | null): string {
  const { side, lots, size, inverse, openPrice, margin } = position
  const close = quote ? closingPrice(side, quote) : '0'
  if (sign(close) <= 0) return canonical(profit)
  return cappedProfit({ side, lots, size, inverse, open: openPrice }, margin, close)
}

/** As expressions call them. */
export const leverageFunctions = {
  floating: ([profit, position, quote]) => floating(String(profit), position as LeverPosition, quote as Quote | null),
  stopAs([given, from, to, losing, holding]) {
    const { openPrice: open, ...position } = holding as LeverHolding
    if (from === to) return given
    return isStopUnit(from) && isStopUnit(to) ? stopAs(String(given), from, to, losing === true, { ...position, open }) : null
  },
  shareOf: ([part, whole]) => percentOfMargin(String(part), String(whole)),
} satisfies Record<LeverageFunction, Run>
