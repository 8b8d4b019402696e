import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compare } from '../../../../engine/language/values/decimal.ts'
import type { Price } from '../../../../engine/language/values/units.ts'
import {
  amend,
  away,
  btc,
  cancel,
  cancelAll,
  newKey,
  stopLoss,
  trade,
} from '../../../../../tests/support/server/flows/spot.ts'
import { trader } from '../../../../../tests/support/server/flows/trading.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import type { Trigger } from '../market/index.ts'
import { inTransaction, userLock } from '../../../kit/storage/transaction.ts'
import { fill } from './fill.ts'
import fillOrders from './job.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

async function holder(): Promise<Person> {
  const person = await trader(server)
  await trade(server, person, { quantity: '0.004' })
  return person
}
const order = async (person: Person, id: string) =>
  (await server.call('coin/detail', { id }, { token: person.token })).data
const receiptsOf = async ({ token }: Person, id: string) =>
  (await server.call('receipt/list', { kind: 'spotOrder', id }, { token })).data.rows
const frozen = async ({ token }: Person, of: string) =>
  (await server.call('wallet/list', { mode: 'real', kind: 'coin' }, { token })).data.rows.find(
    ({ currency }) => currency === of,
  )?.frozen
const sound = async () => expect(await server.context.ledger.verify()).toEqual([])
const firstTick = (afterMs: number, trigger: Trigger) =>
  server.context.market.firstTick('BTCUSDT', afterMs, server.clock.nowMs(), trigger)

/** Advances the clock until an order is over. */
async function untilOver(person: Person, id: string) {
  for (let hours = 0; hours < 400; hours += 4) {
    const found = await order(person, id)
    if (found.status !== 0) return found
    await server.clock.advance(4 * 3600)
  }
  throw new Error('The price has not reached the order')
}

describe('a stop order', () => {
  it.each([-0.4, 0.4])(
    'at the market is executed by the tick that reaches its trigger, %s per cent away',
    async (percent) => {
      const ann = await holder()
      const placed = server.clock.nowMs()
      const { data } = await trade(server, ann, stopLoss(server, percent))
      expect(data).toMatchObject({ kind: 'stopMarket', status: 0, rises: percent > 0, triggered: null, held: '0.001' })
      const filled = await untilOver(ann, data.id)
      const bounds = percent > 0 ? { atLeast: data.trigger as Price } : { atMost: data.trigger as Price }
      const tick = firstTick(placed, { bid: bounds })
      expect(filled).toMatchObject({
        status: 1,
        dealPrice: tick?.bid,
        finished: Math.floor((tick?.timeMs ?? 0) / 1000),
      })
      const [receipt] = await receiptsOf(ann, data.id)
      expect(receipt).toMatchObject({ rule: 'trigger', trade: { quoted: data.trigger, executed: tick?.bid } })
      await sound()
    },
  )

  it('with a limit is a limit order from the tick that reaches its trigger', async () => {
    const ann = await holder()
    const placed = server.clock.nowMs()
    const trigger = away(btc(server).bid, -0.4)
    const { data } = await trade(server, ann, { ...stopLoss(server), kind: 'stopLimit', trigger, price: trigger })
    const filled = await untilOver(ann, data.id)
    const reached = firstTick(placed, { bid: { atMost: trigger } })
    const tick =
      reached && compare(reached.bid, trigger) >= 0
        ? reached
        : firstTick(reached?.timeMs ?? 0, { bid: { atLeast: trigger } })
    expect(filled).toMatchObject({ kind: 'stopLimit', status: 1, dealPrice: tick?.bid })
    expect((await receiptsOf(ann, data.id))[0]).toMatchObject({ rule: 'limit' })
  })

  it('that buys at the market holds the worst price, and pays no more', async () => {
    const ann = await trader(server)
    const trigger = away(btc(server).ask, 0.4)
    const { data } = await trade(server, ann, { kind: 'stopMarket', trigger })
    expect(compare(data.worst as Price, trigger)).toBe(1)
    expect(await frozen(ann, 'USDT')).toBe(data.held)
    const filled = await untilOver(ann, data.id)
    expect(compare(filled.dealPrice as Price, data.worst as Price)).toBeLessThanOrEqual(0)
    expect(await frozen(ann, 'USDT')).toBe('0')
    await sound()
  })

  it('placed by a double tap is one order', async () => {
    const ann = await holder()
    const key = newKey()
    const payload = stopLoss(server)
    const replies = await Promise.all(Array.from({ length: 8 }, () => trade(server, ann, payload, key)))
    expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1)
  })

  it('is in the order book, and announced, as soon as its trigger has been reached', async () => {
    const { restingOrdersOf } = await import('../book/restingOrders.ts')
    const ann = await holder()
    const placed = server.clock.nowMs()
    // A limit of a sale that no price reaches within the hour.
    const [trigger, price] = [away(btc(server).bid, -0.2), away(btc(server).bid, 30)]
    const { data } = await trade(server, ann, { ...stopLoss(server), kind: 'stopLimit', trigger, price })
    const { market } = server.context
    const tick = market.firstTick('BTCUSDT', placed, placed + 7 * 24 * 3_600_000, { bid: { atMost: trigger } })
    await server.clock.advance(((tick?.timeMs ?? 0) - placed) / 1000 + 1)
    await Promise.all([fillOrders(server.context), fillOrders(server.context)])
    const resting = await restingOrdersOf(server.context.db, ['BTCUSDT'])
    expect(resting.filter((order) => order.price === price)).toHaveLength(1)
    expect(await order(ann, data.id)).toMatchObject({ status: 0, triggered: Math.floor((tick?.timeMs ?? 0) / 1000) })
    const { rows } = (await server.call('user/usermessage', {}, { token: ann.token })).data
    expect(rows.filter(({ link }) => link?.includes(data.id)).map(({ title }) => title)).toEqual([
      'Stop sell triggered: BTC/USDT',
    ])
    await server.clock.advance(5)
    await fillOrders(server.context)
    expect((await server.call('user/usermessage', {}, { token: ann.token })).data.rows).toHaveLength(rows.length)
  })

  it('is not in the order book before its trigger has been reached', async () => {
    const { restingOrdersOf } = await import('../book/restingOrders.ts')
    const ann = await holder()
    const trigger = away(btc(server).bid, -7)
    const { data } = await trade(server, ann, { ...stopLoss(server), kind: 'stopLimit', trigger, price: trigger })
    const resting = async () =>
      (await restingOrdersOf(server.context.db, ['BTCUSDT'])).filter(({ price }) => price === data.price).length
    expect(await resting()).toBe(0)
    await server.context.db.updateTable('spot_orders').set({ triggered_ms: 1n }).where('id', '=', data.id).execute()
    expect(await resting()).toBe(1)
  })
})

