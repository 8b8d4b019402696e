import type { Price } from '../../../../engine/language/values/units.ts'
import { toMinor } from '../../../../engine/language/values/decimal.ts'
import type { Listing } from './instruments.ts'
import { floorTo, BUCKET_SECONDS, type PriceProcess } from './priceProcess.ts'
import { MINUTE, type Series } from './series.ts'
import { formatPrice } from './formatUnits.ts'

/** One price of a symbol and the moment from which on it is in force. */
export interface Tick {
  /** Number of the tick of its symbol, as in the live ticks. */
  seq: number
  timeMs: number
  last: Price
  bid: Price
  ask: Price
}

/** At or above, at or below. */
export interface Bounds {
  atLeast?: Price
  atMost?: Price
}

/** A price condition; a tick triggers it when it meets any of the bounds. */
export interface Trigger {
  last?: Bounds
  bid?: Bounds
  ask?: Bounds
}

export interface Ticks {
  /** After one moment and up to another, in order. */
  between(afterMs: number, untilMs: number): Iterable<Tick>
  /** The tick in force: the last one at or before a moment. */
  at(ms: number): Tick
  /** The first tick in an interval that meets a trigger. Buckets whose high and low do not meet it are skipped, so days cost no more than minutes. */
  first(afterMs: number, untilMs: number, trigger: Trigger): Tick | null
}

const MINUTE_LEVEL = BUCKET_SECONDS.length - 1
const CACHE_SIZE = 16

/** Returns the bid for a last price, in ticks. Bid and ask are monotonic in the last price. */
export const bidOf = (last: number, spread: number): number => Math.max(1, last - Math.floor(spread / 2))
/** Returns the ask for a last price, in ticks: the bid plus the spread. */
export const askOf = (last: number, spread: number): number => bidOf(last, spread) + spread

/** Whether a last price, in ticks, meets a trigger. */
function matcherOf({ precision, spread }: Listing, trigger: Trigger): (last: number) => boolean {
  const units = (bound: Price | undefined, rounding: 'ceil' | 'floor', none: number) =>
    bound === undefined ? none : Number(toMinor(bound, precision, rounding))
  const boundsOf = (bounds: Bounds | undefined): [up: number, down: number] => [
    units(bounds?.atLeast, 'ceil', Number.POSITIVE_INFINITY),
    units(bounds?.atMost, 'floor', Number.NEGATIVE_INFINITY),
  ]
  const [lastUp, lastDown] = boundsOf(trigger.last)
  const [bidUp, bidDown] = boundsOf(trigger.bid)
  const [askUp, askDown] = boundsOf(trigger.ask)
  return (last) => {
    const [bid, ask] = [bidOf(last, spread), askOf(last, spread)]
    return last >= lastUp || last <= lastDown || bid >= bidUp || bid <= bidDown || ask >= askUp || ask <= askDown
  }
}

/** The ticks of one symbol as a function of time, identical to the live ones. */
export function createTicks(listing: Listing, process: PriceProcess, series: Series, pace: number): Ticks {
  const { precision, spread } = listing
  const cache = new Map<number, readonly number[]>()

  function pricesOf(minute: number): readonly number[] {
    const cached = cache.get(minute)
    if (cached) return cached
    const prices = process.ticks(minute, pace)
    if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value as number)
    cache.set(minute, prices)
    return prices
  }

  const priceAt = (slot: number): number => pricesOf(series.minuteOf(slot))[slot % pace] as number

  function tick(slot: number, last = priceAt(slot)): Tick {
    return {
      seq: slot,
      timeMs: series.timeOf(slot),
      last: formatPrice(last, precision),
      bid: formatPrice(bidOf(last, spread), precision),
      ask: formatPrice(askOf(last, spread), precision),
    }
  }

  function firstIn(
    level: number,
    start: number,
    from: number,
    to: number,
    matches: (last: number) => boolean,
  ): number | null {
    const span = BUCKET_SECONDS[level] as number
    if (start > series.minuteOf(to) || start + span <= series.minuteOf(from)) return null
    const block = process.bucket(level, start)
    // A trigger is met from a threshold on, upwards or downwards: if neither high nor low meets it, no price in between does.
    if (!block || !(matches(block.high) || matches(block.low))) return null
    if (level === MINUTE_LEVEL) {
      const firstSlot = (start / MINUTE) * pace
      const offset = pricesOf(start).findIndex(
        (last, index) => firstSlot + index >= from && firstSlot + index <= to && matches(last),
      )
      return offset < 0 ? null : firstSlot + offset
    }
    const part = BUCKET_SECONDS[level + 1] as number
    for (let at = start; at < start + span; at += part) {
      const slot = firstIn(level + 1, at, from, to, matches)
      if (slot !== null) return slot
    }
    return null
  }

  return {
    at: (ms) => tick(series.slotAt(ms)),
    *between(afterMs, untilMs) {
      const to = series.slotAt(untilMs)
      for (let slot = series.slotAt(afterMs) + 1; slot <= to; slot++) {
        const last = pricesOf(series.minuteOf(slot))[slot % pace]
        if (last !== undefined) yield tick(slot, last)
        // A minute without ticks is closed entirely.
        else slot += pace - (slot % pace) - 1
      }
    },
    first(afterMs, untilMs, trigger) {
      const [from, to] = [series.slotAt(afterMs) + 1, series.slotAt(untilMs)]
      const [span] = BUCKET_SECONDS as [number]
      const matches = matcherOf(listing, trigger)
      for (let week = floorTo(series.minuteOf(from), span); week <= series.minuteOf(to); week += span) {
        const slot = firstIn(0, week, from, to, matches)
        if (slot !== null) return tick(slot)
      }
      return null
    },
  }
}
