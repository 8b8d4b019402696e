import { asPercent, asQuantity } from '../../../../engine/language/values/decimal.ts'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { Quote } from '../../../../generated/entities.ts'
import type { Listing } from './instruments.ts'
import { createPriceProcess, type PriceProcess } from './priceProcess.ts'
import type { Bar } from './bucket.ts'
import { createSeries, mergeBars, MINUTE, type Series } from './series.ts'
import { tradingDayOf, isOpen } from './tradingHours.ts'
import { createDepth, type MarketDepth } from './depth.ts'
import { createTape, type Tape } from './tape.ts'
import { askOf, bidOf, createTicks, type Ticks } from './ticks.ts'
import { formatUnits, formatPrice } from './formatUnits.ts'

export type { Quote }

/** Live state of one symbol: its last tick and the quote derived from it. */
export interface SymbolTicker {
  readonly listing: Listing
  readonly series: Series
  readonly ticks: Ticks
  readonly tape: Tape
  readonly slot: number
  readonly quote: Quote
  isOpen(nowMs: number): boolean
  /** Resting quantity at the current tick; `step` is the lot step in base units. */
  depth(step: number): MarketDepth
  /** Advances to `nowMs` and emits each tick in order. More than two seconds of ticks are emitted as one. */
  step(nowMs: number, onQuote: (quote: Quote) => void): void
}

const CATCH_UP_MS = 2000

/** The price processes of the last seed: they hold no state but what they have computed, so that all markets of a process share them. */
const known = { seed: Number.NaN, processes: new Map<Listing, PriceProcess>() }

function priceProcessOf(listing: Listing, seed: number): PriceProcess {
  if (known.seed !== seed) Object.assign(known, { seed, processes: new Map() })
  const prices = known.processes.get(listing) ?? createPriceProcess(listing, seed)
  known.processes.set(listing, prices)
  return prices
}

/** Creates the ticker of a symbol at `nowMs`, Unix milliseconds; `pace` is its number of ticks per minute. */
export function createTicker(listing: Listing, seed: number, nowMs: number, pace: number): SymbolTicker {
  const { symbol, precision, spread, volumePrecision } = listing
  const prices = priceProcessOf(listing, seed)
  const series = createSeries(listing, prices, pace)
  const depth = createDepth(listing, seed, pace)
  let slot = series.slotAt(nowMs)
  let minuteTime = Number.NaN
  let minute = series.minute(series.minuteOf(slot))
  /** The trading day so far. */
  let day: Bar | null = null
  let quote = computeQuote()

  function computeQuote(): Quote {
    const index = slot % pace
    const now = series.minuteOf(slot)
    if (now !== minuteTime) {
      minuteTime = now
      minute = series.minute(now)
      day = series.range(tradingDayOf(listing.hours, now), (now / MINUTE) * pace - 1)
      for (let i = 0; i < index; i++) day = mergeBars(day, tick(i))
    }
    const bar = (day = mergeBars(day, tick(index)))
    const { open, close: last } = bar
    return {
      symbol,
      last: formatPrice(last, precision),
      bid: formatPrice(bidOf(last, spread), precision),
      ask: formatPrice(askOf(last, spread), precision),
      open: formatPrice(open, precision),
      high: formatPrice(bar.high, precision),
      low: formatPrice(bar.low, precision),
      change: formatPrice(last - open, precision),
      changePercent: asPercent(formatUnits(Math.round(((last - open) * 10_000) / open), 2)),
      volume: asQuantity(formatUnits(bar.volume, volumePrecision)),
      time: asUnixSeconds(Math.floor(series.timeOf(slot) / 1000)),
      // Derived from the time alone, so that all processes number ticks alike.
      seq: slot,
    }
  }

  function tick(index: number): Bar {
    const price = minute.prices[index] as number
    const volume = minute.volume(index) - (index > 0 ? minute.volume(index - 1) : 0)
    return { open: price, high: price, low: price, close: price, volume }
  }

  return {
    listing,
    series,
    ticks: createTicks(listing, prices, series, pace),
    tape: createTape(listing, prices, series, seed, pace),
    depth: (step) => depth.levels(slot, minute.prices[slot % pace] as number, step),
    get slot() {
      return slot
    },
    get quote() {
      return quote
    },
    isOpen: (ms) => isOpen(listing.hours, Math.floor(ms / 1000)),
    step(ms, onQuote) {
      const target = series.slotAt(ms)
      if (target <= slot) return
      const behind = target - slot > Math.max(1, (CATCH_UP_MS * pace) / 60_000)
      if (behind) minuteTime = Number.NaN
      for (let next = behind ? target : slot + 1; next <= target; next++) {
        // Closed periods are longer than the catch-up limit, so no slot in between is closed.
        slot = next
        quote = computeQuote()
        onQuote(quote)
      }
    },
  }
}
