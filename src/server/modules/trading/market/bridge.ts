import type { Bucket } from './bucket.ts'
import type { Rng } from './random.ts'

/** Highest and lowest point of a Brownian bridge from `from` to `to`, drawn from their exact distribution. */
export function bridgeExtremes(from: number, to: number, sigma: number, rng: Rng): [top: number, bottom: number] {
  const reach = () => Math.sqrt((to - from) ** 2 - 2 * sigma ** 2 * Math.log(rng.uniform()))
  return [(from + to + reach()) / 2, (from + to - reach()) / 2]
}

/** A random walk from the bucket's open to its close in steps of the given weights; neither rounded nor bounded. */
function walk(bucket: Bucket, weights: readonly number[], total: number, rng: Rng): number[] {
  const points = [bucket.open]
  let at = bucket.open
  let remaining = 1
  for (const weight of weights.slice(0, -1)) {
    const step = weight / total
    const rest = remaining - step
    at +=
      (bucket.close - at) * (step / remaining) +
      bucket.sigma * Math.sqrt(Math.max(0, (step * rest) / remaining)) * rng.normal()
    points.push(at)
    remaining = rest
  }
  points.push(bucket.close)
  return points
}

/** How far the extremes of a bucket lie beyond the ends of its parts, in standard deviations of a part. */
const WICK = 0.6
/** Number of walks drawn; the one closest to the bucket's extremes needs the least stretching. */
const DRAWS = 5

/** `gap`: permitted distance of the walk's extremes from high and low. */
function fittingWalk(bucket: Bucket, weights: readonly number[], total: number, gap: number, rng: Rng): number[] {
  let best: number[] = []
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < DRAWS; i++) {
    const points = walk(bucket, weights, total, rng)
    const miss =
      Math.abs(Math.max(...points) - (bucket.high - gap)) + Math.abs(Math.min(...points) - (bucket.low + gap))
    if (miss < least) [best, least] = [points, miss]
  }
  return stretch(best, bucket, gap)
}

/** Reflects a point at the bucket's bounds. Clamping would produce a flat line there. */
function reflect(point: number, { high, low }: Bucket): number {
  const inside = point > high ? 2 * high - point : point < low ? 2 * low - point : point
  return Math.min(high, Math.max(low, inside))
}

/** Scales the parts above and below open and close until the extremes are at most `gap` from high and low. */
function stretch(points: readonly number[], bucket: Bucket, gap: number): number[] {
  const [upper, lower] = [Math.max(bucket.open, bucket.close), Math.min(bucket.open, bucket.close)]
  const folded = points.map((point) => reflect(point, bucket))
  const [up, down] = [Math.max(...folded) - upper, lower - Math.min(...folded)]
  const above = up > 0 ? Math.max(1, (bucket.high - gap - upper) / up) : 1
  const below = down > 0 ? Math.max(1, (lower - bucket.low - gap) / down) : 1
  return folded.map((point) => {
    const reached =
      point > upper ? upper + (point - upper) * above : point < lower ? lower - (lower - point) * below : point
    return Math.min(bucket.high, Math.max(bucket.low, Math.round(reached)))
  })
}

const indexOfMost = (values: readonly number[]): number =>
  values.reduce((best, value, i) => (value > (values[best] as number) ? i : best), 0)

/** Integers in the given proportions that add up to `total`. */
export function apportion(total: number, weights: readonly number[]): number[] {
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

/** Splits a bucket into parts, one per weight. Aggregated, the parts equal the bucket exactly. */
export function splitBucket(bucket: Bucket, weights: readonly number[], rng: Rng): Bucket[] {
  const total = weights.reduce((all, weight) => all + weight, 0)
  const points = fittingWalk(bucket, weights, total, (bucket.sigma * WICK) / Math.sqrt(weights.length), rng)
  const volumes = apportion(
    bucket.volume,
    weights.map((weight) => weight * Math.exp(0.35 * rng.normal())),
  )
  const parts = weights.map((weight, i): Bucket => {
    const [open, close] = [points[i] as number, points[i + 1] as number]
    const sigma = bucket.sigma * Math.sqrt(weight / total)
    const [top, bottom] = bridgeExtremes(open, close, sigma, rng)
    const [upper, lower] = [Math.max(open, close), Math.min(open, close)]
    // Clamping would give consecutive parts the same high.
    const high = top > bucket.high ? upper + (bucket.high - upper) * rng.uniform() : top
    const low = bottom < bucket.low ? lower - (lower - bucket.low) * rng.uniform() : bottom
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
  if (highest) highest.high = bucket.high
  if (lowest) lowest.low = bucket.low
  return parts
}

/** Prices of `count` ticks in a bucket: the first is its open, the last its close, with its exact extremes. Needs at least 4. */
export function ticksOf(bucket: Bucket, count: number, rng: Rng): number[] {
  const weights = Array.from({ length: count - 1 }, () => 1)
  const points = fittingWalk(bucket, weights, count - 1, 0, rng)
  // A walk inside the range of open and close cannot be stretched: one tick then goes to the extreme.
  const inside = points.slice(1, -1)
  const highest = 1 + indexOfMost(inside)
  const lowest = 1 + indexOfMost(inside.map((point, i) => (i + 1 === highest ? Number.NEGATIVE_INFINITY : -point)))
  if (Math.max(...points) < bucket.high) points[highest] = bucket.high
  if (Math.min(...points) > bucket.low) points[lowest] = bucket.low
  return points
}
