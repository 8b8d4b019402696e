import type { Price } from '../../core/units.ts'
import { toMinor } from '../../core/decimal.ts'
import type { Listing } from './instruments.ts'
import { floorTo, SPANS, type Path } from './path.ts'
import { MINUTE, type Series } from './series.ts'
import { writePrice } from './write.ts'

/** One price of a symbol and the moment from which on it is in force. */
export interface Tick {
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

/** Prices that bring something about: a tick that meets any of them. */
export interface Trigger {
  bid?: Bounds
  ask?: Bounds
}

export interface Ticks {
  /** After one moment and up to another, in order. */
  between(afterMs: number, untilMs: number): Iterable<Tick>
  /** The tick in force: the last one at or before a moment. */
  at(ms: number): Tick
  /** The first one of a stretch that meets a trigger. Stretches whose high and low cannot meet it are passed over, so days cost no more than minutes. */
  first(afterMs: number, untilMs: number, trigger: Trigger): Tick | null
}

const MINUTE_LEVEL = SPANS.length - 1
const REMEMBERED = 16

/** What buyers offer and sellers ask at a last price, all in ticks of the price. Neither ever falls while the last price rises. */
export const bidOf = (last: number, spread: number): number => Math.max(1, last - Math.floor(spread / 2))
export const askOf = (last: number, spread: number): number => bidOf(last, spread) + spread

/** Whether a last price, in ticks, meets a trigger. */
function meeting({ precision, spread }: Listing, { bid, ask }: Trigger): (last: number) => boolean {
  const units = (bound: Price | undefined, rounding: 'ceil' | 'floor', none: number) => (bound === undefined ? none : Number(toMinor(bound, precision, rounding)))
  const [bidUp, askUp] = [bid, ask].map((bounds) => units(bounds?.atLeast, 'ceil', Number.POSITIVE_INFINITY)) as [number, number]
  const [bidDown, askDown] = [bid, ask].map((bounds) => units(bounds?.atMost, 'floor', Number.NEGATIVE_INFINITY)) as [number, number]
  return (last) => {
    const [b, a] = [bidOf(last, spread), askOf(last, spread)]
    return b >= bidUp || b <= bidDown || a >= askUp || a <= askDown
  }
}

/** The ticks of one symbol as a function of time: the very ones that its board tells, whenever they are asked for. */
export function createTicks(listing: Listing, path: Path, series: Series, pace: number): Ticks {
  const { precision, spread } = listing
  const memory = new Map<number, readonly number[]>()

  function pricesOf(minute: number): readonly number[] {
    const known = memory.get(minute)
    if (known) return known
    const made = path.ticks(minute, pace)
    if (memory.size >= REMEMBERED) memory.delete(memory.keys().next().value as number)
    memory.set(minute, made)
    return made
  }

  const priceAt = (slot: number): number => pricesOf(series.minuteOf(slot))[slot % pace] as number

  function tick(slot: number, last = priceAt(slot)): Tick {
    return { timeMs: series.timeOf(slot), last: writePrice(last, precision), bid: writePrice(bidOf(last, spread), precision), ask: writePrice(askOf(last, spread), precision) }
  }

  function firstIn(level: number, start: number, from: number, to: number, meets: (last: number) => boolean): number | null {
    const span = SPANS[level] as number
    if (start > series.minuteOf(to) || start + span <= series.minuteOf(from)) return null
    const block = path.block(level, start)
    // Each way of meeting a trigger begins at a price and goes on from there, up or down: what neither the high nor the low meets, nothing between them does.
    if (!block || !(meets(block.high) || meets(block.low))) return null
    if (level === MINUTE_LEVEL) {
      const zero = (start / MINUTE) * pace
      const found = pricesOf(start).findIndex((last, index) => zero + index >= from && zero + index <= to && meets(last))
      return found < 0 ? null : zero + found
    }
    const part = SPANS[level + 1] as number
    for (let at = start; at < start + span; at += part) {
      const found = firstIn(level + 1, at, from, to, meets)
      if (found !== null) return found
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
        // A minute without ticks is closed as a whole.
        else slot += pace - (slot % pace) - 1
      }
    },
    first(afterMs, untilMs, trigger) {
      const [from, to] = [series.slotAt(afterMs) + 1, series.slotAt(untilMs)]
      const [span] = SPANS as [number]
      const meets = meeting(listing, trigger)
      for (let week = floorTo(series.minuteOf(from), span); week <= series.minuteOf(to); week += span) {
        const found = firstIn(0, week, from, to, meets)
        if (found !== null) return tick(found)
      }
      return null
    },
  }
}
