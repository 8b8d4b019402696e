/** The median of the faster half: other work of the machine slows the other half. */
export function typical(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 2] ?? Number.NaN
}

/** The order of an even number of candidates in a round. In as many rounds each one follows each other one once, so that garbage left behind affects all alike. */
export function orderOf<T>(candidates: readonly T[], round: number): T[] {
  const count = candidates.length
  return candidates.flatMap(
    (_, index) => candidates[((index % 2 === 0 ? index / 2 : count - (index + 1) / 2) + round) % count] ?? [],
  )
}
