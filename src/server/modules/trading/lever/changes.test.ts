import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { add, compare, sub } from '../../../../engine/language/values/decimal.ts'
import {
  addMargin,
  amend,
  bidAsk,
  cancel,
  close,
  closeOrder,
  opened,
  reverse,
  setstop,
  away,
  trader,
  trades,
  waiting,
} from '../../../../../tests/support/server/flows/lever.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { inTransaction, userLock } from '../../../kit/storage/transaction.ts'
import { fillOrder } from './open.ts'
import type { OrderRow } from './tables.ts'
import { currentTick } from './terms.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const account = async ({ token }: Person) =>
  (await server.call('lever/deal', { symbol: 'BTCUSDT' }, { token })).data.account
const receipts = async ({ token }: Person, kind: string, id: string) =>
  (await server.call('receipt/list', { kind, id }, { token })).data.rows

describe('margin that is added', () => {
  it('is held with that of the position, moves the liquidation as quoted, and is in the receipt as confirmed', async () => {
    const ann = await trader(server)
    const { id, margin, liquidation } = await opened(server, ann)
    const before = await account(ann)
    const { data: quote } = await server.call('lever/margin_quote', { id, amount: '25' }, { token: ann.token })
    expect(quote.margin).toBe(add(margin, '25'))
    expect(compare(quote.liquidation ?? '0', liquidation ?? '0')).toBe(-1)
    const reply = await addMargin(server, ann, { id, amount: '25', promise: { margin: quote.margin } })
    expect(reply.data).toMatchObject({ margin: quote.margin, liquidation: quote.liquidation })
    const after = await account(ann)
    expect([after.usedMargin, after.availableMargin]).toEqual([
      add(before.usedMargin, '25'),
      sub(before.availableMargin, '25'),
    ])
    const [receipt] = await receipts(ann, 'leverOrder', id)
    expect(receipt).toMatchObject({
      action: 'changed',
      call: 'lever/margin',
      figures: [
        { figure: 'held', promised: quote.margin, booked: quote.margin, difference: '0' },
        { figure: 'released', promised: null, booked: margin, difference: null },
      ],
    })
  })

  it('returns with the position, less what it lost', async () => {
    const ann = await trader(server)
    const { id, lots } = await opened(server, ann)
    await addMargin(server, ann, { id, amount: '30' })
    const { data: deal } = await close(server, ann, { id, lots })
    expect(await account(ann)).toMatchObject({ usedMargin: '0', balance: add('900', deal.net) })
  })

  it('is refused where the confirmed margin is another one', async () => {
    const ann = await trader(server)
    const { id } = await opened(server, ann)
    expect(await addMargin(server, ann, { id, promise: { margin: '1' } })).toMatchObject({ code: 'amountError' })
  })

  it('lets a warning of liquidation be sent again once its price is no longer reached', async () => {
    const ann = await trader(server)
    const { id } = await opened(server, ann)
    await server.context.db
      .insertInto('lever_warnings')
      .values({ position: id, share: '0.5', created: server.clock.now() })
      .execute()
    await addMargin(server, ann, { id })
    const left = server.context.db.selectFrom('lever_warnings').selectAll().where('position', '=', id)
    expect(await left.execute()).toEqual([])
  })
})

describe('a reversal', () => {
  it('closes and opens at one price, with the confirmed figures in both receipts, and drops stops and close orders', async () => {
    const ann = await trader(server)
    const { id, openPrice } = await opened(server, ann, { lots: '0.02' })
    await setstop(server, ann, { id, takeProfit: away(openPrice, 50) })
    await closeOrder(server, ann, { id })
    const { data: quote } = await server.call('lever/reverse_quote', { id }, { token: ann.token })
    const { profit, opening, closing, net, margin, fee, price, terms } = quote
    const promise = { profit, opening, closing, net, margin, fee }
    const { data } = await reverse(server, ann, { id, price, terms, promise })
    const { positions } = await trades(server, ann)
    expect(positions).toMatchObject([
      { id: data.order.id, side: 'short', lots: '0.02', takeProfit: null, closeOrders: [], openPrice: price, margin },
    ])
    expect((await account(ann)).availableMargin).toBe(sub(sub(quote.available, margin), fee))
    const [closed] = await receipts(ann, 'leverDeal', data.deal.id)
    const [executed] = await receipts(ann, 'leverOrder', data.order.id)
    const confirmed = (figures: readonly { figure: string; promised: string | null; booked: string }[] = []) =>
      figures.map(({ figure, promised, booked }) => [figure, promised, booked])
    expect(confirmed(closed?.figures)).toEqual([
      ['profit', profit, profit],
      ['opening', opening, opening],
      ['fee', closing, closing],
      ['net', net, net],
    ])
    expect(confirmed(executed?.figures)).toEqual([
      ['margin', margin, margin],
      ['fee', fee, fee],
    ])
    expect([closed?.trade?.executed, executed?.trade?.executed]).toEqual([price, price])
  })

  it('leaves the position as it is where the other side cannot be opened', async () => {
    const ann = await trader(server)
    const { id } = await opened(server, ann)
    const before = await account(ann)
    expect(await reverse(server, ann, { id, price: '9999999' })).toMatchObject({ code: 'priceChanged' })
    expect(await account(ann)).toEqual(before)
    expect((await trades(server, ann)).positions.map((position) => position.id)).toEqual([id])
  })
})

