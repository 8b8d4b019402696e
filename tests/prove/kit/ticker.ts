import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server as Server4 } from 'socket.io'
import Server2 from 'socket.io2'
import type { LiveValue } from '../../../src/engine/language/plugin.ts'
import type { Quote } from '../../../src/generated/entities.ts'
import { depthKey, tradesKey } from '../../../src/product/liveValues.ts'
import { createBook, createTape, type BookLine } from './books.ts'
import { quote } from './quotes.ts'
import type { LiveSource } from './live-source.ts'

/** Common interface of both versions of the server library. */
interface Peer {
  on(
    event: string,
    listener: (body: { symbols: string[]; mode?: string }, ack?: (answer: unknown) => void) => void,
  ): unknown
  join(room: string): unknown
  leave(room: string): unknown
}
interface Io {
  on(event: 'connection', listener: (peer: Peer) => void): unknown
  to(room: string): { emit(event: string, body: unknown): unknown }
  emit(event: string, body: unknown): unknown
  close(done?: () => void): unknown
}

/** Symbols with a book and trades. */
const BOOKS = 4
const KINDS = [
  {
    subscribe: 'subscribeDepth',
    unsubscribe: 'unsubscribeDepth',
    values: 'books',
    keyOf: (symbol: string) => depthKey(symbol, 'real'),
  },
  { subscribe: 'subscribeTrades', unsubscribe: 'unsubscribeTrades', values: 'tapes', keyOf: tradesKey },
]

export interface Ticker extends LiveSource {
  /** Number of subscribe requests. */
  asked: number
  /** Drops the next tick. */
  skip(symbol: string): void
  /** Sends the last tick again. */
  repeat(symbol: string): void
}

/** A small live server on either generation of Socket.IO: `count` symbols, a tick each `everyMs`, a clock each second. */
export async function startTicker(
  protocol: 4 | 3,
  { count = 20, everyMs = 20, transports = ['websocket', 'polling'] as ('websocket' | 'polling')[] } = {},
): Promise<Ticker> {
  const http = createServer()
  const io: Io =
    protocol === 4
      ? new Server4(http, { path: '/live', serveClient: false, transports })
      : (Server2(http, { path: '/live', serveClient: false, transports }) as Io)
  const symbols = Array.from({ length: count }, (_, i) => `SYM${i}`)
  const history = new Map<string, Quote[]>(symbols.map((symbol) => [symbol, [quote(symbol, 1)]]))
  const last = (symbol: string) => history.get(symbol)?.at(-1)
  const source = { asked: 0 }
  const lines = new Map<string, BookLine>(
    symbols.slice(0, BOOKS).flatMap((symbol): [string, BookLine][] => [
      [depthKey(symbol, 'real'), createBook(symbol)],
      [tradesKey(symbol), createTape(symbol)],
    ]),
  )

  io.on('connection', (peer) => {
    peer.on('subscribe', (body, ack) => {
      source.asked += 1
      for (const symbol of body.symbols) void peer.join(symbol)
      ack?.({ quotes: body.symbols.map(last).filter((item) => item !== undefined) })
    })
    peer.on('unsubscribe', (body) => {
      for (const symbol of body.symbols) void peer.leave(symbol)
    })
    for (const { subscribe, unsubscribe, values, keyOf } of KINDS) {
      peer.on(subscribe, (body, ack) => {
        const keys = body.symbols.map(keyOf)
        for (const key of keys) void peer.join(key)
        ack?.({ [values]: keys.flatMap((key) => lines.get(key)?.last() ?? []) })
      })
      peer.on(unsubscribe, (body) => {
        for (const symbol of body.symbols) void peer.leave(keyOf(symbol))
      })
    }
  })

  function step(symbol: string): Quote {
    const line = history.get(symbol)
    if (!line) throw new Error(`no symbol ${symbol}`)
    const one = quote(symbol, line.length + 1, 1_700_000_000 + Math.floor(line.length / 50))
    line.push(one)
    return one
  }
  let index = 0
  const ticks = setInterval(() => {
    const symbol = symbols[(index += 7) % count] ?? ''
    io.to(symbol).emit('tick', step(symbol))
    for (const [key, line] of lines) io.to(key).emit(line.event, line.step())
  }, everyMs)
  const clock = setInterval(() => io.emit('clock', { time: Math.floor(Date.now() / 1000) }), 1000)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))

  return Object.assign(source, {
    port: (http.address() as AddressInfo).port,
    path: '/live',
    symbols,
    at: (symbol: string, seq: number) => history.get(symbol)?.[seq - 1],
    bookKeys: [...lines.keys()],
    bookAt: (key: string, seq: number): LiveValue | undefined => lines.get(key)?.at(seq),
    lastBook: async (key: string) => lines.get(key)?.last() ?? null,
    freeze: () => clearInterval(ticks),
    last: (symbol: string) => last(symbol) ?? null,
    skip: (symbol: string) => void step(symbol),
    repeat: (symbol: string) => void io.to(symbol).emit('tick', last(symbol)),
    disturb(lost: string, twice: string) {
      step(lost)
      io.to(twice).emit('tick', last(twice))
      for (const [key, line] of lines) {
        if (key.endsWith(`:${lost}`)) line.step()
        const repeated = key.endsWith(`:${twice}`) ? line.lastUpdate() : null
        if (repeated) io.to(key).emit(line.event, repeated)
      }
    },
    close() {
      clearInterval(ticks)
      clearInterval(clock)
      return new Promise<void>((resolve) => {
        io.close(() => resolve())
        http.closeAllConnections()
      })
    },
  })
}
