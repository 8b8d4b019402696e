import type { Price } from '../../../../engine/language/values/units.ts'
import type { Clock } from '../../../kit/clock.ts'
import { createTicker, type SymbolTicker, type Quote } from './ticker.ts'
import { createChart, type Candle, type Chart, type DayLine, type Interval } from './chart.ts'
import { LISTINGS, type InstrumentClass, type Listing } from './instruments.ts'
import { nextClose, nextOpen } from './tradingHours.ts'
import type { MarketDepth } from './depth.ts'
import type { MarketTrade } from './tape.ts'
import type { Tick, Trigger } from './ticks.ts'

export type { Quote } from './ticker.ts'
export type { DepthLevel, MarketDepth } from './depth.ts'
export type { MarketTrade } from './tape.ts'
export type { Bounds, Tick, Trigger } from './ticks.ts'
export type { InstrumentClass, Listing } from './instruments.ts'

export { INTERVALS, type Candle, type DayLine, type Interval } from './chart.ts'

export interface Instrument {
  symbol: string
  /** English; see names.ts for localized names. */
  name: string
  base: string
  currency: string
  class: InstrumentClass
  precision: number
  /** Whether the market is open; prices do not change while it is closed. */
  open: boolean
  quote: Quote
  /** Prices of the trading day, oldest first: from its open to the last price. */
  spark: Price[]
}

export interface Market {
  /** Starts following the clock: tick by tick while there are listeners, otherwise with each read. */
  start(): void
  stop(): void
  /** Advances the prices to the clock once. */
  step(): void
  readonly symbols: readonly string[]
  quote(symbol: string): Quote | null
  /** Cached until the next tick. */
  instruments(kind?: InstrumentClass): Instrument[]
  /** Oldest first; the last candle is the current one. Null for an unknown symbol. */
  candles(
    symbol: string,
    interval: Interval,
    options?: { limit?: number; before?: number },
  ): { precision: number; candles: Candle[] } | null
  /** One price per minute of the trading day, the last one current. Null for an unknown symbol. */
  dayLine(symbol: string): DayLine | null
  /** Static data of a symbol. Null for an unknown one. */
  listing(symbol: string): Listing | null
  /** Whether the market is open at `ms`, Unix milliseconds like all times below. */
  isOpen(symbol: string, ms: number): boolean
  /** Next opening; `ms` itself while open. Null for an unknown symbol. */
  nextOpen(symbol: string, ms: number): number | null
  /** Next closing. Null where the market never closes. */
  nextClose(symbol: string, ms: number): number | null
  /**
   * Ticks after `afterMs` up to and including `untilMs`, in order. Deterministic: identical to the live ticks, also for times when no
   * server ran. None for an unknown symbol.
   */
  ticks(symbol: string, afterMs: number, untilMs: number): Iterable<Tick>
  /** The tick in force at `ms`, by which trades at that time are priced. Null for an unknown symbol. */
  tickAt(symbol: string, ms: number): Tick | null
  /** The first tick in an interval that meets a trigger; fast even over months. */
  firstTick(symbol: string, afterMs: number, untilMs: number, trigger: Trigger): Tick | null
  /** Resting quantity at the tick of the current quote; `step` is the lot step in base units. Null for an unknown symbol. */
  depth(symbol: string, step: number): MarketDepth | null
  /** Trades up to the current quote, latest first, at most `limit`. Null for an unknown symbol. */
  trades(symbol: string, limit: number): MarketTrade[] | null
  /** Trades of the tick with the number `seq` of its quote, latest first. */
  tradesOf(symbol: string, seq: number): MarketTrade[]
  /** Subscribes to every tick, in order. Returns the function that unsubscribes. */
  onTick(listener: (quote: Quote) => void): () => void
}

export interface MarketOptions {
  clock: Clock
  /** The same seed gives the same prices at the same times, across restarts and processes. */
  seed: number
  /** Ticks per second for each open symbol, overriding its pace, at most 100; 0: prices change only by `step`. */
  tickRate?: number
}

const STEP_MS = 50

function paceOf(own: number, tickRate: number | undefined): number {
  if (!tickRate) return own
  return Math.min(6000, Math.max(60, Math.round(tickRate * 60)))
}

