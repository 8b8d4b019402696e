import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asQuantity, compare, mul, sub, toMinor } from '../../../../engine/language/values/decimal.ts'
import type { Price } from '../../../../engine/language/values/units.ts'
import { away, btc, cancel, newKey, trade } from '../../../../../tests/support/server/flows/spot.ts'
import { withSettings, trader } from '../../../../../tests/support/server/flows/trading.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { minor } from '../../../kit/ledger/index.ts'
import { sell } from './average.ts'
import fillOrders from './job.ts'
import { placeOrder } from './orders.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

async function balances({ token }: Person): Promise<Record<string, [string, string]>> {
  const { data } = await server.call('wallet/list', { mode: 'real', kind: 'coin' }, { token })
  return Object.fromEntries(data.rows.map(({ currency, balance, frozen }) => [currency, [balance, frozen]]))
}
const order = async (person: Person, id: string) =>
  (await server.call('coin/detail', { id }, { token: person.token })).data
const inbox = async ({ token }: Person) =>
  (await server.call('user/usermessage', {}, { token })).data.rows
    .filter(({ kind }) => kind === 'trade')
    .map(({ title, text }) => [title, text])
const sound = async () => expect(await server.context.ledger.verify()).toEqual([])

describe('a market order', () => {
  it('is filled at the current price, less the fee', async () => {
    const ann = await trader(server)
    const { ask } = btc(server)
    const { data } = await trade(server, ann)
    expect(data).toMatchObject({ status: 1, dealPrice: ask, price: ask, receive: '0.000999', fee: '0.000001' })
    expect(await balances(ann)).toEqual({ USDT: [sub('1000', data.amount ?? '0'), '0'], BTC: ['0.000999', '0'] })
    const sold = (await trade(server, ann, { side: 'sell', quantity: '0.00099' })).data
    expect([sold.dealPrice, sold.receiveCurrency]).toEqual([btc(server).bid, 'USDT'])
    expect(compare(sold.profit ?? '0', '0')).toBeLessThan(0)
    await sound()
  })

  it('of the smallest size costs a fee of 0.1 % to the digits of the ledger', async () => {
    const ann = await trader(server)
    await trade(server, ann)
    const { data } = await trade(server, ann, { side: 'sell', quantity: '0.00006' })
    // In units of 10⁻⁸ USDT, apart from the decimals of the product.
    const gross = (toMinor(data.dealPrice ?? '0', 8) * 6n) / 100_000n
    const fee = (gross + 999n) / 1_000n
    expect([data.amount, data.fee, data.receive].map((money) => minor(money ?? '0', 'USDT'))).toEqual([
      gross,
      fee,
      gross - fee,
    ])
    await sound()
  })

  it('is filled at a better price, and at a worse one within the tolerance', async () => {
    const ann = await trader(server)
    expect((await trade(server, ann, { price: away(btc(server).ask, 3) })).data.dealPrice).toBe(btc(server).ask)
    expect((await trade(server, ann, { price: away(btc(server).ask, -0.4) })).data.dealPrice).toBe(btc(server).ask)
    expect((await trade(server, ann, { price: away(btc(server).ask, -0.6) })).code).toBe('priceChanged')
  })

  it('sent by a double tap, from two tabs and again after a lost reply is one order', async () => {
    const ann = await trader(server)
    const key = newKey()
    const price = btc(server).ask
    const replies = await Promise.all(Array.from({ length: 12 }, () => trade(server, ann, { price }, key)))
    expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1)
    expect((await server.call('coin/list', {}, { token: ann.token })).data.rows).toHaveLength(1)
    expect((await balances(ann)).BTC).toEqual(['0.000999', '0'])
  })

  it('of the full balance is filled once under concurrency', async () => {
    const ann = await trader(server)
    const price = btc(server).ask
    const replies = await Promise.all(Array.from({ length: 8 }, () => trade(server, ann, { price, quantity: '0.006' })))
    expect(replies.filter(({ code }) => code === 'orderPlaced')).toHaveLength(1)
    expect(replies.filter(({ code }) => code === 'insufficientBalance')).toHaveLength(7)
    await sound()
  })
})

