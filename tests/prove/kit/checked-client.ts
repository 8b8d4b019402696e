import { isDeepStrictEqual } from 'node:util'
import { createLive, type Live } from '../../../src/engine/transport/live.ts'
import type { LiveValue } from '../../../src/engine/language/plugin.ts'
import type { Depth, Quote, Tape } from '../../../src/generated/entities.ts'
import { keyOf } from '../../../src/product/liveValues.ts'
import type { PageEvents } from '../../../src/engine/transport/pageEvents.ts'
import type { Connect, RawSocket } from '../../../src/engine/transport/socket.ts'
import type { LiveSource } from './live-source.ts'
import { live } from '../../../src/product/live.ts'

export interface CheckedClient {
  live: Live
  state: Map<string, Quote>
  /** Complete books and trades, by key. */
  books: Map<string, LiveValue>
  /** Violations: skipped or repeated sequence numbers, and values that differ from the server's. */
  faults: string[]
  counts: {
    ticks: number
    snapshots: number
    bookUpdates: number
    bookSnapshots: number
    connections: number
    stale: number
  }
  stale: boolean
  /** Time of the last applied quote and of the last stale mark, by performance.now(). */
  lastQuoteAt: number
  staleAt: number
  /** Simulates that the page or the network returns. */
  wake(): void
  /** Listener counts per event of each open connection. */
  listeners(): { event: string; count: number }[]
  open(): number
  /** Last server time, Unix seconds. */
  time: number
}

type Listening = RawSocket & { listeners(event: string): unknown[] }

/** A live client whose every update is compared with the server's record of quotes. */
export function connectChecked(
  source: LiveSource,
  { port, protocol = 4, options = {} }: { port: number; protocol?: 4 | 3; options?: Record<string, unknown> },
): CheckedClient {
  const sockets: Listening[] = []
  const wakes: (() => void)[] = []
  const signals: PageEvents = {
    onVisible(listener) {
      wakes.push(listener)
      return () => undefined
    },
    onOnline: () => () => undefined,
  }
  const connectWith =
    (connect: Connect): Connect =>
    (url, given) => {
      const socket = connect(url, { ...given, ...options }) as Listening
      sockets.push(socket)
      it.counts.connections += 1
      return socket
    }
  function checkBook(key: string, value: LiveValue, origin: string): void {
    const before = it.books.get(key)?.seq
    const isUpdate = origin === 'tick'
    if (isUpdate) it.counts.bookUpdates += 1
    else it.counts.bookSnapshots += 1
    if (isUpdate && before === undefined) it.faults.push(`${key}: update ${value.seq} before any snapshot`)
    if (isUpdate && before !== undefined && value.seq !== before + 1)
      it.faults.push(`${key}: update ${value.seq} after ${before}`)
    const said = source.bookAt(key, value.seq)
    if (said && !isDeepStrictEqual(said, value))
      it.faults.push(`${key}: number ${value.seq} is not what the server said`)
    for (const fault of orderFaults(value)) it.faults.push(`${key}: number ${value.seq}: ${fault}`)
    it.books.set(key, value)
  }

  const it: CheckedClient = {
    state: new Map(),
    books: new Map(),
    faults: [],
    counts: { ticks: 0, snapshots: 0, bookUpdates: 0, bookSnapshots: 0, connections: 0, stale: 0 },
    stale: false,
    lastQuoteAt: performance.now(),
    staleAt: 0,
    time: 0,
    wake: () => {
      for (const listener of wakes) listener()
    },
    listeners: () =>
      sockets
        .filter((socket) => socket.connected)
        .flatMap((socket) =>
          ['tick', 'depth', 'trades', 'clock', 'disconnect', 'connect_error'].map((event) => ({
            event,
            count: socket.listeners(event).length,
          })),
        ),
    open: () => sockets.filter((socket) => socket.connected).length,
    live: createLive({
      contract: live,
      keyOf,
      config: { url: `http://127.0.0.1:${port}`, path: source.path, protocol },
      events: signals,
      loadSocket: async (version) =>
        connectWith(
          version === 4 ? (await import('socket.io-client')).io : (await import('socket.io-client2')).default,
        ),
      onStale(stale) {
        it.stale = stale
        if (!stale) return
        it.counts.stale += 1
        it.staleAt = performance.now()
      },
      onClock(time) {
        it.time = time
      },
      onValues(values, origin) {
        for (const value of values) {
          const key = keyOf(value)
          if (key.includes(':')) {
            checkBook(key, value, origin)
            continue
          }
          const quote = value as LiveValue & Quote
          it.lastQuoteAt = performance.now()
          const before = it.state.get(quote.symbol)?.seq
          const said = source.at(quote.symbol, quote.seq)
          if (origin === 'tick') it.counts.ticks += 1
          else it.counts.snapshots += 1
          if (origin === 'tick' && before === undefined)
            it.faults.push(`${quote.symbol}: tick ${quote.seq} before any snapshot`)
          if (before !== undefined && quote.seq <= before)
            it.faults.push(`${quote.symbol}: ${origin} ${quote.seq} after ${before}`)
          if (origin === 'tick' && before !== undefined && quote.seq > before + 1)
            it.faults.push(`${quote.symbol}: tick ${quote.seq} leaves out ${before + 1}`)
          if (said && !isDeepStrictEqual(said, quote))
            it.faults.push(`${quote.symbol}: number ${quote.seq} is not what the server said`)
          it.state.set(quote.symbol, quote)
        }
      },
    }),
  }
  return it
}

/** Faults of an order book or a list of trades: unsorted, crossed, a level twice or empty. */
function orderFaults(value: LiveValue): string[] {
  if ('trades' in value) {
    const ids = (value as LiveValue & Tape).trades.map(({ id }) => id)
    return new Set(ids).size === ids.length ? [] : ['a trade twice']
  }
  const { bids, asks } = value as LiveValue & Depth
  const rising = (levels: Depth['bids'], sign: 1 | -1) =>
    levels.every(({ price }, index) => index === 0 || (Number(price) - Number(levels[index - 1]?.price)) * sign > 0)
  return [
    ...(rising(bids, -1) && rising(asks, 1) ? [] : ['a side is out of order, or has a price twice']),
    ...([...bids, ...asks].every(({ quantity }) => Number(quantity) > 0) ? [] : ['an empty level']),
    ...(Number(bids[0]?.price ?? 0) < Number(asks[0]?.price ?? Infinity) ? [] : ['the sides cross']),
  ]
}
