import { afterAll, beforeAll, expect, it } from 'vitest'
import { asLots, mul, sub } from '../../../../engine/language/values/decimal.ts'
import type { Price } from '../../../../engine/language/values/units.ts'
import { feeOf } from '../../../../product/trading/leverage.ts'
import type { LeverStop } from '../../../../generated/entities.ts'
import { away, bidAsk, opened, SYMBOL, trader } from '../../../../../tests/support/server/flows/lever.ts'
import { createTestServer, type TestServer } from '../../../../../tests/support/server/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

it.each([
  ['long', 'ask'],
  ['short', 'bid'],
] as const)('a market order is quoted at the price that was shown, within the tolerance (%s)', async (side, of) => {
  const ann = await trader(server)
  const { [of]: now } = bidAsk(server)
  const quoteAt = async (price: Price) => {
    const order = { symbol: SYMBOL, side, kind: 'market', lots: '0.01', leverage: 10, price }
    return (await server.call('lever/quote', order, { token: ann.token })).data
  }
  for (const thousandths of [-0.8, 0.8]) {
    const seen = away(now, thousandths)
    const { price, notional, immediate } = await quoteAt(seen)
    expect([price, notional, immediate]).toEqual([seen, mul(seen, '0.01'), now])
  }
  for (const thousandths of [-2, 2]) expect((await quoteAt(away(now, thousandths))).price).toBe(now)
})

it('a stop of an order or a position is quoted after the fees of opening and closing', async () => {
  const ann = await trader(server)
  const { ask } = bidAsk(server)
  const [takeProfit, stopLoss] = [away(ask, 2), away(ask, -2)]
  const as = { token: ann.token }
  const order = { symbol: SYMBOL, side: 'long', kind: 'market', lots: '0.01', leverage: 10, price: ask }
  const { data: quoted } = await server.call('lever/quote', { ...order, takeProfit, stopLoss }, as)
  const { terms } = (await server.call('lever/deal', { mode: 'real', symbol: SYMBOL }, as)).data
  const size = { lots: asLots('0.01'), size: terms.size, inverse: false }
  const netOf = ({ profit, price }: LeverStop) => sub(sub(profit, quoted.fee), feeOf(size, price, terms.fee))
  const { id } = await opened(server, ann)
  const { data: held } = await server.call('lever/stop_quote', { id, takeProfit, stopLoss }, as)
  for (const quote of [quoted, held])
    for (const stop of [quote.takeProfit, quote.stopLoss]) expect(stop?.net).toBe(stop && netOf(stop))
})
