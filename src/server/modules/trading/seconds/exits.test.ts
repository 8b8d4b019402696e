import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import { sub } from '../../../../engine/language/values/decimal.ts'
import { statusAt } from '../../../../product/domain/status.ts'
import { liveSalePrice } from '../../../../product/trading/earlySale.ts'
import type { Receipt, SecondsOrder } from '../../../../generated/entities.ts'
import { as } from '../../../../../tests/support/server/flows/security.ts'
import {
  buySeconds,
  cancelSeconds,
  CRYPTO,
  quoteSecondsSale,
  secondsTrader,
  sellSeconds,
} from '../../../../../tests/support/server/flows/seconds.ts'
import { withSettings } from '../../../../../tests/support/server/flows/trading.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import settleSeconds from './job.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const order = async (who: Person, id: string) => (await server.call('microtrade/order', { id }, as(who))).data
async function account(who: Person): Promise<[balance: string, available: string]> {
  const { rows } = (await server.call('microtrade/payable_currencies', { mode: 'real', symbol: CRYPTO }, as(who))).data
  return [rows[0]?.balance ?? 'none', rows[0]?.available ?? 'none']
}
const receipts = async (who: Person, id: string): Promise<Receipt[]> =>
  (await server.call('receipt/list', { kind: 'secondsOrder', id }, as(who))).data.rows
const booked = ({ figures }: Receipt) => Object.fromEntries(figures.map(({ figure, booked }) => [figure, booked]))
const promised = ({ figures }: Receipt) => Object.fromEntries(figures.map(({ figure, promised }) => [figure, promised]))
const closedOf = (id: string) =>
  server.context.db.selectFrom('closed_orders').selectAll().where('id', '=', id).executeTakeFirst()

async function running() {
  const who = await secondsTrader(server)
  const { data } = await buySeconds(server, who)
  return { who, id: data.id }
}