describe('an OCO order', () => {
  it('is executed once, at its limit or at its stop, out of one hold', async () => {
    const ann = await holder()
    const placed = server.clock.nowMs()
    const [price, trigger] = [away(btc(server).bid, 0.4), away(btc(server).bid, -0.4)]
    const { data } = await trade(server, ann, { ...stopLoss(server), kind: 'oco', price, trigger })
    expect(data).toMatchObject({ kind: 'oco', price, trigger, held: '0.001' })
    const filled = await untilOver(ann, data.id)
    const tick = firstTick(placed, { bid: { atLeast: price, atMost: trigger } })
    expect(filled.dealPrice).toBe(tick?.bid)
    const atLimit = compare(tick?.bid as Price, price) >= 0
    expect((await receiptsOf(ann, data.id))[0]).toMatchObject({ rule: atLimit ? 'limit' : 'trigger' })
    expect(await frozen(ann, 'BTC')).toBe('0')
    await sound()
  })
})

describe('a trailing order', () => {
  it('follows the price, also where the job stores its best price in between', async () => {
    const [ann, bob] = [await holder(), await holder()]
    const sale = { side: 'sell', kind: 'trailing', rate: '0.3' } as const
    const [one, other] = [(await trade(server, ann, sale)).data, (await trade(server, bob, sale)).data]
    expect(one).toMatchObject({ kind: 'trailing', rate: '0.3', rises: false })
    for (let minutes = 0; minutes < 60; minutes += 2) {
      await server.clock.advance(120)
      await fillOrders(server.context)
    }
    const [first, second] = [await untilOver(ann, one.id), await untilOver(bob, other.id)]
    expect([first.dealPrice, first.finished]).toEqual([second.dealPrice, second.finished])
    expect((await receiptsOf(ann, one.id))[0]).toMatchObject({ rule: 'trailing' })
  })
})

describe('the time in force of a limit order', () => {
  it('ioc is filled at once', async () => {
    const ann = await trader(server)
    const limit = { kind: 'limit', price: away(btc(server).ask, 1), timeInForce: 'ioc' } as const
    expect((await trade(server, ann, limit)).data).toMatchObject({ status: 1, timeInForce: 'ioc' })
  })

  it('postOnly waits', async () => {
    const ann = await trader(server)
    const limit = { kind: 'limit', price: away(btc(server).ask, -1), timeInForce: 'postOnly' } as const
    expect((await trade(server, ann, limit)).data).toMatchObject({ status: 0, timeInForce: 'postOnly' })
  })

  it('is of no other kind', async () => {
    const ann = await holder()
    expect((await trade(server, ann, { ...stopLoss(server), timeInForce: 'ioc' })).code).toBe('parameterError')
  })
})

