import type { Bucket } from './bucket.ts'
import { REFERENCE, type Listing } from './instruments.ts'
import { hashText, createRng, type Rng } from './random.ts'
import { activityOf, DAY, HOUR, isOpen, WEEK } from './tradingHours.ts'
import { splitBucket, ticksOf, bridgeExtremes } from './bridge.ts'

/** Bucket lengths in seconds; each level divides the one before it. */
export const BUCKET_SECONDS: readonly number[] = [WEEK, DAY, 4 * HOUR, HOUR, 1800, 900, 300, 60]
const MINUTE_LEVEL = BUCKET_SECONDS.length - 1
const MONDAY = 4 * DAY
/** Weeks between two independently drawn prices: the process cannot drift away. */
const ERA = 64
const CACHE_SIZE = 512

const weekOf = (time: number): number => Math.round((time - MONDAY) / WEEK)

/** Start of the candle of `span` seconds in which `time` lies, Unix seconds. */
export const floorTo = (time: number, span: number): number => Math.floor((time - MONDAY) / span) * span + MONDAY

/**
 * The price of one symbol as a function of seed, symbol and time. A week is drawn first, then its days, and so on down to the ticks
 * of a minute. Each part matches the open, high, low, close and volume of its parent exactly, so any candle is computed without its ticks.
 */
export interface PriceProcess {
  /** The bucket of a level that starts at `time`; null while the market is closed. */
  bucket(level: number, time: number): Bucket | null
  /** Evenly spaced tick prices of the minute that starts at `time`; none while closed. */
  ticks(time: number, count: number): readonly number[]
}

/** Creates the price process of a symbol; deterministic for a listing and a seed. */
export function createPriceProcess(listing: Listing, seed: number): PriceProcess {
  const { hours, price, precision, volatility } = listing
  const id = hashText(listing.symbol)
  const unit = 10 ** precision
  const rngOf = (level: number, time: number): Rng => createRng(seed, id, level, time)
  const cache = BUCKET_SECONDS.map(() => new Map<number, (Bucket | null)[]>())

  const endOfEra = (era: number) => 3 * volatility * rngOf(-1, era).normal()

  /** Log price at the start of a week, up to a constant: a Brownian bridge between the ends of an era. */
  function logPriceAt(week: number): number {
    const era = Math.floor(week / ERA)
    let [from, to] = [era * ERA, (era + 1) * ERA]
    let [low, high] = [endOfEra(era), endOfEra(era + 1)]
    while (week !== from) {
      const middle = (from + to) / 2
      const value = (low + high) / 2 + volatility * Math.sqrt((to - from) / 4) * rngOf(-2, middle).normal()
      if (week < middle) [to, high] = [middle, value]
      else [from, low] = [middle, value]
    }
    return low
  }

  const anchor = logPriceAt(weekOf(REFERENCE))
  const priceAtWeek = (week: number) => Math.max(1, Math.round(price * unit * Math.exp(logPriceAt(week) - anchor)))

  function weekBucket(time: number): Bucket {
    const rng = rngOf(0, time)
    const open = priceAtWeek(weekOf(time))
    const close = priceAtWeek(weekOf(time) + 1)
    const sigma = open * volatility * Math.exp(0.25 * rng.normal())
    const [high, low] = bridgeExtremes(open, close, sigma, rng)
    const volume = Math.round(listing.volume * 10 ** listing.volumePrecision * Math.exp(0.25 * rng.normal()))
    return { open, high: Math.round(high), low: Math.max(1, Math.round(low)), close, volume, sigma }
  }

  function split(parent: Bucket, parentLevel: number, time: number): (Bucket | null)[] {
    const span = BUCKET_SECONDS[parentLevel + 1] as number
    const rng = rngOf(parentLevel + 1, time)
    const count = (BUCKET_SECONDS[parentLevel] as number) / span
    const weights: number[] = []
    for (let i = 0; i < count; i++) {
      weights.push(activityOf(hours, time + i * span, span) * Math.exp(0.3 * rng.normal()))
    }
    const open = weights.flatMap((weight, i) => (weight > 0 ? [i] : []))
    const parts = splitBucket(
      parent,
      open.map((i) => weights[i] as number),
      rng,
    )
    const result: (Bucket | null)[] = weights.map(() => null)
    for (const [at, i] of open.entries()) result[i] = parts[at] ?? null
    return result
  }

  function children(parentLevel: number, time: number): (Bucket | null)[] | null {
    const cached = cache[parentLevel] as Map<number, (Bucket | null)[]>
    const known = cached.get(time)
    if (known) return known
    const parent = bucketAt(parentLevel, time)
    if (!parent) return null
    const buckets = split(parent, parentLevel, time)
    if (cached.size >= CACHE_SIZE) cached.delete(cached.keys().next().value as number)
    cached.set(time, buckets)
    return buckets
  }

  function bucketAt(level: number, time: number): Bucket | null {
    if (level === 0) return weekBucket(time)
    const start = floorTo(time, BUCKET_SECONDS[level - 1] as number)
    return children(level - 1, start)?.[(time - start) / (BUCKET_SECONDS[level] as number)] ?? null
  }

  let latest: { time: number; count: number; prices: readonly number[] } | null = null

  return {
    bucket: bucketAt,
    ticks(time, count) {
      if (latest?.time !== time || latest.count !== count) {
        const minute = isOpen(hours, time) ? bucketAt(MINUTE_LEVEL, time) : null
        latest = { time, count, prices: minute ? ticksOf(minute, count, rngOf(BUCKET_SECONDS.length, time)) : [] }
      }
      return latest.prices
    },
  }
}
