import type { InstrumentClass, Listing } from './instruments.ts'
import { hashText, hashUniform } from './random.ts'
import { askOf, bidOf } from './ticks.ts'
import { openHoursPerWeek } from './tradingHours.ts'

/** One level of a side: its price in ticks and its quantity in lot steps. */
export interface DepthLevel {
  price: number
  steps: number
}

/** The resting quantity of the market, best level first. Both sides have DEPTH_LEVELS, less where prices would reach 0. */
export interface MarketDepth {
  bids: DepthLevel[]
  asks: DepthLevel[]
}

/** The depth of one symbol as a function of seed, symbol and tick: every process computes the same one. */
export interface Depth {
  /** Levels at a tick. `slot` is its number, `last` its price in ticks, `step` the lot step in base units. */
  levels(slot: number, last: number, step: number): MarketDepth
}

export const DEPTH_LEVELS = 50

/** Mean worth of a level, in the quote currency at the listing's price, relative to its price in USD. */
const WORTH: Record<InstrumentClass, number> = { forex: 250_000, metal: 60_000, crypto: 25_000 }
/** How fast levels become rarer with the distance from the best price, for each cell. */
const THINNING = 0.05
/** Cells searched for levels of a side. */
const MAX_CELLS = 20_000
/** A level keeps its quantity for this many ticks, at least and at most. */
const KEEPS = [5, 24] as const

/** Keys of independent hashes of one level. */
const [PLACE, EXISTS, PERIOD, PHASE, SIZE, SIZE_2] = [1, 2, 3, 4, 5, 6]

/** Creates the depth of a symbol; `pace` is its number of ticks per minute. */
export function createDepth(listing: Listing, seed: number, pace: number): Depth {
  const { symbol, price, precision, spread, volatility, hours } = listing
  const id = hashText(symbol)
  const unit = 10 ** precision
  const ticksPerWeek = openHoursPerWeek(hours) * 60 * pace
  /** Prices are divided into cells of this many ticks with at most one level each, so that one tick moves past few levels. */
  const cell = Math.max(1, Math.round((price * unit * volatility) / Math.sqrt(ticksPerWeek) / 10))
  const usd = listing.base === 'USD' ? 1 : price

  /** Price of the level of a cell, in ticks. */
  const placeOf = (index: number): number => index * cell + Math.floor(hashUniform(seed, id, PLACE, index) * cell)

  /** Lot steps at a price. Each price has its own period, so that few levels change with one tick. */
  function stepsAt(at: number, slot: number, mean: number): number {
    const period = KEEPS[0] + Math.floor(hashUniform(seed, id, PERIOD, at) * (KEEPS[1] - KEEPS[0]))
    const epoch = Math.floor((slot + Math.floor(hashUniform(seed, id, PHASE, at) * period)) / period)
    const [a, b] = [hashUniform(seed, id, SIZE, at, epoch), hashUniform(seed, id, SIZE_2, at, epoch)]
    const normal = Math.sqrt(-2 * Math.log(1 - a)) * Math.cos(2 * Math.PI * b)
    // Traders prefer round prices.
    const round = at % (cell * 100) < cell ? 3 : at % (cell * 10) < cell ? 1.6 : 1
    return Math.max(1, Math.round(mean * round * Math.exp(0.9 * normal - 0.4)))
  }

  function side(best: number, direction: 1 | -1, slot: number, mean: number): DepthLevel[] {
    const levels: DepthLevel[] = [{ price: best, steps: stepsAt(best, slot, mean) }]
    const first = Math.floor(best / cell)
    for (let i = 0; i < MAX_CELLS && levels.length < DEPTH_LEVELS; i++) {
      const index = first + i * direction
      const at = placeOf(index)
      if (at <= 0) break
      if ((at - best) * direction <= 0) continue
      const distance = Math.abs(at - best) / cell
      if (hashUniform(seed, id, EXISTS, index) * (1 + THINNING * distance) >= 1) continue
      levels.push({ price: at, steps: stepsAt(at, slot, mean) })
    }
    return levels
  }

  return {
    levels(slot, last, step) {
      const mean = WORTH[listing.class] / usd / step
      return {
        bids: side(bidOf(last, spread), -1, slot, mean),
        asks: side(askOf(last, spread), 1, slot, mean),
      }
    },
  }
}
