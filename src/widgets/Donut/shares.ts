/** Gap between two shares, in hundredths of the ring. */
const GAP = 0.8

export interface Arc {
  /** Place in the list of values. */
  index: number
  /** Hundredths of the ring. */
  start: number
  length: number
}

/** The arcs of a ring: one for each value above 0, in order; small ones stay visible. */
export function arcs(values: readonly number[]): Arc[] {
  const positive = values.flatMap((value, index) => (value > 0 ? [{ index, value }] : []))
  const sum = positive.reduce((all, { value }) => all + value, 0)
  if (sum === 0) return []
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
  return values.map((value) => (sum === 0 ? 0 : (value / sum) * 100).toFixed(2))
}
