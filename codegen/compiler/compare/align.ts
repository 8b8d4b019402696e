export type Pair<T> = { before: T; after: T } | { before: T; after?: undefined } | { before?: undefined; after: T }

/**
 * Aligns two lists, in the order of the second, so that the sum of the similarities of the pairs is maximal
 * (0: not a pair).
 */
export function align<T>(before: readonly T[], after: readonly T[], similarity: (a: T, b: T) => number): Pair<T>[] {
  const best: number[][] = Array.from({ length: before.length + 1 }, () =>
    Array.from({ length: after.length + 1 }, () => 0),
  )
  const at = (i: number, j: number): number => best[i]?.[j] ?? 0
  const like = new Map<string, number>()
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const score = similarity(before[i] as T, after[j] as T)
      like.set(`${i} ${j}`, score)
      const row = best[i]
      if (row) row[j] = Math.max(at(i + 1, j), at(i, j + 1), score > 0 ? at(i + 1, j + 1) + score : 0)
    }
  }
  const pairs: Pair<T>[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const score = like.get(`${i} ${j}`) ?? 0
    if (score > 0 && at(i, j) === at(i + 1, j + 1) + score)
      pairs.push({ before: before[i++] as T, after: after[j++] as T })
    else if (i < before.length && (j >= after.length || at(i, j) === at(i + 1, j)))
      pairs.push({ before: before[i++] as T })
    else pairs.push({ after: after[j++] as T })
  }
  return pairs
}
