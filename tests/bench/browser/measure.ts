import type { Pair } from '../browser-page.ts'

/** The median of the faster half: other work of the machine slows the other half. */
export function typical(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 2] ?? Number.NaN
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/** Resolves in a separate task, without the milliseconds by which browsers delay a timer. */
export const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })

type Take = () => number | Promise<number>

/** The order of an even number of candidates in a round. In as many rounds each one follows each other one once, so that garbage left behind affects all alike. */
export function orderOf<T>(candidates: readonly T[], round: number): T[] {
  const count = candidates.length
  return candidates.flatMap(
    (_, index) => candidates[((index % 2 === 0 ? index / 2 : count - (index + 1) / 2) + round) % count] ?? [],
  )
}

/** Runs all of them in turns. Each returns its milliseconds. */
export async function compare(
  name: string,
  rounds: number,
  ours: Take,
  floor: Take,
  peers: Record<string, Take> = {},
): Promise<Pair> {
  const all = [ours, floor, ...Object.values(peers)].map((take) => ({ take, taken: [] as number[] }))
  const warmUp = Math.ceil(rounds / 4)
  for (let round = -warmUp; round < rounds; round++) {
    for (const { take, taken } of orderOf(all, round + warmUp)) {
      await pause()
      const ms = await take()
      if (round >= 0) taken.push(ms)
    }
  }
  const [typicalOurs = Number.NaN, typicalFloor = Number.NaN, ...others] = all.map(({ taken }) => typical(taken))
  return {
    name,
    ours: typicalOurs,
    floor: typicalFloor,
    peers: Object.fromEntries(Object.keys(peers).map((peer, i) => [peer, others[i] ?? Number.NaN])),
  }
}

/** Returns the duration of some work in milliseconds. */
export function timed(work: () => void): number {
  const from = performance.now()
  work()
  return performance.now() - from
}
