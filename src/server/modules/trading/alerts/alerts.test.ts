import { afterAll, beforeAll, expect, it } from 'vitest'
import { fromMinor, toMinor, asPrice } from '../../../../engine/language/values/decimal.ts'
import { as } from '../../../../../tests/support/server/flows/security.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import type { Price } from '../../../../engine/language/values/units.ts'
import type { PriceAlert } from '../../../../generated/entities.ts'
import { markReached } from './alerts.ts'
import notifyAlerts from './job.ts'

const symbol = 'BTCUSDT'
let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

/** Adds an alert this many price steps above the last price. */
async function add(person: Person, steps: number, repeat: PriceAlert['repeat'] = 'once'): Promise<string> {
  const { market } = server.context
  const { precision = 0 } = market.listing(symbol) ?? {}
  const units = toMinor(market.quote(symbol)?.last ?? '0', precision, 'floor') + BigInt(steps)
  const price = asPrice(fromMinor(units, precision))
  const { data } = await server.call(
    'alert/add',
    { symbol, direction: steps > 0 ? 'above' : 'below', price, repeat },
    as(person),
  )
  return data.id
}
const alerts = async (person: Person) => (await server.call('alert/list', {}, as(person))).data.rows
const inbox = async (person: Person) =>
  (await server.call('user/usermessage', {}, as(person))).data.rows.filter(({ link }) => link?.includes('whdetail'))

it('the first tick that reaches the price notifies once, also by two runs of the job at once', async () => {
  const ann = await server.person()
  const near = await Promise.all([add(ann, 1), add(ann, -1)])
  await server.clock.advance(120)
  await Promise.all([notifyAlerts(server.context), notifyAlerts(server.context)])
  await notifyAlerts(server.context)
  const reached = (await alerts(ann)).filter((priceAlert) => priceAlert.reached !== null)
  expect(reached.map(({ id }) => id).toSorted()).toEqual(near.toSorted())
  expect((await inbox(ann)).map(({ link }) => link)).toEqual(Array(2).fill(`/pages/whdetail/index?symbol=${symbol}`))
})

it('a repeated request adds no second alert, also with other zeros of the price', async () => {
  const ann = await server.person()
  const id = await add(ann, 100_000_000)
  const price = (await alerts(ann))[0]?.price ?? ''
  const again = (of: string) => server.call('alert/add', { symbol, direction: 'above', price: of }, as(ann))
  const replies = await Promise.all([again(price), again(price)])
  expect(replies.map(({ data }) => data.id)).toEqual([id, id])
  expect(await alerts(ann)).toHaveLength(1)
  expect((await again(`${price}0`)).code).toMatch(/added|parameterError/)
  expect(await alerts(ann)).toHaveLength(1)
})

it('an alert that no tick has reached waits', async () => {
  const ann = await server.person()
  await add(ann, 100_000_000)
  await server.clock.advance(60)
  await notifyAlerts(server.context)
  expect((await alerts(ann)).map(({ reached }) => reached)).toEqual([null])
  expect((await server.call('user/info', {}, as(ann))).data.waitingAlerts).toBe(1)
})

it('a changed alert waits for its new price, also where the job has read it before', async () => {
  const { context } = server
  const ann = await server.person()
  const id = await add(ann, 1)
  const [before] = await alerts(ann)
  const row = await context.db.selectFrom('price_alerts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const price = asPrice(String(Number(before?.price) * 2))
  const { data } = await server.call('alert/change', { id, symbol, direction: 'above', price }, as(ann))
  expect(data).toMatchObject({ id, price, reached: null })
  expect(await markReached(context.db, row, context.clock.nowMs())).toBe(false)
  await server.clock.advance(120)
  await notifyAlerts(context)
  expect([(await alerts(ann)).map(({ reached }) => reached), await inbox(ann)]).toEqual([[null], []])
})

it('an alert that is changed to the price of another one is that one', async () => {
  const ann = await server.person()
  const [first, second] = [await add(ann, 100_000_000), await add(ann, 200_000_000)]
  const price = (await alerts(ann)).find(({ id }) => id === second)?.price ?? asPrice('0')
  const { data } = await server.call('alert/change', { id: first, symbol, direction: 'above', price }, as(ann))
  expect(data.id).toBe(second)
  expect((await alerts(ann)).map(({ id }) => id)).toEqual([second])
})

it('an alert whose price a tick has reached cannot be changed, also before the job has run', async () => {
  const { db, clock } = server.context
  const ann = await server.person()
  const id = await add(ann, 100_000_000)
  const due = { price: asPrice('1'), checked_ms: BigInt(clock.nowMs() - 60_000) }
  await db.updateTable('price_alerts').set(due).where('id', '=', id).execute()
  const price = asPrice('99999999')
  const { code } = await server.call('alert/change', { id, symbol, direction: 'above', price }, as(ann))
  expect([code, (await alerts(ann)).map(({ price: waiting }) => waiting)]).toEqual(['dataNotFound', ['1']])
})

it('an alert that repeats waits for the other direction, and sends no second message within an hour', async () => {
  const { db, clock } = server.context
  const ann = await server.person()
  const id = await add(ann, 100_000_000, 'always')
  const set = (change: { price: Price; checked_ms?: bigint }) =>
    db.updateTable('price_alerts').set(change).where('id', '=', id).execute()
  await set({ price: asPrice('1'), checked_ms: BigInt(clock.nowMs() - 60_000) })
  await Promise.all([notifyAlerts(server.context), notifyAlerts(server.context)])
  const waiting = async () => (await alerts(ann)).map(({ direction, reached }) => [direction, reached])
  expect([await waiting(), (await inbox(ann)).length]).toEqual([[['below', null]], 1])
  await set({ price: asPrice('99999999') })
  await server.clock.advance(3000)
  await notifyAlerts(server.context)
  expect((await inbox(ann)).length).toBe(1)
  await server.clock.advance(1000)
  await notifyAlerts(server.context)
  expect([await waiting(), (await inbox(ann)).length]).toEqual([[['above', null]], 2])
})

it('an alert of the same price takes over how often it notifies', async () => {
  const ann = await server.person()
  await add(ann, 100_000_000)
  const [{ id, price } = { id: '', price: asPrice('0') }] = await alerts(ann)
  const again = await server.call('alert/add', { symbol, direction: 'above', price, repeat: 'always' }, as(ann))
  expect(again.data).toMatchObject({ id, repeat: 'always' })
  const kept = await server.call('alert/change', { id, symbol, direction: 'above', price }, as(ann))
  expect(kept.data).toMatchObject({ id, repeat: 'always' })
})

it('a removed alert sends no message', async () => {
  const ann = await server.person()
  await server.call('alert/remove', { id: await add(ann, 1) }, as(ann))
  await server.clock.advance(120)
  await notifyAlerts(server.context)
  expect(await inbox(ann)).toEqual([])
})
