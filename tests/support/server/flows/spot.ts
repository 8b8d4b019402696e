import { asPrice } from '../../../../src/engine/language/values/decimal.ts'
import type { Price, Unbranded } from '../../../../src/engine/language/values/units.ts'
import type { Calls } from '../../../../src/generated/calls.ts'
import type { Person, Reply, TestServer } from '../testServer.ts'

type SpotOrderInput = Calls['coin/trade']['payload']

let keys = 0
/** Returns a fresh idempotency key. */
export const newKey = () => `spot-order-${++keys}`

/** Current execution prices of BTC. */
export function btc({ context: { market, clock } }: TestServer): { bid: Price; ask: Price } {
  const tick = market.tickAt('BTCUSDT', clock.nowMs())
  if (!tick) throw new Error('BTCUSDT has no price')
  return tick
}

/** Buys 0.001 BTC at the market; `more` overrides fields. */
export async function trade(
  server: TestServer,
  { token }: Person,
  more: Partial<Unbranded<SpotOrderInput>> = {},
  key = newKey(),
): Promise<Reply<'coin/trade'>> {
  const payload = {
    mode: 'real',
    symbol: 'BTCUSDT',
    side: 'buy',
    kind: 'market',
    price: btc(server)[more.side === 'sell' ? 'bid' : 'ask'],
    quantity: '0.001',
    ...more,
  }
  return await server.call('coin/trade', payload, { token, headers: { 'idempotency-key': key } })
}

/** Cancels an order in real mode; `more` overrides fields. */
export const cancel = (
  server: TestServer,
  { token }: Person,
  id: string,
  more: Record<string, unknown> = {},
  key = newKey(),
) => server.call('coin/cancel', { mode: 'real', id, ...more }, { token, headers: { 'idempotency-key': key } })

/** The price moved by so many per cent, two decimals. */
export const away = (price: Price, percent: number): Price =>
  asPrice(((Number(price) * (100 + percent)) / 100).toFixed(2))

/** Changes an open order in real mode; `more` has at least its quantity. */
export const amend = (
  server: TestServer,
  { token }: Person,
  { id, symbol, side, quantity }: Pick<Calls['coin/amend']['data'], 'id' | 'symbol' | 'side' | 'quantity'>,
  more: Record<string, unknown> = {},
  key = newKey(),
): Promise<Reply<'coin/amend'>> =>
  server.call(
    'coin/amend',
    { mode: 'real', id, symbol, side, quantity, ...more },
    { token, headers: { 'idempotency-key': key } },
  )

/** Cancels several orders in real mode. */
export const cancelAll = (
  server: TestServer,
  { token }: Person,
  ids: readonly string[],
  more: Record<string, unknown> = {},
  key = newKey(),
) => server.call('coin/cancel_all', { mode: 'real', ids, ...more }, { token, headers: { 'idempotency-key': key } })

/** Payload of a sale that waits for the price to fall by some per cent, and of an OCO order around the price. */
export const stopLoss = (server: TestServer, percent = -5) =>
  ({ side: 'sell', kind: 'stopMarket', trigger: away(btc(server).bid, percent), quantity: '0.001' }) as const