describe('the sale of a seconds contract', () => {
  it('pays the price in force, takes stake and fee, and is in every record', async () => {
    const { who, id } = await running()
    await server.clock.advance(20)
    const { data: quote } = await quoteSecondsSale(server, who, id)
    const { proceeds, net, least, until } = quote
    expect(net).toBe(sub(sub(proceeds, '100'), '0.5'))
    const { data } = await sellSeconds(server, who, { id, proceeds, net, least, until })
    expect([statusAt('secondsOrder', data.status), data.proceeds, data.result, data.left, data.sellLeft]).toEqual([
      'sold',
      proceeds,
      net,
      0,
      0,
    ])
    expect([data.ended, data.exitPrice]).toEqual([server.clock.now(), quote.price])
    const balance = sub(proceeds, '-399.5')
    expect(await account(who)).toEqual([balance, balance])
    const [sold] = (await receipts(who, id)) as [Receipt]
    expect([sold.action, sold.rule, sold.call]).toEqual(['closed', 'market', 'microtrade/sell'])
    expect(booked(sold)).toEqual({ receive: proceeds, fee: '0.5', net })
    expect(promised(sold)).toEqual({ receive: proceeds, fee: null, net })
    const { rows } = (await server.call('trade/history', { mode: 'real', kind: 'seconds' }, as(who))).data
    expect(rows).toMatchObject([{ id, fee: '0.5', result: net, time: data.ended, exitPrice: quote.price }])
    expect(await closedOf(id)).toMatchObject({ kind: 'seconds', fee: 50_000_000n, closed: BigInt(server.clock.now()) })
    // Its expiry changes nothing.
    await server.clock.advance(60)
    await settleSeconds(server.context)
    expect(await account(who)).toEqual([balance, balance])
    expect(await receipts(who, id)).toHaveLength(2)
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('is executed once with one key', async () => {
    const { who, id } = await running()
    const first = await sellSeconds(server, who, { id }, 'sold-once')
    const second = await sellSeconds(server, who, { id }, 'sold-once')
    expect(second.data).toEqual(first.data)
    expect((await sellSeconds(server, who, { id })).code).toBe('tradeRecordGone')
  })

  it('is the only one of several at once', async () => {
    const { who, id } = await running()
    const replies = await Promise.all(Array.from({ length: 8 }, () => sellSeconds(server, who, { id })))
    expect(replies.map(({ code }) => String(code)).toSorted()).toEqual([
      'contractSold',
      ...Array.from({ length: 7 }, () => 'tradeRecordGone'),
    ])
    expect((await receipts(who, id)).filter(({ action }) => action === 'closed')).toHaveLength(1)
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('and an expiry in one race book one of them', async () => {
    const { who, id } = await running()
    // A process whose clock is behind sells while another one settles.
    const expired = { ...server.context.clock, now: () => asUnixSeconds(4_000_000_000), nowMs: () => 4_000_000_000_000 }
    const later = { ...server.context, clock: expired }
    const [reply] = await Promise.all([
      sellSeconds(server, who, { id }),
      settleSeconds(later),
      settleSeconds(later),
      settleSeconds(later),
    ])
    const { status } = await order(who, id)
    const isSold = reply.code === 'contractSold'
    expect(isSold || reply.code === 'tradeRecordGone').toBe(true)
    expect(statusAt('secondsOrder', status) === 'sold').toBe(isSold)
    expect((await receipts(who, id)).map(({ action }) => action)).toEqual([isSold ? 'closed' : 'settled', 'placed'])
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it.each([
    [55, 'contractSold'],
    [56, 'saleNotPossible'],
    [60, 'tradeRecordGone'],
  ])('after %s s of 60 is %s', async (seconds, code) => {
    const { who, id } = await running()
    await server.clock.advance(seconds)
    expect((await sellSeconds(server, who, { id })).code).toBe(code)
  })

  it('is refused below the least price, and after the time of its quote', async () => {
    const { who, id } = await running()
    expect((await sellSeconds(server, who, { id, least: '169.99' })).code).toBe('priceChanged')
    const { data } = await quoteSecondsSale(server, who, id)
    await server.clock.advance(data.lasts + 1)
    expect((await sellSeconds(server, who, { id, least: '0.01', until: data.until })).code).toBe('quoteExpired')
    expect(statusAt('secondsOrder', (await order(who, id)).status)).toBe('running')
  })
})

describe('the cancellation of a seconds contract', () => {
  it('returns stake and fee less its charge, and is in every record', async () => {
    const { who, id } = await running()
    const { cancelFee, cancelLeft } = await order(who, id)
    expect([cancelFee, cancelLeft]).toEqual(['10', 5])
    const { data } = await cancelSeconds(server, who, { id, cancelFee })
    expect([statusAt('secondsOrder', data.status), data.result, data.cancelLeft]).toEqual(['cancelled', '-10', 0])
    expect(await account(who)).toEqual(['490', '490'])
    const [cancelled] = (await receipts(who, id)) as [Receipt]
    expect([cancelled.action, cancelled.rule]).toEqual(['cancelled', 'owner'])
    expect([booked(cancelled), promised(cancelled)]).toEqual([
      { fee: '10', net: '-10' },
      { fee: '10', net: null },
    ])
    const { rows } = (await server.call('trade/history', { mode: 'real', kind: 'seconds' }, as(who))).data
    expect(rows).toMatchObject([{ id, fee: '10', result: '-10' }])
    const { rows: listed } = (await server.call('microtrade/lists', { state: 'cancelled' }, as(who))).data
    expect(listed.map((row) => row.id)).toEqual([id])
    const { rows: statement } = (await server.call('wallet/statement', { mode: 'real', kind: 'contract' }, as(who)))
      .data
    expect(statement[0]).toMatchObject({ type: 'secondsFee', amount: '-10' })
    await server.clock.advance(120)
    expect(await account(who)).toEqual(['490', '490'])
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('has the charge of the time when the contract was made', async () => {
    const { who, id } = await running()
    await withSettings(server, 'seconds', { cancellation: { fee: '50', seconds: 1 } }, async () => {
      expect((await cancelSeconds(server, who, { id })).data.result).toBe('-10')
    })
  })

  it.each([
    [4, 'contractCancelled'],
    [6, 'orderCannotBeCancelled'],
  ])('after %s s is %s', async (seconds, code) => {
    const { who, id } = await running()
    await server.clock.advance(seconds)
    expect((await cancelSeconds(server, who, { id })).code).toBe(code)
  })

  it('is not offered where the operator has none', async () => {
    await withSettings(server, 'seconds', { cancellation: undefined }, async () => {
      const { who, id } = await running()
      expect(await order(who, id)).toMatchObject({ cancelFee: null, cancelLeft: 0 })
      expect((await cancelSeconds(server, who, { id })).code).toBe('orderCannotBeCancelled')
    })
  })
})

it('the price of a sale follows live quotes from the terms in the list, as the server quotes it, until its last seconds', async () => {
  const { who, id } = await running()
  const listed = async () =>
    (await server.call('microtrade/lists', { mode: 'real', state: 'running' }, as(who))).data.rows.find(
      (row) => row.id === id,
    ) as SecondsOrder
  const first = await listed()
  const { lastSeconds } = server.context.operator.server.seconds.sale ?? { lastSeconds: 0 }
  for (let left = 60; left > lastSeconds; left -= 5) {
    const { data } = await quoteSecondsSale(server, who, id)
    const live = { last: data.price, time: server.clock.now() }
    expect([liveSalePrice(first, live), liveSalePrice(await listed(), live)]).toEqual([data.proceeds, data.proceeds])
    await server.clock.advance(5)
  }
  await server.clock.advance(1)
  const last = await listed()
  expect([last.sellLeft, liveSalePrice(last, { last: last.entryPrice, time: server.clock.now() })]).toEqual([0, null])
  expect(await quoteSecondsSale(server, who, id)).toMatchObject({ code: 'saleNotPossible' })
})