describe('a changed order', () => {
  it('has another hold, in one step, with a receipt of both', async () => {
    const ann = await trader(server)
    const { data } = await trade(server, ann, { kind: 'limit', price: away(btc(server).ask, -5), quantity: '0.004' })
    const reply = await amend(server, ann, data, { quantity: '0.008', price: away(btc(server).ask, -6) })
    expect(reply).toMatchObject({ code: 'orderChanged', data: { quantity: '0.008', price: away(btc(server).ask, -6) } })
    expect(await frozen(ann, 'USDT')).toBe(reply.data.held)
    const [receipt] = await receiptsOf(ann, data.id)
    expect(receipt?.action).toBe('changed')
    expect(receipt?.figures.map(({ figure, booked }) => [figure, booked])).toEqual([
      ['held', reply.data.held],
      ['released', data.held],
    ])
    await cancel(server, ann, data.id)
    expect(await frozen(ann, 'USDT')).toBe('0')
    await sound()
  })

  it('is as it was where the balance is too small', async () => {
    const ann = await trader(server)
    const { data } = await trade(server, ann, { kind: 'limit', price: away(btc(server).ask, -5), quantity: '0.004' })
    expect((await amend(server, ann, data, { quantity: '0.02' })).code).toBe('insufficientBalance')
    expect(await order(ann, data.id)).toEqual(data)
    expect(await frozen(ann, 'USDT')).toBe(data.held)
  })

  it('can need all of the balance, of which its own hold is a part', async () => {
    const ann = await trader(server)
    const price = away(btc(server).ask, -5)
    const { data } = await trade(server, ann, { kind: 'limit', price, quantity: '0.008' })
    expect((await amend(server, ann, data, { quantity: '0.0085' })).type).toBe('ok')
  })

  it('is filled by the ticks after the change only', async () => {
    const ann = await holder()
    const { data } = await trade(server, ann, stopLoss(server, -5))
    await server.clock.advance(3600)
    const changed = server.clock.nowMs()
    const [above, below] = [away(btc(server).bid, 0.3), away(btc(server).bid, -0.3)]
    const either = { bid: { atLeast: above, atMost: below } }
    const next = server.context.market.firstTick('BTCUSDT', changed, changed + 7 * 24 * 3_600_000, either)
    await amend(server, ann, data, { trigger: compare(next?.bid as Price, above) >= 0 ? above : below })
    expect((await untilOver(ann, data.id)).dealPrice).toBe(next?.bid)
  })

  it('is not filled by a tick before the change that would have reached it', async () => {
    const ann = await holder()
    const { data } = await trade(server, ann, stopLoss(server, -5))
    const placed = server.clock.nowMs()
    // The job leaves the cursor of an order where it is for a minute.
    await server.clock.advance(40)
    const { bid } = btc(server)
    const before = Array.from(server.context.market.ticks('BTCUSDT', placed, server.clock.nowMs()))
    const trigger = before.find((tick) => tick.bid !== bid)?.bid
    expect((await amend(server, ann, data, { trigger })).type).toBe('ok')
    await fillOrders(server.context)
    expect((await order(ann, data.id)).status).toBe(0)
  })

  it('is not filled as it was before the change', async () => {
    const { context } = server
    const ann = await holder()
    const { data } = await trade(server, ann, stopLoss(server, -5))
    const stale = await context.db
      .selectFrom('spot_orders')
      .selectAll()
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow()
    await amend(server, ann, data, { quantity: '0.002' })
    const tick = context.market.tickAt('BTCUSDT', context.clock.nowMs())
    if (!tick) throw new Error('BTCUSDT has no price')
    const filled = await inTransaction(context.db, [userLock(stale.user_id)], (trx) =>
      fill({ ...context, db: trx, ledger: context.ledger.withTransaction(trx) }, stale, {
        tick,
        rule: 'trigger',
        quoted: tick.bid,
      }),
    )
    expect(filled).toBeNull()
    expect((await order(ann, data.id)).status).toBe(0)
    await sound()
  })

  it('races with its fill: one of both happens', async () => {
    const ann = await holder()
    const { data } = await trade(server, ann, stopLoss(server, -5))
    await server.context.db
      .updateTable('spot_orders')
      .set({ trigger_price: away(btc(server).bid, 5), checked_ms: BigInt(server.clock.nowMs() - 3_600_000) })
      .where('id', '=', data.id)
      .execute()
    const [reply] = await Promise.all([amend(server, ann, data, { quantity: '0.002' }), fillOrders(server.context)])
    expect(reply.code).toBe('orderCannotBeChanged')
    expect(await order(ann, data.id)).toMatchObject({ status: 1, quantity: '0.001' })
  })
})

describe('several orders', () => {
  it('are cancelled at once, and their holds released', async () => {
    const ann = await holder()
    const ids = []
    for (const percent of [-5, 5]) ids.push((await trade(server, ann, stopLoss(server, percent))).data.id)
    expect((await cancelAll(server, ann, ids)).data).toEqual({ cancelled: 2, left: 0 })
    expect(await frozen(ann, 'BTC')).toBe('0')
    expect((await receiptsOf(ann, ids[0] ?? ''))[0]).toMatchObject({ action: 'cancelled', rule: 'owner' })
    await sound()
  })
})
