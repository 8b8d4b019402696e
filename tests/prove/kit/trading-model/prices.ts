import type { Market } from '../../../../src/server/modules/trading/market/index.ts'
import { activityOf, DAY, HOUR, WEEK } from '../../../../src/server/modules/trading/market/tradingHours.ts'

export const SYMBOLS = ['BTCUSDT', 'DOGEUSDT', 'USDJPY', 'XAUUSD'] as const
export type Symbol = (typeof SYMBOLS)[number]
/** Returns whether a symbol is quoted in USDT, as only crypto is. */
export const isCrypto = (symbol: Symbol): boolean => symbol.endsWith('USDT')

/** Decimal places of a price. */
export const PRECISION: Readonly<Record<Symbol, number>> = { BTCUSDT: 2, DOGEUSDT: 5, USDJPY: 3, XAUUSD: 2 }

/** Prices in units of their last digit. */
export interface Seen {
  ms: number
  last: number
  bid: number
  ask: number
}

/** Converts a price with all its decimals to ticks. */
export const ticksOf = (price: string): number => Number(price.replace('.', ''))

/** Converts ticks to a price with all decimals of the symbol. */
export function priceOf(ticks: number, symbol: Symbol): string {
  const digits = String(ticks).padStart(PRECISION[symbol] + 1, '0')
  return `${digits.slice(0, -PRECISION[symbol])}.${digits.slice(-PRECISION[symbol])}`
}

/** The market's past prices: the model processes each of them in order. */
export class Prices {
  constructor(private readonly market: Market) {}

  at(symbol: Symbol, ms: number): Seen {
    const tick = this.market.tickAt(symbol, ms)
    if (!tick) throw new Error(`${symbol} has no price`)
    return { ms: tick.timeMs, last: ticksOf(tick.last), bid: ticksOf(tick.bid), ask: ticksOf(tick.ask) }
  }

  after(symbol: Symbol, afterMs: number, untilMs: number): Seen[] {
    return Array.from(this.market.ticks(symbol, afterMs, untilMs), ({ timeMs: ms, last, bid, ask }) => ({
      ms,
      last: ticksOf(last),
      bid: ticksOf(bid),
      ask: ticksOf(ask),
    }))
  }

  /** Standard deviation of the return between two moments, second by second: variance is proportional to activity. */
  deviation(symbol: Symbol, fromMs: number, toMs: number): number {
    const listing = this.market.listing(symbol)
    if (!listing) throw new Error(`${symbol} is not listed`)
    const { hours, volatility } = listing
    let activity = 0
    for (let ms = fromMs; ms < toMs; ms += 1000)
      activity += (activityOf(hours, Math.floor(ms / 3_600_000) * HOUR, HOUR) * Math.min(1000, toMs - ms)) / 1000
    return volatility * Math.sqrt(activity / (activityOf(hours, 4 * DAY, WEEK) * HOUR))
  }

  isOpen = (symbol: Symbol, ms: number): boolean => this.market.isOpen(symbol, ms)
  closes = (symbol: Symbol, ms: number): number => this.market.nextClose(symbol, ms) ?? Number.POSITIVE_INFINITY
}
