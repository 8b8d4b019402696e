import type { Advice } from './diagnostics.ts'

export interface Near {
  name: string
  /** Nothing else can have been meant: it is one slip of the keyboard away (two in a long word), and no other name is. */
  certain: boolean
}

/** The name most like a wrong one, when it is like enough to be what was meant. */
export function nearest(wrong: string, names: Iterable<string>): Near | undefined {
  const target = wrong.toLowerCase()
  let best: string | undefined
  let bestDistance = Math.max(1, Math.floor(wrong.length / 3)) + 1
  let rivals = 0
  for (const name of names) {
    if (name === best || Math.abs(name.length - wrong.length) > bestDistance) continue
    const found = distance(target, name.toLowerCase(), bestDistance + 1)
    if (found < bestDistance) {
      best = name
      bestDistance = found
      rivals = 0
    } else if (found === bestDistance && best !== undefined) rivals += 1
  }
  if (best === undefined) return undefined
  return { name: best, certain: rivals === 0 && wrong.length >= 3 && bestDistance <= 2 && !isOtherWord(target, best.toLowerCase()) }
}

export function didYouMean(wrong: string, names: Iterable<string>): Advice | undefined {
  const near = nearest(wrong, names)
  if (near === undefined) return undefined
  return { say: `Did you mean "${near.name}"?`, ...(near.certain ? { rename: { from: wrong, to: near.name } } : {}) }
}

/** Two neighbouring letters that are others make another word of it, as in minimum and maximum. */
function isOtherWord(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  const differ = [...a].flatMap((letter, index) => (letter === b[index] ? [] : [index]))
  const [first = 0, second = 0] = differ
  return differ.length === 2 && second === first + 1 && !(a[first] === b[second] && a[second] === b[first])
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
