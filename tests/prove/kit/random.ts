/** A repeatable stream of numbers (mulberry32): the same seed gives the same sequence. */
export interface Random {
  /** In [0, 1). */
  (): number
  int(below: number): number
  pick<T>(list: readonly T[]): T
  /** A random permutation. */
  shuffled<T>(list: readonly T[]): T[]
}

/** Deals out a list over and over: first in its own order, then in random order, each item equally often. */
export function deck<T>(random: Random, list: readonly T[]): () => T {
  let remaining = [...list]
  return () => {
    if (remaining.length === 0) remaining = random.shuffled(list)
    const [next] = remaining.splice(0, 1)
    if (next === undefined) throw new Error('nothing to deal')
    return next
  }
}

/** Creates the stream of a seed; only the lower 32 bits of the seed count. Not for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const int = (below: number) => Math.floor(next() * below)
  return Object.assign(next, {
    int,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('nothing to pick from')
      return list[int(list.length)] as T
    },
    shuffled<T>(list: readonly T[]): T[] {
      const remaining = [...list]
      return list.flatMap(() => remaining.splice(int(remaining.length), 1))
    },
  })
}
