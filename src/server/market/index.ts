import type { Clock } from '../clock.ts'
import { createBoard, write, type Board, type Quote } from './board.ts'
import { LISTINGS, type InstrumentClass } from './instruments.ts'
import type { Bar } from './path.ts'
import { MINUTE } from './series.ts'
import { DAY, dayOf, HOUR, WEEK } from './session.ts'

export type { Quote } from './board.ts'
export type { InstrumentClass } from './instruments.ts'

export const INTERVALS = { '1m': 60, '5m': 300, '15m': 900, '30m': 1800, '1h': HOUR, '4h': 4 * HOUR, '1d': DAY, '1w': WEEK } as const
export type Interval = keyof typeof INTERVALS

/** `time` is its start in Unix seconds; prices and volume are decimal strings. */
export interface Candle {
  time: number
  open: string
  high: string
  low: string
  close: string
  volume: string
}

export interface Instrument {
  symbol: string
  /** English; see names.ts for the reader's language. */
  name: string
  base: string
  currency: string
  class: InstrumentClass
  precision: number
  /** Whether its trading hours are on now: prices stand still while they are not. */
  open: boolean
  quote: Quote
  /** Closes of the last 24 trading hours, oldest first, the last one of now. */
  spark: string[]
}

export interface DayLine {
  precision: number
  open: string
  points: { time: number; price: string }[]
}

export interface Market {
  /** Brings the prices up to the clock, as long as it runs. */
  start(): void
  stop(): void
  /** Brings the prices up to the clock once. */
  step(): void
  readonly symbols: readonly string[]
  quote(symbol: string): Quote | null
  /** Cheap to ask for often: made anew only after a tick. */
  instruments(kind?: InstrumentClass): Instrument[]
  /** Oldest first; the last one is in the making and closes at the last quote. Null for an unknown symbol. */
  candles(symbol: string, interval: Interval, options?: { limit?: number; before?: number }): { precision: number; candles: Candle[] } | null
  /** One price a minute since the trading day began, the last one of now. Null for an unknown symbol. */
  dayLine(symbol: string): DayLine | null
  /** Every tick in order. Returns what ends it. */
  onTick(listener: (quote: Quote) => void): () => void
}

export interface MarketOptions {
  clock: Clock
  /** The same seed gives the same prices at the same times, whenever and however often the server starts. */
  seed: number
  /** Ticks a second of each open symbol instead of its own pace, at most 100; 0: prices stand still unless `step` is called. */
  tickRate?: number
}

const STEP_MS = 50
const SPARK_POINTS = 24

function paceOf(own: number, tickRate: number | undefined): number {
  if (!tickRate) return own
  return Math.min(6000, Math.max(60, Math.round(tickRate * 60)))
}

export function createMarket({ clock, seed, tickRate }: MarketOptions): Market {
  const now = clock.nowMs()
  const boards = new Map<string, Board>(
    LISTINGS.map((listing) => [listing.symbol, createBoard(listing, seed, now, paceOf(listing.pace, tickRate))]),
  )
  const listeners = new Set<(quote: Quote) => void>()
  const sparks = new Map<string, { minute: number; prices: string[] }>()
  const lists = new Map<InstrumentClass | 'all', Instrument[]>()
  let stopSteps: (() => void) | null = null

  function tell(quote: Quote): void {
    lists.clear()
    for (const listener of listeners) listener(quote)
  }

  function step(): void {
    const ms = clock.nowMs()
    for (const board of boards.values()) board.step(ms, tell)
  }

  function spark(board: Board): string[] {
    const { symbol, precision } = board.listing
    const minute = board.series.minuteOf(board.slot)
    let known = sparks.get(symbol)
    if (known?.minute !== minute) {
      const bars = board.series.candles(HOUR, board.slot, SPARK_POINTS)
      known = { minute, prices: bars.map(([, bar]) => write(bar.close, precision)) }
      sparks.set(symbol, known)
    }
    return [...known.prices.slice(0, -1), board.quote.last]
  }

  function instrument(board: Board, ms: number): Instrument {
    const { symbol, name, base, quote: currency, class: kind, precision } = board.listing
    return { symbol, name, base, currency, class: kind, precision, open: board.isOpen(ms), quote: board.quote, spark: spark(board) }
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
    symbols: [...boards.keys()],
    quote: (symbol) => boards.get(symbol)?.quote ?? null,
    instruments(kind) {
      const key = kind ?? 'all'
      let list = lists.get(key)
      if (!list) {
        const ms = clock.nowMs()
        list = [...boards.values()].filter(({ listing }) => !kind || listing.class === kind).map((board) => instrument(board, ms))
        lists.set(key, list)
      }
      return list
    },
    candles(symbol, interval, { limit = 250, before } = {}) {
      const board = boards.get(symbol)
      if (!board) return null
      const { precision, volumePrecision } = board.listing
      const candle = ([time, bar]: [number, Bar]): Candle => ({
        time,
        open: write(bar.open, precision),
        high: write(bar.high, precision),
        low: write(bar.low, precision),
        close: write(bar.close, precision),
        volume: write(bar.volume, volumePrecision),
      })
      return { precision, candles: board.series.candles(INTERVALS[interval], board.slot, limit, before).map(candle) }
    },
    dayLine(symbol) {
      const board = boards.get(symbol)
      if (!board) return null
      const { series, slot, quote, listing } = board
      const { precision } = listing
      const minutes = (series.minuteOf(slot) - dayOf(listing.session, series.minuteOf(slot))) / MINUTE
      const bars = series.candles(MINUTE, slot, minutes + 1, series.minuteOf(slot)).filter(([start]) => start >= series.minuteOf(slot) - minutes * MINUTE)
      const points = bars.map(([start, bar]) => ({ time: start, price: write(bar.open, precision) }))
      return { precision, open: quote.open, points: [...points, { time: quote.time, price: quote.last }] }
    },
    onTick(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