describe('the largest market purchase', () => {
  const infoOf = async ({ token }: Person) =>
    (await server.call('coin/info', { mode: 'real', symbol: 'BTCUSDT' }, { token })).data

  it('leaves less than a step costs', async () => {
    const ann = await trader(server)
    const { buyable, step, ask } = await infoOf(ann)
    const { data } = await trade(server, ann, { quantity: buyable })
    expect(compare(data.quantity, buyable)).toBeLessThanOrEqual(0)
    const { USDT = ['0', '0'] } = await balances(ann)
    expect(Number(USDT[0])).toBeLessThan(Number(step) * Number(ask) + 0.01)
    await sound()
  })

  it('buys what the balance pays for, if the price has risen within the tolerance', async () => {
    const ann = await trader(server)
    const { available, ask, step } = await infoOf(ann)
    const steps = Math.floor(Number(available) / (Number(ask) * 0.998) / Number(step))
    const quantity = asQuantity((steps * Number(step)).toFixed(5))
    const request = { symbol: 'BTCUSDT', side: 'buy', kind: 'market', quantity }
    const quote = (await server.call('coin/quote', request, { token: ann.token })).data
    expect(compare(quote.quantity, quantity)).toBeLessThan(0)
    expect(compare(quote.pay, available)).toBeLessThanOrEqual(0)
    expect((await trade(server, ann, { quantity })).data).toMatchObject({ status: 1, quantity: quote.quantity })
  })

  it('is refused beyond the tolerance', async () => {
    const ann = await trader(server)
    const { available, ask } = await infoOf(ann)
    const quantity = asQuantity((Number(available) / (Number(ask) * 0.99)).toFixed(5))
    expect(await trade(server, ann, { quantity })).toMatchObject({ code: 'insufficientBalance' })
  })
})

describe('a market order', () => {
  it.each(['buy', 'sell'] as const)(
    'is quoted at the price that was shown, within the tolerance (%s)',
    async (side) => {
      const ann = await trader(server)
      const now = btc(server)[side === 'buy' ? 'ask' : 'bid']
      const quoteAt = async (price: Price) => {
        const request = { symbol: 'BTCUSDT', side, kind: 'market', quantity: '0.001', price }
        return (await server.call('coin/quote', request, { token: ann.token })).data
      }
      for (const percent of [-0.4, 0.4]) {
        const seen = away(now, percent)
        const { price, amount } = await quoteAt(seen)
        expect([price, amount]).toEqual([seen, mul(seen, '0.001')])
      }
      for (const percent of [-0.6, 0.6]) expect((await quoteAt(away(now, percent))).price).toBe(now)
      const malformed = { symbol: 'BTCUSDT', side, kind: 'market', quantity: '0.001', price: '1.123456789' }
      expect(await server.call('coin/quote', malformed, { token: ann.token })).toMatchObject({ code: 'parameterError' })
    },
  )
})

