import { afterAll, beforeAll, expect, it } from 'vitest'
import { buy } from '../../../../tests/support/server/flows/interest.ts'
import { submit } from '../../../../tests/support/server/flows/lever.ts'
import { as } from '../../../../tests/support/server/flows/security.ts'
import { secondsWish } from '../../../../tests/support/server/flows/seconds.ts'
import { trade } from '../../../../tests/support/server/flows/spot.ts'
import { createTestServer, type Person, type TestServer } from '../../../../tests/support/server/testServer.ts'
import { activate } from '../../../../tests/support/server/flows/trading.ts'

let server: TestServer
let keys = 0
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const SYMBOL = 'BTCUSDT'
type Mode = 'real' | 'demo'

/** A user without a verified name, with money in the contract account of a mode in use. */
async function unverified(mode: Mode): Promise<Person> {
  const person = await server.person()
  await server.call('user/switch_account', { mode }, as(person))
  const headers = { 'idempotency-key': `demo-test-${++keys}` }
  const transfer = { mode, from: 'coin', to: 'contract', currency: 'USDT', amount: '500' }
  await server.call('wallet/transfer', transfer, { ...as(person), headers })
  for (const product of ['spot', 'seconds', 'leveraged'] as const) await activate(server, person, SYMBOL, product)
  return person
}

const ORDERS: Readonly<Record<string, (person: Person, mode: Mode) => Promise<{ type: string; code: unknown }>>> = {
  'a spot order': (person, mode) => trade(server, person, { mode }),
  'a position': (person, mode) => submit(server, person, { mode }),
  'the quote of a seconds contract': (person, mode) =>
    server.call('microtrade/quote', { ...secondsWish(SYMBOL), mode }, as(person)),
  'an order of the interest treasure': (person, mode) => buy(server, person, { mode }),
}

it.each(Object.keys(ORDERS))('%s needs a verified name with real money, and none with demo money', async (name) => {
  const order = ORDERS[name]
  if (!order) throw new Error(name)
  expect((await order(await unverified('real'), 'real')).code).toBe('realNameRequired')
  expect(await order(await unverified('demo'), 'demo')).toMatchObject({ type: 'ok' })
})

it('reports whether the account in use may trade', async () => {
  const allowed = async (person: Person) => (await server.call('user/info', {}, as(person))).data.mayTrade
  expect([await allowed(await unverified('real')), await allowed(await unverified('demo'))]).toEqual([false, true])
})