describe('a close order at a limit', () => {
  it('is executed at its price or a better one, with its own message', async () => {
    const ann = await trader(server)
    const { id } = await opened(server, ann)
    const limit = away(bidAsk(server).bid, 1)
    await closeOrder(server, ann, { id, kind: 'limit', trigger: limit })
    for (let hours = 0; hours < 48 && (await trades(server, ann)).positions.length > 0; hours++)
      await server.clock.advance(3600)
    const [deal] = (await trades(server, ann)).rows
    expect(deal?.reason).toBe('limit')
    expect(compare(deal?.closePrice ?? '0', limit)).not.toBe(-1)
    const { data } = await server.call('user/usermessage', {}, { token: ann.token })
    expect(data.rows[0]?.title).toContain('Limit price reached')
    expect((await receipts(ann, 'leverDeal', deal?.id ?? ''))[0]).toMatchObject({ rule: 'limit', call: null })
  })

  it('is placed once for one key', async () => {
    const ann = await trader(server)
    const { id } = await opened(server, ann)
    const send = () =>
      server.call(
        'lever/close_order',
        { mode: 'real', id, symbol: 'BTCUSDT', kind: 'limit', trigger: away(bidAsk(server).bid, 50) },
        { token: ann.token, headers: { 'idempotency-key': 'close-order-once' } },
      )
    const [first, second] = [await send(), await send()]
    expect(second.data).toEqual(first.data)
    expect((await trades(server, ann)).positions[0]?.closeOrders).toHaveLength(1)
  })
})

describe('a pending order that is changed', () => {
  it('has another hold, in one step, with a receipt of both', async () => {
    const ann = await trader(server)
    const order = await waiting(server, ann)
    const before = await account(ann)
    const { data } = await amend(server, ann, order, { price: away(bidAsk(server).bid, -90), lots: '0.02' })
    expect(data).toMatchObject({ id: order.id, lots: '0.02', leverage: order.leverage, status: 0 })
    expect((await account(ann)).availableMargin).toBe(add(before.availableMargin, sub(order.held, data.held)))
    expect((await receipts(ann, 'leverOrder', order.id))[0]).toMatchObject({
      action: 'changed',
      call: 'lever/amend',
      figures: [
        { figure: 'held', booked: data.held },
        { figure: 'released', booked: order.held },
      ],
    })
    await cancel(server, ann, order.id)
    expect((await account(ann)).availableMargin).toBe(add(before.availableMargin, order.held))
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('is not filled by a job that has read it before', async () => {
    const { context } = server
    const ann = await trader(server)
    const order = await waiting(server, ann)
    const read = context.db.selectFrom('lever_orders').selectAll().where('id', '=', order.id)
    const before = await read.executeTakeFirstOrThrow()
    await amend(server, ann, order, { price: away(bidAsk(server).bid, -90) })
    const tick = currentTick(context, order.symbol)
    const fill = (row: OrderRow) =>
      inTransaction(context.db, [userLock(row.user_id)], (db) =>
        fillOrder({ ...context, db, ledger: context.ledger.withTransaction(db) }, row, tick),
      )
    expect(await fill(before)).toBe(false)
    expect((await trades(server, ann)).orders.map(({ id }) => id)).toEqual([order.id])
    expect(await fill(await read.executeTakeFirstOrThrow())).toBe(true)
    expect(await context.ledger.verify()).toEqual([])
  })
})
