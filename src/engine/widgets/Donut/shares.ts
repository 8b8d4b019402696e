import { isScale, shareOf } from '../lib/share.ts'

/** Gap between two shares, in hundredths of the ring. */
const GAP = 0.8

export interface Arc {
  /** Index in the list of values. */
  index: number
  /** Hundredths of the ring. */
  start: number
  length: number
}

/** The arcs of a ring: one for each value above 0, in order; small ones stay visible. */
export function arcs(values: readonly number[]): Arc[] {
  const positive = values.flatMap((value, index) => (isScale(value) ? [{ index, value }] : []))
  const sum = positive.reduce((all, { value }) => all + value, 0)
  if (!isScale(sum)) return []
  const gap = positive.length > 1 ? GAP : 0
  let start = 0
  return positive.map(({ index, value }) => {
    const share = (value / sum) * 100
    const arc = { index, start: start + gap / 2, length: Math.max(share - gap, 0.4) }
    start += share
    return arc
  })
}

/** Percent of each value with two decimals; 0 where there is nothing at all. */
export function percents(values: readonly number[]): string[] {
  const sum = values.reduce((all, value) => all + value, 0)
  return values.map((value) => (shareOf(value, sum) * 100).toFixed(2))
}
