import { REFERENCE, type Listing } from './instruments.ts'
import { hashText, random, type Random } from './random.ts'
import { activity, DAY, HOUR, isOpen, WEEK } from './session.ts'
import { boundaries, ticksOf, topAndBottom } from './split.ts'

/** One stretch of the path, in ticks of the price and units of the volume: whole numbers, so that sums and extremes are exact. */
export interface Bar {
  open: number
  high: number
  low: number
  close: number
  volume: number
}

/** `sigma`: standard deviation of the price over the stretch, in ticks. It sets the pace of what is inside. */
export interface Block extends Bar {
  sigma: number
}

/** Each level divides the one before it. */
export const SPANS: readonly number[] = [WEEK, DAY, 4 * HOUR, HOUR, 1800, 900, 300, 60]
const MINUTE_LEVEL = SPANS.length - 1
const MONDAY = 4 * DAY
/** Weeks between two prices that are drawn independently: nothing drifts away, however far the time runs. */
const ERA = 64
const REMEMBERED = 512

const weekOf = (time: number): number => Math.round((time - MONDAY) / WEEK)

/** Start of the candle of `span` seconds in which `time` lies, Unix seconds. */
export const floorTo = (time: number, span: number): number => Math.floor((time - MONDAY) / span) * span + MONDAY

/**
 * The price of one symbol at any time, as a function of seed, symbol and time alone. A week is drawn first, then the
 * days inside it, and so on down to the ticks of a minute: each part keeps within what is above it and meets its
 * open, high, low, close and volume exactly. So any candle is known at once, without the ticks it is made of.
 */
export interface Path {
  /** The stretch of a level that starts at `time`, null while the market is closed. */
  block(level: number, time: number): Block | null
  /** Prices of the ticks of the minute that starts at `time`, evenly spaced, none while closed. */
  ticks(time: number, count: number): number[]
}

export function createPath(listing: Listing, seed: number): Path {
  const { session, price, precision, volatility } = listing
  const id = hashText(listing.symbol)
  const unit = 10 ** precision
  const draw = (level: number, time: number): Random => random(seed, id, level, time)
  const memory = SPANS.map(() => new Map<number, (Block | null)[]>())

  const endOfEra = (era: number) => 3 * volatility * draw(-1, era).normal()

  /** Logarithm of the price at the start of a week, but for a constant: a bridge between two ends of an era. */
  function level(week: number): number {
    const era = Math.floor(week / ERA)
    let [from, to] = [era * ERA, (era + 1) * ERA]
    let [low, high] = [endOfEra(era), endOfEra(era + 1)]
    while (week !== from) {
      const middle = (from + to) / 2
      const value = (low + high) / 2 + volatility * Math.sqrt((to - from) / 4) * draw(-2, middle).normal()
      if (week < middle) [to, high] = [middle, value]
      else [from, low] = [middle, value]
    }
    return low
  }

  const anchor = level(weekOf(REFERENCE))
  const priceAtWeek = (week: number) => Math.max(1, Math.round(price * unit * Math.exp(level(week) - anchor)))

  function week(time: number): Block {
    const luck = draw(0, time)
    const open = priceAtWeek(weekOf(time))
    const close = priceAtWeek(weekOf(time) + 1)
    const sigma = open * volatility * Math.exp(0.25 * luck.normal())
    const [high, low] = topAndBottom(open, close, sigma, luck)
    const volume = Math.round(listing.volume * 10 ** listing.volumePrecision * Math.exp(0.25 * luck.normal()))
    return { open, high: Math.round(high), low: Math.max(1, Math.round(low)), close, volume, sigma }
  }

  function split(parent: Block, parentLevel: number, time: number): (Block | null)[] {
    const span = SPANS[parentLevel + 1] as number
    const luck = draw(parentLevel + 1, time)
    const count = (SPANS[parentLevel] as number) / span
    const weights: number[] = []
    for (let i = 0; i < count; i++) {
      weights.push(activity(session, time + i * span, span) * Math.exp(0.3 * luck.normal()))
    }
    const open = weights.flatMap((weight, i) => (weight > 0 ? [i] : []))
    const parts = boundaries(parent, open.map((i) => weights[i] as number), luck)
    const result: (Block | null)[] = weights.map(() => null)
    for (const [at, i] of open.entries()) result[i] = parts[at] ?? null
    return result
  }

  function children(parentLevel: number, time: number): (Block | null)[] | null {
    const known = memory[parentLevel] as Map<number, (Block | null)[]>
    const found = known.get(time)
    if (found) return found
    const parent = block(parentLevel, time)
    if (!parent) return null
    const made = split(parent, parentLevel, time)
    if (known.size >= REMEMBERED) known.delete(known.keys().next().value as number)
    known.set(time, made)
    return made
  }

  function block(at: number, time: number): Block | null {
    if (at === 0) return week(time)
    const start = floorTo(time, SPANS[at - 1] as number)
    return children(at - 1, start)?.[(time - start) / (SPANS[at] as number)] ?? null
  }

  return {
    block,
    ticks(time, count) {
      const minute = isOpen(session, time) ? block(MINUTE_LEVEL, time) : null
      return minute ? ticksOf(minute, count, draw(SPANS.length, time)) : []
    },
  }
}
