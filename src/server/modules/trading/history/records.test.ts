import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Calls } from '../../../../generated/calls.ts'
import {
  cancel as cancelLever,
  close,
  closeOrder,
  opened,
  trader,
  waiting,
} from '../../../../../tests/support/server/flows/lever.ts'
import { as } from '../../../../../tests/support/server/flows/security.ts'
import { buySeconds, sellSeconds } from '../../../../../tests/support/server/flows/seconds.ts'
import { away, btc, cancel, trade } from '../../../../../tests/support/server/flows/spot.ts'
import { activate } from '../../../../../tests/support/server/flows/trading.ts'
import { queryPlans } from '../../../../../tests/support/server/queryPlans.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import settleSeconds from '../seconds/job.ts'
import { recordsPage } from './records.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

type Payload = Calls['trade/records']['payload']
const records = async (who: Person, payload: Partial<Payload> = {}) =>
  (await server.call('trade/records', { mode: 'real', ...payload }, as(who))).data.rows

/** One record of every kind in every state that it can have, but for contracts that have ended; two seconds apart. */
async function everything(): Promise<Person> {
  const who = await trader(server)
  await activate(server, who, 'BTCUSDT', 'spot')
  await activate(server, who, 'BTCUSDT', 'seconds')
  const limit = { kind: 'limit', quantity: '0.0002', price: away(btc(server).bid, -20) } as const
  const position = await opened(server, who, { lots: '0.02' })
  const steps: (() => Promise<unknown>)[] = [
    () => trade(server, who, { quantity: '0.0005' }),
    () => trade(server, who, limit),
    async () => cancel(server, who, (await trade(server, who, limit)).data.id),
    () => trade(server, who, { side: 'sell', kind: 'trailing', rate: '5', quantity: '0.0002' }),
    () => waiting(server, who),
    async () => cancelLever(server, who, (await waiting(server, who)).id),
    () => closeOrder(server, who, { id: position.id, lots: '0.01' }),
    () => close(server, who, { id: position.id, lots: '0.01' }),
    () => buySeconds(server, who),
  ]
  for (const step of steps) {
    await server.clock.advance(2)
    await step()
  }
  return who
}

it('lists every kind in every state, latest first', async () => {
  const rows = await records(await everything())
  expect(rows.map(({ kind, state, type, side, quantity }) => [kind, state, type, side, quantity])).toEqual([
    ['seconds', 'open', null, 'rise', null],
    ['leverage', 'done', null, 'long', '0.01'],
    ['closeOrder', 'open', 'trigger', 'long', '0.01'],
    ['leverOrder', 'cancelled', 'limit', 'long', '0.01'],
    ['leverOrder', 'open', 'limit', 'long', '0.01'],
    ['spot', 'open', 'trailing', 'sell', '0.0002'],
    ['spot', 'cancelled', 'limit', 'buy', '0.0002'],
    ['spot', 'open', 'limit', 'buy', '0.0002'],
    ['spot', 'done', 'market', 'buy', '0.0005'],
    ['leverOrder', 'done', 'market', 'long', '0.02'],
  ])
  expect(rows.map(({ result }) => result !== null)).toEqual(rows.map(({ kind }) => kind === 'leverage'))
  expect(rows.map(({ price }) => price === null)).toEqual(rows.map(({ type }) => type === 'trailing'))
})

it('leads each record to receipts', async () => {
  const who = await everything()
  for (const { kind, state, receiptKind, receiptId } of await records(who)) {
    const { data } = await server.call('receipt/list', { kind: receiptKind, id: receiptId }, as(who))
    expect(data.rows.length, `${kind} ${state}`).toBeGreaterThan(0)
  }
})

it.each<[Partial<Payload>, number]>([
  [{ kind: 'spot' }, 4],
  [{ kind: 'closeOrder' }, 1],
  [{ kind: 'lever' }, 5],
  [{ state: 'open' }, 5],
  [{ state: 'done' }, 3],
  [{ state: 'ended' }, 5],
  [{ state: 'cancelled', kind: 'leverOrder' }, 1],
  [{ side: 'sell' }, 1],
  [{ side: 'buy', kind: 'seconds' }, 1],
  [{ symbol: 'ETHUSDT' }, 0],
  [{ mode: 'demo' }, 0],
  [{ days: 1 }, 10],
])('filters by %o', async (payload, count) => {
  expect(await records(await everything(), payload)).toHaveLength(count)
})

it('says of a fixed-time contract that its user has sold it', async () => {
  const who = await trader(server)
  await activate(server, who, 'BTCUSDT', 'seconds')
  const { data } = await buySeconds(server, who)
  expect(await records(who)).toMatchObject([{ state: 'open', reason: null }])
  await sellSeconds(server, who, { id: data.id })
  expect(await records(who)).toMatchObject([{ state: 'done', reason: 'user', result: expect.any(String) }])
})

it('has a fixed-time contract that has ended at the moment of its end', async () => {
  const who = await trader(server)
  await activate(server, who, 'BTCUSDT', 'seconds')
  const { data } = await buySeconds(server, who)
  await server.clock.advance(61)
  await settleSeconds(server.context)
  expect(await records(who)).toMatchObject([{ kind: 'seconds', state: 'done', time: data.expires, receiptId: data.id }])
})

it('filters by moment', async () => {
  const who = await everything()
  const rows = await records(who)
  const [last, second] = rows
  expect(await records(who, { from: last?.time ?? null })).toEqual([last])
  expect(await records(who, { to: second?.time ?? null })).toEqual(rows.slice(1))
  await server.clock.advance(2 * 86_400)
  expect((await records(who, { days: 1 })).every(({ time }) => time > (last?.time ?? 0))).toBe(true)
})

it.each([
  ['spot', ['spot_orders']],
  ['seconds', ['seconds_orders']],
  ['leverOrder', ['lever_orders']],
  ['leverage', ['lever_deals']],
  ['closeOrder', ['lever_close_orders', 'lever_positions', 'lever_deals']],
] as const)('reads only the tables of %s', async (kind, tables) => {
  const plans = await queryPlans(server.context.db, (db) =>
    recordsPage({ ...server.context, db }, 'nobody', 'real', { kind }),
  )
  const read = plans
    .join('\n')
    .match(/\b(spot_orders|seconds_orders|lever_orders|lever_deals|lever_close_orders|lever_positions)\b/g)
  expect([...new Set(read)].toSorted()).toEqual([...tables].toSorted())
})

it('has no records of others', async () => {
  await everything()
  expect(await records(await server.person())).toEqual([])
})
