import { asPercent, asQuantity } from '../../core/decimal.ts'
import { asUnixSeconds } from '../../core/time.ts'
import type { Quote } from '../../generated/entities.ts'
import type { Listing } from './instruments.ts'
import { createPath, type Bar } from './path.ts'
import { createSeries, merge, MINUTE, type Series } from './series.ts'
import { dayOf, isOpen } from './session.ts'
import { askOf, bidOf, createTicks, type Ticks } from './ticks.ts'
import { write, writePrice } from './write.ts'

export type { Quote }

/** One symbol as it stands: the last tick and what is known with it. */
export interface Board {
  readonly listing: Listing
  readonly series: Series
  readonly ticks: Ticks
  readonly slot: number
  readonly quote: Quote
  isOpen(nowMs: number): boolean
  /** Moves on to `nowMs` and tells each tick on the way, in order. More than two seconds of them at once become one. */
  step(nowMs: number, tell: (quote: Quote) => void): void
}

const CATCH_UP_MS = 2000

export function createBoard(listing: Listing, seed: number, nowMs: number, pace: number): Board {
  const { symbol, precision, spread, volumePrecision } = listing
  const path = createPath(listing, seed)
  const series = createSeries(listing, path, pace)
  let slot = series.slotAt(nowMs)
  let time = Number.NaN
  let minute = series.minute(series.minuteOf(slot))
  /** The trading day so far. */
  let day: Bar | null = null
  let quote = read()

  function read(): Quote {
    const index = slot % pace
    const now = series.minuteOf(slot)
    if (now !== time) {
      time = now
      minute = series.minute(now)
      day = series.range(dayOf(listing.session, now), (now / MINUTE) * pace - 1)
      for (let i = 0; i < index; i++) day = merge(day, tick(i))
    }
    const bar = (day = merge(day, tick(index)))
    const { open, close: last } = bar
    return {
      symbol,
      last: writePrice(last, precision),
      bid: writePrice(bidOf(last, spread), precision),
      ask: writePrice(askOf(last, spread), precision),
      open: writePrice(open, precision),
      high: writePrice(bar.high, precision),
      low: writePrice(bar.low, precision),
      change: writePrice(last - open, precision),
      changePercent: asPercent(write(Math.round(((last - open) * 10_000) / open), 2)),
      volume: asQuantity(write(bar.volume, volumePrecision)),
      time: asUnixSeconds(Math.floor(series.timeOf(slot) / 1000)),
      // Of the time alone, so that every process numbers a tick alike.
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
    ticks: createTicks(listing, path, series, pace),
    get slot() {
      return slot
    },
    get quote() {
      return quote
    },
    isOpen: (ms) => isOpen(listing.session, Math.floor(ms / 1000)),
    step(ms, tell) {
      const target = series.slotAt(ms)
      if (target <= slot) return
      const late = target - slot > Math.max(1, (CATCH_UP_MS * pace) / 60_000)
      if (late) time = Number.NaN
      for (let next = late ? target : slot + 1; next <= target; next++) {
        // A pause is longer than what is caught up with: no slot in between is closed.
        slot = next
        quote = read()
        tell(quote)
      }
    },
  }
}
