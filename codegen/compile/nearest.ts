/** The name most like a wrong one, when it is like enough to be what was meant. */
export function nearest(wrong: string, names: Iterable<string>): string | undefined {
  const target = wrong.toLowerCase()
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(wrong.length / 3)) + 1
  for (const name of names) {
    if (Math.abs(name.length - wrong.length) >= bestDistance) continue
    const found = distance(target, name.toLowerCase(), bestDistance)
    if (found < bestDistance) {
      best = name
      bestDistance = found
    }
  }
  return best
}

export function didYouMean(wrong: string, names: Iterable<string>): string | undefined {
  const near = nearest(wrong, names)
  return near === undefined ? undefined : `Did you mean "${near}"?`
}

/** Edits between two words, a swap of neighbours counting as one; stops when it cannot be under `limit`. */
function distance(a: string, b: string, limit: number): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      row.push(cost)
      least = Math.min(least, cost)
    }
    if (least >= limit) return limit
    before = previous
    previous = row
  }
  return previous[b.length] ?? limit
}