/** Creates the market at the current time. Its quotes follow the clock only after `start`; the caller calls `stop`. */
export function createMarket({ clock, seed, tickRate }: MarketOptions): Market {
  const now = clock.nowMs()
  const tickers = new Map<string, SymbolTicker>(
    LISTINGS.map((listing) => [listing.symbol, createTicker(listing, seed, now, paceOf(listing.pace, tickRate))]),
  )
  const listeners = new Set<(quote: Quote) => void>()
  const charts = new Map<string, Chart>([...tickers].map(([symbol, board]) => [symbol, createChart(board)]))
  const lists = new Map<InstrumentClass | 'all', Instrument[]>()
  let isStarted = false
  let stopSteps: (() => void) | null = null

  function notify(quote: Quote): void {
    lists.clear()
    for (const listener of listeners) listener(quote)
  }

  function step(): void {
    const ms = clock.nowMs()
    for (const board of tickers.values()) board.step(ms, notify)
  }

  /** Runs the steps while there is a listener. */
  function updateSteps(): void {
    if (isStarted && listeners.size > 0) {
      stopSteps ??= clock.every(STEP_MS, step)
      return
    }
    stopSteps?.()
    stopSteps = null
  }

  const isFollowing = (): boolean => stopSteps !== null || !isStarted

  /** The ticker of a symbol at the current time. */
  function current(symbol: string): SymbolTicker | undefined {
    const ticker = tickers.get(symbol)
    if (!isFollowing()) ticker?.step(clock.nowMs(), notify)
    return ticker
  }

  function boundaryMs(symbol: string, ms: number, next: typeof nextClose): number | null {
    const listing = tickers.get(symbol)?.listing
    const seconds = listing ? next(listing.hours, Math.floor(ms / 1000)) : null
    return seconds === null ? null : Math.max(ms, seconds * 1000)
  }

  function instrument(ticker: SymbolTicker, ms: number): Instrument {
    const { symbol, name, base, quote: currency, class: kind, precision } = ticker.listing
    return {
      symbol,
      name,
      base,
      currency,
      class: kind,
      precision,
      open: ticker.isOpen(ms),
      quote: ticker.quote,
      spark: charts.get(symbol)?.spark() ?? [],
    }
  }

  return {
    start() {
      if (!tickRate && tickRate !== undefined) return
      isStarted = true
      updateSteps()
    },
    stop() {
      isStarted = false
      updateSteps()
    },
    step,
    symbols: [...tickers.keys()],
    quote: (symbol) => current(symbol)?.quote ?? null,
    instruments(kind) {
      if (!isFollowing()) step()
      const key = kind ?? 'all'
      let list = lists.get(key)
      if (!list) {
        const ms = clock.nowMs()
        list = [...tickers.values()]
          .filter(({ listing }) => !kind || listing.class === kind)
          .map((board) => instrument(board, ms))
        lists.set(key, list)
      }
      return list
    },
    candles(symbol, interval, { limit = 250, before } = {}) {
      const [board, chart] = [current(symbol), charts.get(symbol)]
      return board && chart
        ? { precision: board.listing.precision, candles: chart.candles(interval, limit, before) }
        : null
    },
    dayLine: (symbol) => (current(symbol) && charts.get(symbol)?.dayLine()) ?? null,
    listing: (symbol) => tickers.get(symbol)?.listing ?? null,
    isOpen: (symbol, ms) => tickers.get(symbol)?.isOpen(ms) ?? false,
    nextOpen: (symbol, ms) => boundaryMs(symbol, ms, nextOpen),
    nextClose: (symbol, ms) => boundaryMs(symbol, ms, nextClose),
    ticks: (symbol, afterMs, untilMs) => tickers.get(symbol)?.ticks.between(afterMs, untilMs) ?? [],
    tickAt: (symbol, ms) => tickers.get(symbol)?.ticks.at(ms) ?? null,
    firstTick: (symbol, afterMs, untilMs, trigger) =>
      tickers.get(symbol)?.ticks.first(afterMs, untilMs, trigger) ?? null,
    depth: (symbol, step) => current(symbol)?.depth(step) ?? null,
    trades(symbol, limit) {
      const ticker = current(symbol)
      return ticker ? ticker.tape.until(ticker.slot, limit) : null
    },
    tradesOf: (symbol, seq) => tickers.get(symbol)?.tape.at(seq) ?? [],
    onTick(listener) {
      // The ticks without a listener are past.
      if (!isFollowing()) step()
      listeners.add(listener)
      updateSteps()
      return () => {
        listeners.delete(listener)
        updateSteps()
      }
    },
  }
}