describe('a limit order', () => {
  it('that the market has reached is quoted with the price at which it is filled at once', async () => {
    const ann = await trader(server)
    const { ask } = btc(server)
    const immediateAt = async (price: Price) => {
      const request = { symbol: 'BTCUSDT', side: 'buy', kind: 'limit', quantity: '0.001', price }
      return (await server.call('coin/quote', request, { token: ann.token })).data.immediate
    }
    expect([await immediateAt(away(ask, 5)), await immediateAt(ask), await immediateAt(away(ask, -5))]).toEqual([
      ask,
      ask,
      null,
    ])
    const { data } = await trade(server, ann, { kind: 'limit', price: away(ask, 5) })
    expect(data).toMatchObject({ status: 1, dealPrice: ask })
  })

  it('holds its payment, and releases it when cancelled', async () => {
    const ann = await trader(server)
    const price = away(btc(server).ask, -5)
    const { data } = await trade(server, ann, { kind: 'limit', price })
    const held = data.held
    expect(data).toMatchObject({ status: 0, price, dealPrice: null, payCurrency: 'USDT' })
    expect(compare(held, '80')).toBe(1)
    expect((await balances(ann)).USDT).toEqual(['1000', held])
    await cancel(server, ann, data.id)
    expect((await balances(ann)).USDT).toEqual(['1000', '0'])
    expect((await cancel(server, ann, data.id)).code).toBe('orderCannotBeCancelled')
    await sound()
  })

  it('better than the current price is filled at once, at the current price', async () => {
    const ann = await trader(server)
    const { data } = await trade(server, ann, { kind: 'limit', price: away(btc(server).ask, 2) })
    expect([data.status, data.dealPrice, data.held]).toEqual([1, btc(server).ask, '0'])
    expect((await balances(ann)).USDT).toEqual([sub('1000', data.amount ?? '0'), '0'])
  })

  it('is filled at the exact tick that meets it, at the limit or better, at any job time', async () => {
    const { market, clock } = server.context
    const ann = await trader(server)
    await trade(server, ann, { quantity: '0.005' })
    const placed = clock.nowMs()
    const buy = (await trade(server, ann, { kind: 'limit', price: away(btc(server).ask, -0.3) })).data
    const ask = (
      await trade(server, ann, { side: 'sell', kind: 'limit', price: away(btc(server).bid, 0.3), quantity: '0.002' })
    ).data
    await server.clock.advance(3 * 24 * 3600)
    for (const [id, trigger, side] of [
      [buy.id, { ask: { atMost: buy.price } }, 'ask'],
      [ask.id, { bid: { atLeast: ask.price } }, 'bid'],
    ] as const) {
      const tick = market.firstTick('BTCUSDT', placed, clock.nowMs(), trigger)
      const filled = await order(ann, id)
      expect(filled).toMatchObject({
        status: 1,
        dealPrice: tick?.[side],
        finished: Math.floor((tick?.timeMs ?? 0) / 1000),
        held: '0',
      })
    }
    const { rows } = (await server.call('coin/list', { state: 'open' }, { token: ann.token })).data
    expect(rows).toEqual([])
    await sound()
  })

  it('is filled by a tick that occurs while it is placed', async () => {
    const { context, clock } = server
    const ann = await trader(server)
    const { id } = (await server.call('user/info', {}, { token: ann.token })).data
    const placedMs = clock.nowMs()
    const below = { ask: { atMost: sub(btc(server).ask, '0.01') } }
    const tick = context.market.firstTick('BTCUSDT', placedMs, placedMs + 3_600_000, below)
    if (!tick) throw new Error('The price does not fall')
    let reads = 0
    const jumping = { ...clock, nowMs: () => (reads++ === 0 ? placedMs : tick.timeMs) }
    const limit = {
      symbol: 'BTCUSDT',
      side: 'buy',
      kind: 'limit',
      price: tick.ask,
      quantity: asQuantity('0.001'),
    } as const
    const placed = await placeOrder({ ...context, clock: jumping }, id, 'real', limit)
    await server.clock.advance((tick.timeMs - placedMs) / 1000)
    await fillOrders(context)
    expect(await order(ann, placed.id)).toMatchObject({ status: 1, dealPrice: tick.ask })
  })

  it('is filled once by concurrent jobs', async () => {
    const ann = await trader(server)
    const { data } = await trade(server, ann, { kind: 'limit', price: away(btc(server).ask, -0.2) })
    const { context } = server
    const later = { ...context, clock: { ...context.clock, nowMs: () => context.clock.nowMs() + 5 * 24 * 3_600_000 } }
    await Promise.all(Array.from({ length: 5 }, () => fillOrders(later)))
    expect((await order(ann, data.id)).status).toBe(1)
    expect((await balances(ann)).BTC).toEqual(['0.000999', '0'])
    expect(await inbox(ann)).toEqual([
      [
        'Limit buy filled: BTC/USDT',
        expect.stringMatching(/^0\.001 BTC at [\d,.]+\. After the fee you received 0\.000999 BTC\.$/),
      ],
    ])
    await sound()
  })

  it('met by a tick can no longer be cancelled, booked or not', async () => {
    const ann = await trader(server)
    const { data } = await trade(server, ann, { kind: 'limit', price: away(btc(server).ask, -0.2) })
    await server.context.db
      .updateTable('spot_orders')
      .set({ checked_ms: BigInt(server.context.clock.nowMs() - 7 * 24 * 3_600_000), price: away(data.price, 1) })
      .where('id', '=', data.id)
      .execute()
    expect((await cancel(server, ann, data.id)).code).toBe('cancelFailed')
  })

  it.each([{ disabled: ['BTCUSDT'] }, { closing: ['BTCUSDT'] }, { enabled: false }])(
    'met by a tick can be cancelled while %j suspends it',
    async (trading) => {
      const ann = await trader(server)
      const { ask } = btc(server)
      const { data } = await trade(server, ann, { kind: 'limit', price: away(ask, -5) })
      const { code } = await withSettings(server, 'trading', trading, async () => {
        await server.context.db
          .updateTable('spot_orders')
          .set({ price: away(ask, 5) })
          .where('id', '=', data.id)
          .execute()
        // The job runs at whole seconds: the later ticks are unchecked.
        await server.clock.advance(1)
        await server.clock.advance(0.5)
        return await cancel(server, ann, data.id)
      })
      expect(code).toBe('orderCancelled')
      expect((await balances(ann)).USDT).toEqual(['1000', '0'])
    },
  )

  it('is not filled by ticks while its pair is disabled', async () => {
    const ann = await trader(server)
    const { data } = await trade(server, ann, { kind: 'limit', price: away(btc(server).ask, -0.1) })
    await withSettings(server, 'trading', { disabled: ['BTCUSDT'] }, () => server.clock.advance(24 * 3600))
    expect((await order(ann, data.id)).status).toBe(0)
    const { checked_ms: checked } = await server.context.db
      .selectFrom('spot_orders')
      .select('checked_ms')
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow()
    expect(Number(checked)).toBe(server.context.clock.nowMs())
  })

  it('does not block the other mode or orders of other users', async () => {
    const [ann, bob] = [await trader(server), await trader(server)]
    const { data } = await trade(server, ann, { kind: 'limit', price: away(btc(server).ask, -5) })
    expect((await cancel(server, bob, data.id)).code).toBe('tradeRecordNotFound')
    expect((await server.call('coin/list', { mode: 'demo' }, { token: ann.token })).data.rows).toEqual([])
    await server.call('user/switch_account', { mode: 'demo' }, { token: ann.token })
    expect((await cancel(server, ann, data.id, { mode: 'demo' })).code).toBe('tradeRecordNotFound')
  })
})

