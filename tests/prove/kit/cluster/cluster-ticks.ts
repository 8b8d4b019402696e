import { io, type Socket } from 'socket.io-client'
import type { Quote } from '../../../../src/generated/entities.ts'

/** Messages of one connection about a symbol. */
export interface Listener {
  ticks: Map<number, Quote>
  /** Repeated ticks: two processes report the same tick when neither has received from the other for a while. */
  again: number
  faults: string[]
  /** The longest silence, in milliseconds. */
  silence: number
  lastTickAt: number
  close(): void
}

/** A repeated sequence number must have the values of the first. */
export async function listen(origin: string, symbol: string): Promise<Listener> {
  const socket: Socket = io(origin, {
    path: '/live',
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    timeout: 600_000,
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('connect_error', reject)
  })
  await socket.emitWithAck('subscribe', { symbols: [symbol] })
  let last = -1
  const it: Listener = {
    ticks: new Map(),
    again: 0,
    faults: [],
    silence: 0,
    lastTickAt: performance.now(),
    close: () => void socket.close(),
  }
  socket.on('tick', (quote: Quote) => {
    const now = performance.now()
    it.silence = Math.max(it.silence, now - it.lastTickAt)
    it.lastTickAt = now
    if (quote.seq <= last) {
      it.again += 1
      const before = it.ticks.get(quote.seq)
      if (before && JSON.stringify(before) !== JSON.stringify(quote))
        it.faults.push(
          `${symbol} ${quote.seq} was sent as ${JSON.stringify(before)} and then as ${JSON.stringify(quote)}`,
        )
    }
    last = Math.max(last, quote.seq)
    it.ticks.set(quote.seq, quote)
  })
  return it
}

/** Checks that two connections received equal ticks. Returns the number of common ticks. */
export function agree(listener: Listener, other: Listener, faults: string[]): number {
  let both = 0
  for (const [seq, quote] of listener.ticks) {
    const twin = other.ticks.get(seq)
    if (!twin) continue
    both += 1
    if (JSON.stringify(twin) !== JSON.stringify(quote))
      faults.push(`Tick ${seq} was sent as ${JSON.stringify(quote)} and as ${JSON.stringify(twin)}`)
  }
  return both
}
