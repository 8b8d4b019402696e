import type { AddressInfo } from 'node:net'
import { createServer } from '../../../src/server/app.ts'
import type { Quote } from '../../../src/generated/entities.ts'
import { DEPTH_MODES, depthKey, tradesKey } from '../../../src/product/liveValues.ts'
import type { LiveSource } from './live-source.ts'

/** Symbols of each kind whose books and trades are followed. */
const BOOKS = ['BTCUSDT', 'TRXUSDT', 'EURUSD']

/** The real server with its market; every tick is recorded. */
export async function sandbox(): Promise<LiveSource> {
  const { app, context, close } = await createServer({ database: ':memory:', passwordCost: 16, tickRate: 5 })
  const { market } = context
  const recorded = new Map<string, Quote>()
  const write = (quote: Quote) => void recorded.set(`${quote.symbol} ${quote.seq}`, quote)
  for (const symbol of market.symbols) {
    const quote = market.quote(symbol)
    if (quote) write(quote)
  }
  const stop = market.onTick(write)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    port: (app.server.address() as AddressInfo).port,
    path: context.operator.app.live.path,
    symbols: [...market.symbols],
    at: (symbol, seq) => recorded.get(`${symbol} ${seq}`),
    bookKeys: BOOKS.flatMap((symbol) => [...DEPTH_MODES.map((mode) => depthKey(symbol, mode)), tradesKey(symbol)]),
    // The numbers of a book are random, and its states are not recorded: its order and its last state are checked.
    bookAt: () => undefined,
    async lastBook(key) {
      const [kind = '', ...rest] = key.split(':')
      const symbol = rest.at(-1) ?? ''
      const query = kind === 'depth' ? `depth?symbol=${symbol}&mode=${rest[0]}` : `trades?symbol=${symbol}`
      const reply = await app.inject({ url: `/api/currency/${query}&lang=en` })
      return (reply.json() as { data: Record<string, unknown> | null }).data
    },
    freeze: () => market.stop(),
    last: (symbol) => market.quote(symbol),
    close: async () => {
      stop()
      await close()
    },
  }
}