it('can only sell, at the market or a limit, during a wind-down', async () => {
  const ann = await trader(server)
  await trade(server, ann, { quantity: '0.004' })
  const replies = await withSettings(server, 'trading', { closing: ['BTCUSDT'] }, async () => [
    await trade(server, ann),
    await trade(server, ann, { side: 'sell', quantity: '0.001' }),
    await trade(server, ann, { side: 'sell', kind: 'limit', quantity: '0.001', price: away(btc(server).bid, 5) }),
  ])
  expect(replies.map(({ type, code }) => (type === 'ok' ? type : code))).toEqual(['tradingClosing', 'ok', 'ok'])
})

describe('the holding of a pair', () => {
  const holding = async ({ token }: Person, symbol = 'BTCUSDT') => {
    const { bought, cost, averageCost } = (await server.call('coin/info', { mode: 'real', symbol }, { token })).data
    return { bought, cost, averageCost }
  }

  it('has the coins of purchases, and what they have cost with the fee', async () => {
    const ann = await trader(server)
    expect(await holding(ann)).toEqual({ bought: '0', cost: '0', averageCost: null })
    const { receive, amount } = (await trade(server, ann, { quantity: '0.004' })).data
    const { bought, cost, averageCost } = await holding(ann)
    expect([bought, cost]).toEqual([receive, amount])
    expect(Number(averageCost)).toBeCloseTo(Number(amount) / Number(receive), 1)
    await trade(server, ann, { side: 'sell', quantity: '0.00199' })
    const left = await holding(ann)
    expect(left.bought).toBe('0.002006')
    expect(Number(left.cost)).toBeCloseTo((Number(amount) * 0.002006) / 0.003996, 5)
  })

  it('is not said where the quote currency is not the unit of account', async () => {
    expect(await holding(await trader(server), 'USDJPY')).toEqual({ bought: null, cost: null, averageCost: null })
  })
})

