import type { Block } from './path.ts'
import type { Random } from './random.ts'

/** The highest and lowest points of a random walk from `from` to `to` (exact law of the bridge's extremes). */
export function topAndBottom(from: number, to: number, sigma: number, luck: Random): [top: number, bottom: number] {
  const reach = () => Math.sqrt((to - from) ** 2 - 2 * sigma ** 2 * Math.log(luck.uniform()))
  return [(from + to + reach()) / 2, (from + to - reach()) / 2]
}

/** A random walk from the block's open to its close, at the ends of steps of the given weights. Neither rounded nor bounded. */
function walk(block: Block, weights: readonly number[], total: number, luck: Random): number[] {
  const points = [block.open]
  let at = block.open
  let left = 1
  for (const weight of weights.slice(0, -1)) {
    const step = weight / total
    const rest = left - step
    at += (block.close - at) * (step / left) + block.sigma * Math.sqrt(Math.max(0, (step * rest) / left)) * luck.normal()
    points.push(at)
    left = rest
  }
  points.push(block.close)
  return points
}

/** How far, in deviations of a part, the extremes of a block lie beyond the ends of its parts. */
const WICK = 0.6
/** Walks drawn for one that comes near the block's extremes by itself: the less it is bent, the less it shows. */
const DRAWS = 5

/** `gap`: how far from high and low the walk's own extremes may stay. */
function fittingWalk(block: Block, weights: readonly number[], total: number, gap: number, luck: Random): number[] {
  let best: number[] = []
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < DRAWS; i++) {
    const points = walk(block, weights, total, luck)
    const miss = Math.abs(Math.max(...points) - (block.high - gap)) + Math.abs(Math.min(...points) - (block.low + gap))
    if (miss < least) [best, least] = [points, miss]
  }
  return fit(best, block, gap)
}

/** Turns back at the block's bounds what would go beyond them: cut off, it would stand still there. */
function fold(point: number, { high, low }: Block): number {
  const inside = point > high ? 2 * high - point : point < low ? 2 * low - point : point
  return Math.min(high, Math.max(low, inside))
}

/** Stretches what stands out above open and close, and below them, until it is at most `gap` from high and low. */
function fit(points: readonly number[], block: Block, gap: number): number[] {
  const [upper, lower] = [Math.max(block.open, block.close), Math.min(block.open, block.close)]
  const folded = points.map((point) => fold(point, block))
  const [up, down] = [Math.max(...folded) - upper, lower - Math.min(...folded)]
  const above = up > 0 ? Math.max(1, (block.high - gap - upper) / up) : 1
  const below = down > 0 ? Math.max(1, (lower - block.low - gap) / down) : 1
  return folded.map((point) => {
    const reached = point > upper ? upper + (point - upper) * above : point < lower ? lower - (lower - point) * below : point
    return Math.min(block.high, Math.max(block.low, Math.round(reached)))
  })
}

const indexOfMost = (values: readonly number[]): number => values.reduce((best, value, i) => (value > (values[best] as number) ? i : best), 0)

/** Whole numbers in the given proportions that add up to `total`. */
export function share(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  let [seen, given] = [0, 0]
  return weights.map((weight, i) => {
    seen += weight
    const upTo = i === weights.length - 1 ? total : Math.min(total, Math.round((total * seen) / sum))
    const part = upTo - given
    given = upTo
    return part
  })
}

/** The parts of a block, one for each weight, in order: together they are exactly the block. */
export function boundaries(block: Block, weights: readonly number[], luck: Random): Block[] {
  const total = weights.reduce((all, weight) => all + weight, 0)
  const points = fittingWalk(block, weights, total, (block.sigma * WICK) / Math.sqrt(weights.length), luck)
  const volumes = share(block.volume, weights.map((weight) => weight * Math.exp(0.35 * luck.normal())))
  const parts = weights.map((weight, i): Block => {
    const [open, close] = [points[i] as number, points[i + 1] as number]
    const sigma = block.sigma * Math.sqrt(weight / total)
    const [top, bottom] = topAndBottom(open, close, sigma, luck)
    const [upper, lower] = [Math.max(open, close), Math.min(open, close)]
    // Cutting off what stands out would leave one part after another with the same high.
    const high = top > block.high ? upper + (block.high - upper) * luck.uniform() : top
    const low = bottom < block.low ? lower - (lower - block.low) * luck.uniform() : bottom
    return {
      open,
      close,
      high: Math.round(high),
      low: Math.round(low),
      volume: volumes[i] as number,
      sigma,
    }
  })
  const highest = parts[indexOfMost(parts.map((part) => part.high))]
  const lowest = parts[indexOfMost(parts.map((part) => -part.low))]
  if (highest) highest.high = block.high
  if (lowest) lowest.low = block.low
  return parts
}

/** Prices of `count` ticks inside a block: the first is its open, the last its close, the extremes its own. Needs at least 4. */
export function ticksOf(block: Block, count: number, luck: Random): number[] {
  const weights = Array.from({ length: count - 1 }, () => 1)
  const points = fittingWalk(block, weights, count - 1, 0, luck)
  // A walk that never left the range of open and close has nothing to bend: one tick then goes there alone.
  const inside = points.slice(1, -1)
  const highest = 1 + indexOfMost(inside)
  const lowest = 1 + indexOfMost(inside.map((point, i) => (i + 1 === highest ? Number.NEGATIVE_INFINITY : -point)))
  if (Math.max(...points) < block.high) points[highest] = block.high
  if (Math.min(...points) > block.low) points[lowest] = block.low
  return points
}
