import type { Price } from '../../core/units.ts'
import type { Clock } from '../clock.ts'
import { createTicker, type SymbolTicker, type Quote } from './ticker.ts'
import { createChart, type Candle, type Chart, type DayLine, type Interval } from './chart.ts'
import { LISTINGS, type InstrumentClass, type Listing } from './instruments.ts'
import { nextClose, nextOpen } from './tradingHours.ts'
import type { Tick, Trigger } from './ticks.ts'

export type { Quote } from './ticker.ts'
export type { Bounds, Tick, Trigger } from './ticks.ts'
export type { InstrumentClass, Listing } from './instruments.ts'

export { INTERVALS, type Candle, type DayLine, type Interval } from './chart.ts'

export interface Instrument {
  symbol: string
  /** English; see names.ts for the reader's language. */
  name: string
  base: string
  currency: string
  class: InstrumentClass
  precision: number
  /** Whether the market is open; prices do not change while it is closed. */
  open: boolean
  quote: Quote
  /** Closes of the last 24 trading hours, oldest first, the last one of now. */
  spark: Price[]
}

export interface Market {
  /** Brings the prices up to the clock, as long as it runs. */
  start(): void
  stop(): void
  /** Brings the prices up to the clock once. */
  step(): void
  readonly symbols: readonly string[]
  quote(symbol: string): Quote | null
  /** Cached until the next tick. */
  instruments(kind?: InstrumentClass): Instrument[]
  /** Oldest first; the last one is in the making and closes at the last quote. Null for an unknown symbol. */
  candles(symbol: string, interval: Interval, options?: { limit?: number; before?: number }): { precision: number; candles: Candle[] } | null
  /** One price a minute since the trading day began, the last one of now. Null for an unknown symbol. */
  dayLine(symbol: string): DayLine | null
  /** What is known of a symbol apart from its prices. Null for an unknown one. */
  listing(symbol: string): Listing | null
  /** Whether its trading hours are on at a moment, Unix milliseconds as everywhere below. */
  isOpen(symbol: string, ms: number): boolean
  /** When it is traded next: `ms` itself while it is. Null for an unknown symbol. */
  nextOpen(symbol: string, ms: number): number | null
  /** When the trading that is on, or that begins next, ends. Null where it never does. */
  nextClose(symbol: string, ms: number): number | null
  /**
   * Ticks after one moment and up to another, in order. They follow from seed, symbol and time alone, so they are the ones that were told, or would
   * have been while nobody ran the market; none for an unknown symbol.
   */
  ticks(symbol: string, afterMs: number, untilMs: number): Iterable<Tick>
  /** The tick in force at a moment: what a deal of that moment is made at. Null for an unknown symbol. */
  tickAt(symbol: string, ms: number): Tick | null
  /** The first tick of a stretch that meets any bound of a trigger; fast even over months. */
  firstTick(symbol: string, afterMs: number, untilMs: number, trigger: Trigger): Tick | null
  /** Every tick in order. Returns what ends it. */
  onTick(listener: (quote: Quote) => void): () => void
}

export interface MarketOptions {
  clock: Clock
  /** The same seed gives the same prices at the same times, whenever and however often the server starts. */
  seed: number
  /** Ticks per second of each open symbol, instead of its own pace, at most 100; 0: prices change only by `step`. */
  tickRate?: number
}

const STEP_MS = 50

function paceOf(own: number, tickRate: number | undefined): number {
  if (!tickRate) return own
  return Math.min(6000, Math.max(60, Math.round(tickRate * 60)))
}

export function createMarket({ clock, seed, tickRate }: MarketOptions): Market {
  const now = clock.nowMs()
  const tickers = new Map<string, SymbolTicker>(
    LISTINGS.map((listing) => [listing.symbol, createTicker(listing, seed, now, paceOf(listing.pace, tickRate))]),
  )
  const listeners = new Set<(quote: Quote) => void>()
  const charts = new Map<string, Chart>([...tickers].map(([symbol, board]) => [symbol, createChart(board)]))
  const lists = new Map<InstrumentClass | 'all', Instrument[]>()
  let stopSteps: (() => void) | null = null

  function notify(quote: Quote): void {
    lists.clear()
    for (const listener of listeners) listener(quote)
  }

  function step(): void {
    const ms = clock.nowMs()
    for (const board of tickers.values()) board.step(ms, notify)
  }

  function boundaryMs(symbol: string, ms: number, next: typeof nextClose): number | null {
    const listing = tickers.get(symbol)?.listing
    const seconds = listing ? next(listing.hours, Math.floor(ms / 1000)) : null
    return seconds === null ? null : Math.max(ms, seconds * 1000)
  }

  function instrument(ticker: SymbolTicker, ms: number): Instrument {
    const { symbol, name, base, quote: currency, class: kind, precision } = ticker.listing
    return { symbol, name, base, currency, class: kind, precision, open: ticker.isOpen(ms), quote: ticker.quote, spark: charts.get(symbol)?.spark() ?? [] }
  }

  return {
    start() {
      if (!tickRate && tickRate !== undefined) return
      stopSteps ??= clock.every(STEP_MS, step)
    },
    stop() {
      stopSteps?.()
      stopSteps = null
    },
    step,
    symbols: [...tickers.keys()],
    quote: (symbol) => tickers.get(symbol)?.quote ?? null,
    instruments(kind) {
      const key = kind ?? 'all'
      let list = lists.get(key)
      if (!list) {
        const ms = clock.nowMs()
        list = [...tickers.values()].filter(({ listing }) => !kind || listing.class === kind).map((board) => instrument(board, ms))
        lists.set(key, list)
      }
      return list
    },
    candles(symbol, interval, { limit = 250, before } = {}) {
      const [board, chart] = [tickers.get(symbol), charts.get(symbol)]
      return board && chart ? { precision: board.listing.precision, candles: chart.candles(interval, limit, before) } : null
    },
    dayLine: (symbol) => charts.get(symbol)?.dayLine() ?? null,
    listing: (symbol) => tickers.get(symbol)?.listing ?? null,
    isOpen: (symbol, ms) => tickers.get(symbol)?.isOpen(ms) ?? false,
    nextOpen: (symbol, ms) => boundaryMs(symbol, ms, nextOpen),
    nextClose: (symbol, ms) => boundaryMs(symbol, ms, nextClose),
    ticks: (symbol, afterMs, untilMs) => tickers.get(symbol)?.ticks.between(afterMs, untilMs) ?? [],
    tickAt: (symbol, ms) => tickers.get(symbol)?.ticks.at(ms) ?? null,
    firstTick: (symbol, afterMs, untilMs, trigger) => tickers.get(symbol)?.ticks.first(afterMs, untilMs, trigger) ?? null,
    onTick(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