describe('the profit of a sale', () => {
  it('uses the average cost, in statistics too', async () => {
    const ann = await trader(server)
    const one = (await trade(server, ann, { quantity: '0.004' })).data
    const sold = (await trade(server, ann, { side: 'sell', quantity: '0.00333' })).data
    const cost = (Number(one.amount) * 0.00333) / Number(one.receive)
    expect(Number(sold.profit)).toBeCloseTo(Number(sold.receive) - cost, 1)
    const { data } = await server.call('user/datastatistics', {}, { token: ann.token })
    expect(data).toMatchObject({
      orders: 1,
      lossOrders: 1,
      proportions: [
        { kind: 'spot', count: 1 },
        { kind: 'seconds', count: 0 },
        { kind: 'leveraged', count: 0 },
      ],
    })
  })

  it('in statistics is the sum of those that the orders show', async () => {
    const ann = await trader(server)
    await trade(server, ann, { quantity: '0.008' })
    const profits: bigint[] = []
    for (let at = 0; at < 6; at++) {
      await server.clock.advance(3600)
      const { data } = await trade(server, ann, { side: 'sell', quantity: '0.00111' })
      profits.push(minor(data.profit ?? '0', 'USDT'))
    }
    const { data } = await server.call('user/datastatistics', {}, { token: ann.token })
    expect([data.profitOrders, data.lossOrders]).toEqual([
      profits.filter((profit) => profit > 0n).length,
      profits.filter((profit) => profit < 0n).length,
    ])
    const counted = await server.context.db
      .selectFrom('closed_orders')
      .innerJoin('users', 'users.id', 'closed_orders.user_id')
      .select('closed_orders.profit')
      .where('users.account', '=', ann.account)
      .orderBy('closed_orders.id')
      .execute()
    expect(counted.map(({ profit }) => profit)).toEqual(profits)
  })

  const exchange = async ({ token }: Person, pay: string, [payer, payee] = ['BTC', 'USDT']) => {
    const request = { mode: 'real', from: payer, to: payee, pay }
    const { id, mode, from, to, receive, fee } = (await server.call('wallet/flash_quote', request, { token })).data
    return await server.call(
      'wallet/flashAgainst',
      { mode, quote: id, from, to, pay, receive, fee },
      { token, headers: { 'idempotency-key': newKey() } },
    )
  }
  /** Coins from outside, without a cost. */
  const receive = async ({ account }: Person, amount: `${number}`) => {
    const { db, ledger } = server.context
    const { id: owner } = await db
      .selectFrom('users')
      .select('id')
      .where('account', '=', account)
      .executeTakeFirstOrThrow()
    const entry = {
      from: 'deposits',
      to: { owner, kind: 'coin' },
      currency: 'BTC',
      amount: minor(amount, 'BTC'),
    } as const
    await ledger.post({ mode: 'real', reason: 'deposit', key: newKey(), entries: [entry] })
  }
  const transfer = ({ token }: Person, from: 'coin' | 'contract', to: 'coin' | 'contract', amount: string) =>
    server.call(
      'wallet/transfer',
      { mode: 'real', from, to, currency: 'BTC', amount },
      { token, headers: { 'idempotency-key': newKey() } },
    )

  it('does not depend on coins that were sent away before the purchase', async () => {
    const ann = await trader(server)
    const { receive, dealPrice } = (await trade(server, ann, { quantity: '0.004' })).data
    expect((await exchange(ann, receive ?? '0')).type).toBe('ok')
    await server.clock.advance(3 * 24 * 3600)
    expect(Math.abs(Number(btc(server).ask) / Number(dealPrice) - 1)).toBeGreaterThan(0.005)
    const bought = (await trade(server, ann, { quantity: '0.004' })).data
    const sold = (await trade(server, ann, { side: 'sell', quantity: '0.00333' })).data
    const cost = (Number(bought.amount) * 0.00333) / Number(bought.receive)
    expect(Number(sold.profit)).toBeCloseTo(Number(sold.receive) - cost, 1)
  })

  it('does not depend on coins that were sent away before others came in', async () => {
    const ann = await trader(server)
    const { receive } = (await trade(server, ann, { quantity: '0.004' })).data
    expect((await exchange(ann, receive ?? '0')).type).toBe('ok')
    await server.clock.advance(3 * 24 * 3600)
    const exchanged = (await exchange(ann, '200', ['USDT', 'BTC'])).data
    const sold = (await trade(server, ann, { side: 'sell', quantity: '0.001' })).data
    expect(Number(sold.profit)).toBeCloseTo(Number(sold.receive) - (200 * 0.001) / Number(exchanged.receive), 1)
  })

  it('of coins received without a cost is the fee: they count at the sale price', async () => {
    const ann = await trader(server)
    await receive(ann, '0.001')
    const sold = (await trade(server, ann, { side: 'sell', quantity: '0.001' })).data
    expect(Number(sold.profit)).toBeCloseTo(Number(sold.receive) - Number(sold.amount), 1)
  })

  it('keeps the share of the cost of the coins that never left', async () => {
    const ann = await trader(server)
    const bought = (await trade(server, ann, { quantity: '0.004' })).data
    expect((await transfer(ann, 'coin', 'contract', '0.001')).type).toBe('ok')
    expect((await exchange(ann, '0.001996')).type).toBe('ok')
    await server.clock.advance(3 * 24 * 3600)
    await receive(ann, '0.0015')
    expect((await transfer(ann, 'contract', 'coin', '0.001')).type).toBe('ok')
    const sold = (await trade(server, ann, { side: 'sell', quantity: '0.003' })).data
    const cost = (Number(bought.amount) * 0.002) / Number(bought.receive) + (Number(sold.amount) * 0.001) / 0.003
    expect(Number(sold.profit)).toBeCloseTo(Number(sold.receive) - cost, 1)
  })

  it('includes the cost of coins that were in the contract account meanwhile', async () => {
    const ann = await trader(server)
    const bought = (await trade(server, ann, { quantity: '0.004' })).data
    expect((await transfer(ann, 'coin', 'contract', '0.002')).type).toBe('ok')
    await server.clock.advance(3 * 24 * 3600)
    await trade(server, ann, { side: 'sell', quantity: '0.0015' })
    expect((await transfer(ann, 'contract', 'coin', '0.002')).type).toBe('ok')
    const sold = (await trade(server, ann, { side: 'sell', quantity: '0.002' })).data
    const cost = (Number(bought.amount) * 0.002) / Number(bought.receive)
    expect(Math.abs(Number(sold.receive) - cost)).toBeGreaterThan(1)
    expect(Number(sold.profit)).toBeCloseTo(Number(sold.receive) - cost, 1)
  })

  it('values coins without a cost at their sale price', () => {
    expect(sell({ quantity: 0n, cost: 0n }, { balance: 10n, sold: 5n, amount: 1000n, receive: 990n })).toEqual({
      remaining: { quantity: 0n, cost: 0n },
      profit: -10n,
    })
    expect(sell({ quantity: 5n, cost: 500n }, { balance: 10n, sold: 10n, amount: 2000n, receive: 2000n })).toEqual({
      remaining: { quantity: 0n, cost: 0n },
      profit: 500n,
    })
    expect(sell({ quantity: 10n, cost: 1000n }, { balance: 5n, sold: 5n, amount: 600n, receive: 600n })).toEqual({
      remaining: { quantity: 0n, cost: 0n },
      profit: 100n,
    })
  })

  it('never has excess cost or negative coins', () => {
    const some = fc.bigInt(0n, 10n ** 14n)
    fc.assert(
      fc.property(some, some, fc.bigInt(1n, 10n ** 14n), fc.nat(100), some, (quantity, cost, balance, part, amount) => {
        const sold = (balance * BigInt(part)) / 100n + 1n > balance ? balance : (balance * BigInt(part)) / 100n + 1n
        const { remaining } = sell(
          { quantity, cost: quantity === 0n ? 0n : cost },
          { balance, sold, amount, receive: amount },
        )
        expect(
          remaining.quantity >= 0n &&
            remaining.cost >= 0n &&
            remaining.cost <= cost &&
            remaining.quantity <= quantity &&
            remaining.quantity <= balance - sold + (quantity < balance ? balance - quantity : 0n),
        ).toBe(true)
      }),
    )
  })
})
