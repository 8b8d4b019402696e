import type { Pair } from '../browser-page.ts'

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/** Takes both in turns, which of them first changing each round, so that heat and collections strike both alike. Each answers its milliseconds. */
export async function compare(name: string, rounds: number, ours: () => number, floor: () => number): Promise<Pair> {
  const taken = { ours: [] as number[], floor: [] as number[] }
  const warmUp = Math.ceil(rounds / 4)
  for (let round = -warmUp; round < rounds; round++) {
    const order = round % 2 === 0 ? (['ours', 'floor'] as const) : (['floor', 'ours'] as const)
    for (const who of order) {
      await pause()
      const ms = who === 'ours' ? ours() : floor()
      if (round >= 0) taken[who].push(ms)
    }
  }
  return { name, ours: median(taken.ours), floor: median(taken.floor) }
}

export function timed(work: () => void): number {
  const from = performance.now()
  work()
  return performance.now() - from
}
