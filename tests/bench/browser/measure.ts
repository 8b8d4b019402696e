import type { Pair } from '../browser-page.ts'

/** The median of the faster half: what slows the other half down is the machine's other work. */
export function typical(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 2] ?? Number.NaN
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
  return { name, ours: typical(taken.ours), floor: typical(taken.floor) }
}

export function timed(work: () => void): number {
  const from = performance.now()
  work()
  return performance.now() - from
}
