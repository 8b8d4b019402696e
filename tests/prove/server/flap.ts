import { isDeepStrictEqual } from 'node:util'
import { connectChecked } from '../kit/checked-client.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { proxy } from '../kit/net/proxy.ts'
import { createRandom, type Random } from '../kit/random.ts'
import { sandbox } from '../kit/sandbox.ts'
import type { LiveSource } from '../kit/live-source.ts'
import { startTicker } from '../kit/ticker.ts'

export const about =
  'a connection that breaks every 2 s: no gap, nothing twice, the last quotes, order books and trades are the server’s, stale within 3 s'
/** Seconds of flapping. */
export const runs = { full: 60, short: 10 }

const FLAP_MS = 2_000
const STALE_MS = 3_000
const CATCH_UP_MS = 20_000
/** Limit of both in a short run, which only a hang reaches. */
const HANG_MS = 300_000
/** Symbols with a lost tick, and as many others with a repeated one, at the end. */
const DISTURBED = 5
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function until(condition: () => boolean, ms: number): Promise<number | null> {
  const started = performance.now()
  while (performance.now() - started < ms) {
    if (condition()) return Math.round(performance.now() - started)
    await wait(10)
  }
  return null
}

/** Against the real server, and at the same time against one of Socket.IO 2 that also loses and repeats ticks. */
export async function prove({ seed, runs: seconds, length, log }: ProofOptions): Promise<ProofResult> {
  const run = {
    seconds,
    limitMs: length === 'short' ? HANG_MS : STALE_MS,
    catchUpMs: length === 'short' ? HANG_MS : CATCH_UP_MS,
  }
  const [real, old] = await Promise.all([
    flap(await sandbox(), 4, createRandom(seed), run),
    flap(await startTicker(3), 3, createRandom(seed + 1), run),
  ])
  for (const [name, { faults }] of [
    ['server', real],
    ['Socket.IO 2', old],
  ] as const)
    for (const fault of faults.slice(0, 20)) log(`${name}: ${fault}`)
  return {
    ok: real.faults.length + old.faults.length === 0,
    figures: { flapSeconds: seconds, server: real.figures, socketIo2: old.figures },
  }
}

async function flap(
  source: LiveSource,
  protocol: 4 | 3,
  random: Random,
  { seconds, limitMs, catchUpMs }: { seconds: number; limitMs: number; catchUpMs: number },
): Promise<{ faults: string[]; figures: Record<string, unknown> }> {
  const line = await proxy(source.port)
  const follower = connectChecked(source, { port: line.port, protocol })
  const faults = follower.faults
  const demand = (condition: boolean, sentence: string) => {
    if (!condition) faults.push(sentence)
  }
  const flaps = { cut: 0, reset: 0, freeze: 0, up: 0 }

  try {
    follower.live.subscribe([...source.symbols, ...source.bookKeys])
    const isFollowing = () =>
      follower.counts.ticks > 0 &&
      follower.counts.bookUpdates > 0 &&
      follower.counts.bookSnapshots >= source.bookKeys.length
    demand((await until(isFollowing, catchUpMs)) !== null, 'no tick, or no book, at all')

    const end = performance.now() + seconds * 1000
    // A slow machine has time for few flaps; at least one breaks the connection.
    while (performance.now() < end || flaps.cut + flaps.reset === 0) {
      const bad = random.pick(['cut', 'reset', 'freeze'] as const)
      line[bad]()
      flaps[bad] += 1
      await wait(FLAP_MS * (0.2 + random() * 0.6))
      line.up()
      flaps.up += 1
      if (random() < 0.5) follower.wake()
      await wait(FLAP_MS * (0.2 + random() * 0.6))
      source.disturb?.(random.pick(source.symbols), random.pick(source.symbols))
      for (const { event, count } of follower.listeners()) demand(count === 1, `${count} listeners for ${event}`)
      demand(follower.open() <= 1, `${follower.open()} connections at once`)
    }

    line.up()
    const { ticks } = follower.counts
    const recoveredMs = await until(() => follower.counts.ticks > ticks && !follower.stale, catchUpMs)
    demand(recoveredMs !== null, 'no tick after the last flap')
    // On an open connection, which no snapshot of a new one repairs.
    for (const [index, symbol] of source.symbols.slice(0, DISTURBED).entries())
      source.disturb?.(symbol, source.symbols[index + DISTURBED] ?? symbol)
    const disturbed = source.symbols.map((symbol) => ({ symbol, seq: source.last(symbol)?.seq ?? 0 }))

    line.freeze()
    demand((await until(() => follower.stale, limitMs + 1_000)) !== null, 'never marked as stale')
    const staleMs = Math.round(follower.staleAt - follower.lastQuoteAt)
    demand(staleMs <= limitMs, `marked as stale after ${staleMs} ms`)
    line.up()
    demand((await until(() => !follower.stale, catchUpMs)) !== null, 'still marked as stale')

    // No client can know of a lost tick before the next one, which a busy machine sends late.
    const isFollowed = () => disturbed.every(({ symbol, seq }) => (source.last(symbol)?.seq ?? 0) > seq)
    if (source.disturb) demand((await until(isFollowed, catchUpMs)) !== null, 'a lost tick without a later one')
    source.freeze()
    const same = () =>
      source.symbols.every((symbol) => isDeepStrictEqual(follower.state.get(symbol) ?? null, source.last(symbol)))
    demand((await until(same, catchUpMs)) !== null, 'the last state is not the server’s')
    for (const key of source.bookKeys) {
      let last: unknown = null
      const isSame = () => last !== null && isDeepStrictEqual(contentOf(follower.books.get(key)), contentOf(last))
      for (const until = performance.now() + catchUpMs; performance.now() < until && !isSame(); await wait(100))
        last = await source.lastBook(key)
      demand(isSame(), `${key}: the last state is not the server’s`)
      if (!isSame()) break
    }
    demand(follower.counts.bookUpdates > 0, 'no update of a book')
    demand(follower.counts.bookSnapshots > source.bookKeys.length, 'no book was read again after a break')
    follower.wake()
    await wait(200)
    demand(follower.counts.connections > 1, 'the connection never broke')
    demand(follower.listeners().length > 0, 'no listener to count')

    return { faults, figures: { flaps, ...follower.counts, recoveredMs, staleMs, faults: faults.length } }
  } finally {
    follower.live.close()
    await line.close()
    await source.close()
  }
}

/** Without the number and the time, which a reply of the API does not share with the live value. */
const contentOf = (value: unknown): unknown => {
  const { symbol, mode, bids, asks, trades } = (value ?? {}) as Record<string, unknown>
  return { symbol, mode, bids, asks, trades }
}
