import type { AddressInfo } from 'node:net'
import { createServer } from '../../../src/server/app.ts'
import type { Quote } from '../../../src/generated/entities.ts'
import type { LiveSource } from './live-source.ts'

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
    freeze: () => market.stop(),
    last: (symbol) => market.quote(symbol),
    close: async () => {
      stop()
      await close()
    },
  }
}
