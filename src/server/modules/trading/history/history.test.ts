import { afterAll, beforeAll, expect, it } from 'vitest'
import { asPrice, sub } from '../../../../engine/language/values/decimal.ts'
import type { Calls } from '../../../../generated/calls.ts'
import { close, opened, trader, trades } from '../../../../../tests/support/server/flows/lever.ts'
import { as } from '../../../../../tests/support/server/flows/security.ts'
import { buySeconds } from '../../../../../tests/support/server/flows/seconds.ts'
import { away, btc, trade } from '../../../../../tests/support/server/flows/spot.ts'
import { activate } from '../../../../../tests/support/server/flows/trading.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { queryPlans } from '../../../../../tests/support/server/queryPlans.ts'
import { historyPage } from './history.ts'
import settleSeconds from '../seconds/job.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const history = async (who: Person, payload: Partial<Calls['trade/history']['payload']> = {}) =>
  (await server.call('trade/history', { mode: 'real', ...payload }, as(who))).data

/** Buys and sells on the spot, then a leveraged trade in two closings, then a fixed-time contract that ends. */
async function tradeEverything(): Promise<Person> {
  const who = await trader(server)
  await activate(server, who, 'BTCUSDT', 'spot')
  await activate(server, who, 'BTCUSDT', 'seconds')
  await trade(server, who, { quantity: '0.0005' })
  await trade(server, who, { kind: 'limit', quantity: '0.0001', price: away(btc(server).bid, -20) })
  await server.clock.advance(2)
  await trade(server, who, { side: 'sell', quantity: '0.0003' })
  const { id } = await opened(server, who, { lots: '0.02' })
  await server.clock.advance(2)
  await close(server, who, { id, lots: '0.01' })
  await server.clock.advance(2)
  await close(server, who, { id, lots: '0.01' })
  await server.clock.advance(2)
  await buySeconds(server, who)
  expect((await history(who, { kind: 'seconds' })).rows).toEqual([])
  await server.clock.advance(61)
  await settleSeconds(server.context)
  return who
}

it('lists what is done of every kind, latest first, with the result after fees', async () => {
  const who = await tradeEverything()
  const { rows, next } = await history(who)
  expect(rows.map(({ kind, side, quantity }) => [kind, side, quantity])).toEqual([
    ['seconds', 'rise', null],
    ['leverage', 'long', '0.01'],
    ['leverage', 'long', '0.01'],
    ['spot', 'sell', '0.0003'],
    ['spot', 'buy', '0.0005'],
  ])
  expect(next).toBeNull()
  const [, deal] = rows
  const [closing] = (await trades(server, who)).rows
  expect(deal).toMatchObject({ id: closing?.id, result: closing?.net, fee: closing?.fee, amount: closing?.margin })
  expect(closing && sub(closing.profit, closing.fee)).toBe(deal?.result)
  expect(rows.map(({ result }) => result === null)).toEqual([false, false, false, false, true])
  expect(rows.at(-1)).toMatchObject({ feeCurrency: 'BTC', currency: 'USDT', exitPrice: null })
})

it('filters by kind, instrument and moment', async () => {
  const who = await tradeEverything()
  expect((await history(who, { kind: 'leverage' })).rows).toHaveLength(2)
  expect((await history(who, { symbol: 'ETHUSDT' })).rows).toEqual([])
  const { rows } = await history(who)
  const [last, second] = rows
  if (!last || !second) throw new Error('There are no trades')
  expect((await history(who, { from: last.time })).rows).toEqual([last])
  expect((await history(who, { to: second.time })).rows).toEqual(rows.slice(1))
  await server.clock.advance(2 * 86_400)
  expect((await history(who, { days: 1 })).rows).toEqual([])
  expect((await history(who, { days: 3 })).rows).toEqual(rows)
})

it.each([
  ['spot', 'spot_orders'],
  ['seconds', 'seconds_orders'],
  ['leverage', 'lever_deals'],
] as const)('reads only the table of %s', async (kind, table) => {
  const plans = await queryPlans(server.context.db, (db) =>
    historyPage({ ...server.context, db }, 'nobody', 'real', { kind }),
  )
  const read = plans.join('\n').match(/\b(spot_orders|seconds_orders|lever_deals)\b/g)
  expect([...new Set(read)]).toEqual([table])
})

it('keeps users and modes apart', async () => {
  const who = await tradeEverything()
  expect((await history(who, { mode: 'demo' })).rows).toEqual([])
  expect((await history(await server.person())).rows).toEqual([])
})

it('has each trade once over its pages', async () => {
  const who = await trader(server)
  await activate(server, who, 'BTCUSDT', 'spot')
  // At one moment: only the id orders them.
  for (let count = 0; count < 43; count += 1)
    await trade(server, who, { quantity: '0.0001', side: count % 2 ? 'sell' : 'buy' })
  const ids: string[] = []
  for (let page: number | null = 1; page !== null;) {
    const { rows, next }: Calls['trade/history']['data'] = await history(who, { page })
    ids.push(...rows.map(({ id }) => id))
    page = next
  }
  expect(ids).toEqual(ids.toSorted().toReversed())
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThan(40)
})

it('writes the same trades into a file, with headings in the language of the user', async () => {
  const who = await tradeEverything()
  const { name, text, entries, complete } = (
    await server.call('trade/history_csv', { mode: 'real', kind: 'spot' }, { ...as(who), lang: 'de' })
  ).data
  expect([entries, complete]).toEqual([2, true])
  expect(name).toMatch(/^trades-real-\d{4}-\d\d-\d\d\.csv$/)
  const lines = text.trim().split('\r\n')
  expect(lines[0]).toContain('Zeit (UTC),Art,Paar,Richtung,Menge')
  const { rows } = await history(who, { kind: 'spot' })
  expect(lines.slice(1).map((line) => line.split(',').at(-1))).toEqual(rows.map(({ id }) => id))
  expect(lines[1]).toContain('Verkauf')
})

it('writes value, margin, stake and leverage into columns of their own', async () => {
  const who = await tradeEverything()
  const { text } = (await server.call('trade/history_csv', { mode: 'real' }, { ...as(who), lang: 'en' })).data
  const [head = [], ...lines] = text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const cells = (line: readonly string[] | undefined) =>
    ['Value', 'Margin', 'Stake', 'Leverage'].map((name) => (line?.[head.indexOf(name)] ?? name) !== '')
  const of = (kind: string) => lines.find((line) => line[1] === kind)
  expect([cells(of('Spot')), cells(of('Leverage')), cells(of('Fixed time'))]).toEqual([
    [true, false, false, false],
    [true, true, false, true],
    [false, false, true, false],
  ])
})

it('writes prices into a file with the decimals of their instrument', async () => {
  const who = await trader(server)
  await activate(server, who, 'BTCUSDT', 'spot')
  const { data } = await trade(server, who, { quantity: '0.0005' })
  await server.context.db
    .updateTable('spot_orders')
    .set({ deal_price: asPrice('95000.5') })
    .where('id', '=', data.id)
    .execute()
  const { text } = (await server.call('trade/history_csv', { mode: 'real' }, as(who))).data
  expect(text.trim().split('\r\n')[1]?.split(',')[5]).toBe('95000.50')
})
