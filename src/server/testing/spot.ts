import { asPrice } from '../../core/decimal.ts'
import type { Price, Unbranded } from '../../core/units.ts'
import type { Calls } from '../../generated/calls.ts'
import type { Person, Reply, World } from './testServer.ts'

type Wanted = Calls['coin/trade']['payload']

let keys = 0
export const newKey = () => `spot-order-${++keys}`

/** The prices at which BTC would be dealt now. */
export function btc({ context: { market, clock } }: World): { bid: Price; ask: Price } {
  const tick = market.tickAt('BTCUSDT', clock.nowMs())
  if (!tick) throw new Error('BTCUSDT has no price')
  return tick
}

/** Buys 0.001 BTC at the market, or what is to be different. */
export async function trade(world: World, { token }: Person, more: Partial<Unbranded<Wanted>> = {}, key = newKey()): Promise<Reply<'coin/trade'>> {
  const payload = { mode: 'real', symbol: 'BTCUSDT', side: 'buy', kind: 'market', price: btc(world)[more.side === 'sell' ? 'bid' : 'ask'], quantity: '0.001', ...more }
  return await world.call('coin/trade', payload, { token, headers: { 'idempotency-key': key } })
}

export const cancel = (world: World, { token }: Person, id: string, more: Record<string, unknown> = {}, key = newKey()) =>
  world.call('coin/cancel', { mode: 'real', id, ...more }, { token, headers: { 'idempotency-key': key } })

/** A price so many per cent away, with the two digits of BTCUSDT. */
export const away = (price: Price, percent: number): Price => asPrice(((Number(price) * (100 + percent)) / 100).toFixed(2))
