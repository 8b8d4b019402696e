import { afterAll, beforeAll, expect, it } from 'vitest'
import { mul } from '../../../../engine/language/values/decimal.ts'
import type { Price } from '../../../../engine/language/values/units.ts'
import { away, bidAsk, SYMBOL, trader } from '../../../../../tests/support/server/flows/lever.ts'
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
