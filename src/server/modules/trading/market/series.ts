import type { Listing } from './instruments.ts'
import { floorTo, BUCKET_SECONDS, type PriceProcess } from './priceProcess.ts'
import type { Bar } from './bucket.ts'
import { isOpen, lastOpen } from './tradingHours.ts'

export const MINUTE = 60
/** No candle starts before this, Unix seconds (2023-01-02, a Monday). */
export const LISTED_SINCE = 1_672_617_600

export interface MinuteTicks {
  prices: readonly number[]
  volume(index: number): number
}

/**
 * Aggregates up to one tick. Ticks are numbered from the epoch, `pace` per minute, including closed minutes; the first tick of a
 * minute is at its start.
 */
export interface Series {
  /** Number of the last tick at or before a time in Unix milliseconds. */
  slotAt(ms: number): number
  /** Unix milliseconds of a tick. */
  timeOf(slot: number): number
  minuteOf(slot: number): number
  /** Prices of all ticks of a minute, and the cumulative volume at each. */
  minute(time: number): MinuteTicks
  /** OHLCV from the minute `from` up to and including a tick; null if the market was closed throughout. */
  range(from: number, slot: number): Bar | null
  /** The candle of `span` seconds that starts at `start`, up to a tick. */
  candle(start: number, span: number, slot: number): Bar | null
  /** Candles up to a tick, oldest first, without closed periods; `before` is an exclusive upper bound. */
  candles(span: number, slot: number, limit: number, before?: number): [start: number, bar: Bar][]
}

/** Merges a bar with the next one; without a first bar, returns a copy of the second. */
export function mergeBars(a: Bar | null, b: Bar): Bar {
  if (!a) return { open: b.open, high: b.high, low: b.low, close: b.close, volume: b.volume }
  return {
    open: a.open,
    high: Math.max(a.high, b.high),
    low: Math.min(a.low, b.low),
    close: b.close,
    volume: a.volume + b.volume,
  }
}

/** Creates the series of a symbol; `pace` is its number of ticks per minute. */
export function createSeries(listing: Listing, prices: PriceProcess, pace: number): Series {
  const { hours } = listing
  const minuteOf = (slot: number) => Math.floor(slot / pace) * MINUTE
  const timeOf = (slot: number) => minuteOf(slot) * 1000 + Math.ceil(((slot % pace) * 60_000) / pace)

  let latest: { time: number; ticks: MinuteTicks } | null = null

  function minute(time: number): MinuteTicks {
    if (latest?.time !== time) {
      const total = prices.bucket(BUCKET_SECONDS.length - 1, time)?.volume ?? 0
      latest = {
        time,
        ticks: { prices: prices.ticks(time, pace), volume: (index) => Math.floor((total * (index + 1)) / pace) },
      }
    }
    return latest.ticks
  }

  function currentBar(slot: number): Bar | null {
    const ticks = minute(minuteOf(slot))
    const known = ticks.prices.slice(0, (slot % pace) + 1)
    if (known.length === 0) return null
    return {
      open: known[0] as number,
      high: Math.max(...known),
      low: Math.min(...known),
      close: known.at(-1) as number,
      volume: ticks.volume(slot % pace),
    }
  }

  function range(from: number, slot: number): Bar | null {
    const end = minuteOf(slot)
    let all: Bar | null = null
    let at = from
    while (at < end) {
      const level = BUCKET_SECONDS.findIndex((span) => floorTo(at, span) === at && at + span <= end)
      const block = prices.bucket(level, at)
      if (block) all = mergeBars(all, block)
      at += BUCKET_SECONDS[level] as number
    }
    const last = from <= end ? currentBar(slot) : null
    return last ? mergeBars(all, last) : all
  }

  function candle(start: number, span: number, slot: number): Bar | null {
    if (start + span > minuteOf(slot)) return range(start, slot)
    const block = prices.bucket(BUCKET_SECONDS.indexOf(span), start)
    return block && mergeBars(null, block)
  }

  /** Candles of a second each; a second without a tick has none. */
  function tickBars(slot: number, limit: number, before: number): [start: number, bar: Bar][] {
    const rows: [number, Bar][] = []
    let at = before === Number.POSITIVE_INFINITY ? slot : Math.min(slot, slotBefore(before))
    while (at >= 0 && minuteOf(at) >= LISTED_SINCE) {
      const start = Math.floor(timeOf(at) / 1000)
      const row = rows.at(-1)
      if (row?.[0] !== start && rows.length === limit) break
      const index = at % pace
      const ticks = minute(minuteOf(at))
      const price = ticks.prices[index]
      if (price === undefined) {
        // A closed minute has no ticks: continue before it.
        at = (lastOpen(hours, minuteOf(at)) / MINUTE) * pace - 1
        continue
      }
      const volume = ticks.volume(index) - (index > 0 ? ticks.volume(index - 1) : 0)
      const tick: Bar = { open: price, high: price, low: price, close: price, volume }
      if (row?.[0] === start) row[1] = mergeBars(tick, row[1])
      else rows.push([start, tick])
      at -= 1
    }
    return rows.toReversed()
  }

  /** The last tick that is earlier than a second. */
  function slotBefore(second: number): number {
    let slot = Math.ceil((second / MINUTE) * pace) + 1
    while (timeOf(slot) >= second * 1000) slot -= 1
    return slot
  }

  return {
    slotAt(ms) {
      const time = Math.floor(ms / 60_000) * MINUTE
      if (!isOpen(hours, time)) return (lastOpen(hours, time) / MINUTE) * pace - 1
      return (time / MINUTE) * pace + Math.floor(((ms - time * 1000) * pace) / 60_000)
    },
    timeOf,
    minuteOf,
    minute,
    range,
    candle,
    candles(span, slot, limit, before = Number.POSITIVE_INFINITY) {
      if (span < MINUTE) return tickBars(slot, limit, before)
      const rows: [number, Bar][] = []
      let start = floorTo(Math.min(before - 1, minuteOf(slot)), span)
      while (rows.length < limit && start >= LISTED_SINCE) {
        const bar = candle(start, span, slot)
        if (bar) rows.push([start, bar])
        // A candle without trades is in a closed period: continue before it.
        start = bar ? start - span : floorTo(lastOpen(hours, start) - 1, span)
      }
      return rows.toReversed()
    },
  }
}
