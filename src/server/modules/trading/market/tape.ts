import { BUCKET_SECONDS, type PriceProcess } from './priceProcess.ts'
import type { Listing } from './instruments.ts'
import { createRng, hashText } from './random.ts'
import { MINUTE, type Series } from './series.ts'
import { isOpen, lastOpen } from './tradingHours.ts'

/** A trade of the market: price in ticks, quantity in volume units (`volumePrecision` of the listing). */
export interface MarketTrade {
  /** Unique in its symbol. */
  id: string
  slot: number
  /** Unix milliseconds of the tick. */
  timeMs: number
  side: 'buy' | 'sell'
  price: number
  units: number
}

/**
 * The trades of one symbol as a function of seed, symbol and time. They are dealt at the last price of their tick, and the trades of a
 * candle add up to its volume.
 */
export interface Tape {
  /** Trades of one tick, latest first. None where the tick has no volume. */
  at(slot: number): MarketTrade[]
  /** The latest trades up to a tick, latest first, at most `limit`. */
  until(slot: number, limit: number): MarketTrade[]
}

const MINUTE_LEVEL = BUCKET_SECONDS.length - 1
/** Most trades of one tick. */
const PER_TICK = 3
const CACHE_SIZE = 8
/** Key of the random numbers of trades, apart from those of prices. */
const TRADES = -3
/** Minutes searched for trades. */
const MAX_MINUTES = 240

/** Creates the tape of a symbol; `pace` is its number of ticks per minute. */
export function createTape(
  listing: Listing,
  prices: PriceProcess,
  series: Pick<Series, 'minuteOf' | 'timeOf'>,
  seed: number,
  pace: number,
): Tape {
  const id = hashText(listing.symbol)
  const cache = new Map<number, MarketTrade[][]>()

  /** Trades of a minute, for each of its ticks; none while closed. */
  function minute(time: number): MarketTrade[][] {
    const cached = cache.get(time)
    if (cached) return cached
    const rng = createRng(seed, id, TRADES, time)
    const total = prices.bucket(MINUTE_LEVEL, time)?.volume ?? 0
    const upTo = (index: number) => Math.floor((total * (index + 1)) / pace)
    let previous: number | null = null
    const trades = prices.ticks(time, pace).map((price, index): MarketTrade[] => {
      const slot = (time / MINUTE) * pace + index
      const move: number = previous === null ? 0 : price - previous
      previous = price
      // A taker who buys lifts the price.
      const rises: boolean = move === 0 ? rng.uniform() < 0.5 : move > 0
      const units = upTo(index) - (index > 0 ? upTo(index - 1) : 0)
      return split(units, rng.uniform).map((part, i) => ({
        id: `${slot}-${i}`,
        slot,
        timeMs: series.timeOf(slot),
        side: rises ? 'buy' : 'sell',
        price,
        units: part,
      }))
    })
    if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value as number)
    cache.set(time, trades)
    return trades
  }

  return {
    at: (slot) => (minute(series.minuteOf(slot))[slot % pace] ?? []).toReversed(),
    until(slot, limit) {
      const found: MarketTrade[] = []
      let time = series.minuteOf(slot)
      for (let i = 0; i < MAX_MINUTES && found.length < limit; i++) {
        found.push(
          ...minute(time)
            .flat()
            .filter((trade) => trade.slot <= slot)
            .toReversed(),
        )
        time -= MINUTE
        // Of a closed market, the last trading time is its closing.
        if (!isOpen(listing.hours, time)) time = lastOpen(listing.hours, time) - MINUTE
      }
      return found.slice(0, limit)
    },
  }
}

/** Random parts of a volume, which add up to it. */
function split(units: number, uniform: () => number): number[] {
  const count = Math.min(units, 1 + Math.floor(uniform() * PER_TICK))
  const parts: number[] = []
  let rest = units
  for (let left = count; left > 0; left--) {
    const part = left === 1 ? rest : Math.max(1, Math.min(rest - left + 1, Math.round((rest / left) * 2 * uniform())))
    parts.push(part)
    rest -= part
  }
  return parts
}
