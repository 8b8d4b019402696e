import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statusAt } from '../../../../product/domain/status.ts'
import { branded } from '../../../../engine/language/values/branded.ts'
import type { Money, Price } from '../../../../engine/language/values/units.ts'
import {
  add,
  asLots,
  asPercent,
  asPrice,
  compare,
  div,
  mul,
  neg,
  round,
  sub,
  sum,
} from '../../../../engine/language/values/decimal.ts'
import {
  feeOf,
  marginOf,
  MARGIN_WARNINGS,
  profitOf,
  warningPrice,
  type PositionSize,
} from '../../../../product/trading/leverage.ts'
import type { LeverDeal, LeverPosition } from '../../../../generated/entities.ts'
import type { Bounds } from '../market/index.ts'
import {
  away,
  bidAsk,
  cancel,
  close,
  dealall,
  opened,
  setstop,
  submit,
  SYMBOL,
  trader,
  trades,
  untilClosed,
  waiting,
  whTrades,
  withCopies,
} from '../../../../../tests/support/server/flows/lever.ts'
import { highestSeen, lowestSeen, withSettings, untilOpen } from '../../../../../tests/support/server/flows/trading.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import processLeverage from './job.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const account = async ({ token }: Person) =>
  (await server.call('wallet/get_info', { currency: 'USDT', kind: 'contract' }, { token })).data.account
const inbox = async ({ token }: Person) =>
  (await server.call('user/usermessage', {}, { token })).data.rows
    .filter(({ kind }) => kind === 'trade')
    .map(({ title }) => title)
const closedOrders = async ({ account: name }: Person) =>
  (
    await server.context.db
      .selectFrom('closed_orders as c')
      .innerJoin('users as u', 'u.id', 'c.user_id')
      .select(['c.profit', 'c.volume', 'c.kind'])
      .where('u.account', '=', name)
      .execute()
  ).map(({ kind }) => kind)
const manyAtOnce = () => Promise.all(Array.from({ length: 8 }, () => processLeverage(server.context)))

/** Advances by minutes until the position is closed, with concurrent jobs. */
async function untilOver(person: Person, id: string, tens = 300): Promise<LeverDeal> {
  for (let i = 0; i < tens; i++) {
    await server.clock.advance(600)
    const { positions, rows } = await trades(server, person)
    if (!positions.some((position) => position.id === id)) return rows[0] as LeverDeal
    await manyAtOnce()
  }
  throw new Error('Nothing came about')
}

/** The first tick that meets a stop of a long position. */
const firstAt = (position: LeverPosition, sinceMs: number, bound: Bounds) =>
  server.context.market.firstTick(position.symbol, sinceMs, server.clock.nowMs(), { bid: bound })

describe('a position', () => {
  it('binds its margin, costs its fee, and releases the rest', async () => {
    const ann = await trader(server)
    const before = bidAsk(server)
    const position = await opened(server, ann, { lots: '0.02', leverage: 20 })
    const contract = branded<PositionSize>({ lots: '0.02', size: '1', inverse: false })
    const margin = marginOf(contract, before.ask, 20)
    const fee = feeOf(contract, before.ask, asPercent('0.04'))
    expect(position).toMatchObject({
      openPrice: before.ask,
      price: before.bid,
      margin,
      fee,
      quantity: '0.02',
      status: 0,
    })
    const floating = round(profitOf({ ...contract, side: 'long', openPrice: before.ask }, before.bid), 2, 'floor')
    expect(await account(ann)).toEqual({
      mode: 'real',
      kind: 'contract',
      currency: 'USDT',
      worth: round(sub('900', fee), 2, 'floor'),
      balance: sub('900', fee),
      floating,
      usedMargin: margin,
      frozen: '0',
      availableMargin: sub(sub('900', fee), margin),
      netEquity: add(sub('900', fee), floating),
    })
    await server.clock.advance(30)
    const deal = (await close(server, ann, { id: position.id, lots: '0.02' })).data
    expect(deal).toMatchObject({
      closePrice: bidAsk(server).bid,
      profit: profitOf({ ...contract, side: 'long', openPrice: before.ask }, bidAsk(server).bid),
      margin,
    })
    expect(await account(ann)).toMatchObject({
      balance: add('900', deal.net),
      floating: '0',
      usedMargin: '0',
      frozen: '0',
    })
    expect(await closedOrders(ann)).toEqual(['leveraged'])
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('is closed in parts without a remainder', async () => {
    const ann = await trader(server)
    const { id, margin } = await opened(server, ann, { side: 'short', lots: '0.07', leverage: 50 })
    const nets: Money[] = []
    const statuses: number[] = []
    for (const lots of ['0.03', '0.01', '0.02', '0.01']) {
      await server.clock.advance(17)
      const { data } = await close(server, ann, { id, lots })
      nets.push(data.net)
      statuses.push(data.status)
    }
    expect(statuses.map((status) => statusAt('position', status))).toEqual(['trading', 'trading', 'trading', 'closed'])
    const { positions, rows } = await trades(server, ann)
    expect(positions).toEqual([])
    expect(rows.map(({ status }) => statusAt('position', status))).toEqual(rows.map(() => 'closed'))
    expect(sum(rows.map((row) => row.margin))).toBe(margin)
    expect(await account(ann)).toMatchObject({ balance: add('900', sum(nets)), usedMargin: '0', frozen: '0' })
  })

  it('is closed once by concurrent requests', async () => {
    const ann = await trader(server)
    const { id } = await opened(server, ann, { lots: '0.02', leverage: 20 })
    const replies = await Promise.all([
      ...Array.from({ length: 8 }, () => close(server, ann, { id, lots: '0.02' })),
      ...Array.from({ length: 4 }, () => close(server, ann, { id, lots: '0.01' })),
      dealall(server, ann),
    ])
    const lots = (await trades(server, ann)).rows.map((row) => row.lots)
    expect(sum(lots)).toBe('0.02')
    expect(replies.filter(({ type }) => type === 'ok').length).toBeLessThanOrEqual(2)
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('is refused beyond the available money', async () => {
    const ann = await trader(server)
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => submit(server, ann, { lots: '0.02', leverage: 10 })),
    )
    const accepted = replies.filter(({ type }) => type === 'ok')
    expect(accepted).toHaveLength(4)
    expect(replies.filter(({ code }) => code === 'insufficientAccountBalance')).toHaveLength(8)
    expect(compare((await account(ann)).availableMargin, '0')).toBe(1)
  })

  it.each(['long', 'short'] as const)('has the most %s lots that its leverage lets the money pay for', async (side) => {
    const { token } = await trader(server)
    const { terms, most } = (await server.call('lever/deal', { symbol: SYMBOL }, { token })).data
    expect(most.map(({ leverage }) => leverage)).toEqual(terms.leverages)
    for (const { leverage, [side]: lots } of most) {
      const tooMany = { side, leverage, lots: add(lots, terms.step) }
      // Its margin cannot be held, or its fee beyond the margin.
      expect(['insufficientAccountBalance', 'feeDeductionFailed']).toContain(
        (await submit(server, await trader(server), tooMany)).code,
      )
      expect(await submit(server, await trader(server), { side, leverage, lots }), `${leverage}`).toMatchObject({
        type: 'ok',
        data: { lots, leverage },
      })
    }
  })

  it.each([
    ['long', 'ask', lowestSeen, '-0.01'],
    ['short', 'bid', highestSeen, '0.01'],
  ] as const)('(%s) opens at the worst price of its quote, and at no worse one', async (side, of, furthest, step) => {
    const ann = await trader(server)
    const { [of]: price } = bidAsk(server)
    const seen = furthest(price, server.context.operator.server.lever.tolerance)
    expect((await submit(server, ann, { side, price: add(seen, step) })).code).toBe('priceChanged')
    expect((await submit(server, ann, { side, price: seen })).data.dealPrice).toBe(price)
  })

  it('is refused at the maximum of open positions and orders', async () => {
    const ann = await trader(server)
    await opened(server, ann)
    const { id } = await waiting(server, ann)
    const replies = await withCopies(server, id, 197, async () => [
      await submit(server, ann),
      await submit(server, ann),
    ])
    expect(replies.map(({ code }) => code)).toEqual(['orderPlaced', 'positionsFull'])
    expect((await submit(server, ann)).code).toBe('orderPlaced')
  })

  it('blocks transfers of its cover', async () => {
    const ann = await trader(server)
    await opened(server, ann)
    const send = (call: 'wallet/transfer', payload: object) =>
      server.call(
        call,
        { mode: 'real', ...payload },
        { token: ann.token, headers: { 'idempotency-key': 'lever-block-1' } },
      )
    expect(
      await send('wallet/transfer', { from: 'contract', to: 'coin', currency: 'USDT', amount: '1' }),
    ).toMatchObject({ code: 'leveragedTradeInProgress' })
  })

  it('remains open while its owner uses the other account', async () => {
    const ann = await trader(server)
    const { id } = await opened(server, ann)
    const use = (mode: 'real' | 'demo') => server.call('user/switch_account', { mode }, { token: ann.token })
    expect((await use('demo')).data.mode).toBe('demo')
    expect((await trades(server, ann)).positions).toEqual([])
    expect((await use('real')).data.mode).toBe('real')
    expect((await trades(server, ann)).positions.map((position) => position.id)).toEqual([id])
  })

  it('can be closed while trading is disabled, but not while its market is closed', async () => {
    const ann = await trader(server, ['XAUUSD', SYMBOL])
    for (const off of [{ enabled: false }, { disabled: [SYMBOL] }, { closing: [SYMBOL] }]) {
      const { id } = await opened(server, ann, { lots: '0.02' })
      const one = await withSettings(server, 'trading', off, () => close(server, ann, { id, lots: '0.01' }))
      const rest = await withSettings(server, 'trading', off, () => dealall(server, ann))
      expect([one.type, rest.data], JSON.stringify(off)).toMatchObject(['ok', { closed: 1, left: 0 }])
    }
    await untilOpen(server, 'XAUUSD')
    await opened(server, ann, { symbol: 'XAUUSD', leverage: 10 })
    await opened(server, ann)
    await untilClosed(server, 'XAUUSD')
    expect((await whTrades(server, ann)).positions[0]?.opens).toBeGreaterThan(server.clock.now())
    expect((await dealall(server, ann)).data).toMatchObject({ closed: 1, left: 1 })
  })
})

it('with base USD settles in USDT: its profit is in the other currency, divided by the price', async () => {
  const ann = await trader(server, ['USDJPY'])
  const { id, ...position } = await opened(server, ann, { symbol: 'USDJPY', lots: '0.1', leverage: 100 })
  expect(position).toMatchObject({ inverse: true, openPrice: bidAsk(server, 'USDJPY').ask })
  const contract = { lots: asLots('0.1'), size: position.size, inverse: true }
  // USD itself is borrowed: the margin needs no price.
  expect(position.margin).toBe(div(mul('0.1', position.size), '100'))
  await server.clock.advance(600)
  const { bid } = bidAsk(server, 'USDJPY')
  const deal = (await close(server, ann, { id, lots: '0.1' }, 'lever/whclose')).data
  const profit = div(mul(sub(bid, position.openPrice), mul('0.1', position.size)), bid, 8, 'floor')
  expect(deal).toMatchObject({ closePrice: bid, profit })
  expect(profit).toBe(profitOf({ ...contract, side: 'long', openPrice: position.openPrice }, bid))
  expect(await account(ann)).toMatchObject({ balance: add('900', deal.net), usedMargin: '0', frozen: '0' })
  expect(await server.context.ledger.verify()).toEqual([])
})

describe.each([
  ['long', 'ask', '-0.01'],
  ['short', 'bid', '0.01'],
] as const)('a limit order (%s)', (side, of, step) => {
  const immediateAt = async ({ token }: Person, price: Price) => {
    const order = { symbol: SYMBOL, side, kind: 'limit', lots: '0.01', leverage: 10, price }
    return (await server.call('lever/quote', order, { token })).data.immediate
  }

  it('at the current price is filled at once, as its quote says', async () => {
    const ann = await trader(server)
    const { [of]: price } = bidAsk(server)
    expect(await immediateAt(ann, price)).toBe(price)
    const position = await opened(server, ann, { side, kind: 'limit', price })
    expect(position).toMatchObject({ kind: 'limit', openPrice: price, status: 0 })
    expect((await trades(server, ann)).orders).toEqual([])
    expect(await account(ann)).toMatchObject({
      balance: sub('900', position.fee),
      usedMargin: position.margin,
      frozen: '0',
    })
    expect(await inbox(ann)).toEqual([])
  })

  it('at the current price has its stops beyond bid and ask, like a market order', async () => {
    const ann = await trader(server)
    const { [of]: price } = bidAsk(server)
    const order = { side, price, stopLoss: price }
    expect((await submit(server, ann, { ...order, kind: 'market' })).code).toBe('stopLossWrong')
    expect((await submit(server, ann, { ...order, kind: 'limit' })).code).toBe('stopLossWrong')
  })

  it('is filled at the first tick with exactly its price', async () => {
    const ann = await trader(server)
    const { market, clock } = server.context
    const placed = clock.nowMs()
    const prices = [...market.ticks(SYMBOL, placed, placed + 600_000)].map((tick) => tick[of]).toSorted(compare)
    const price = prices.at(side === 'long' ? 0 : -1)
    if (price === undefined) throw new Error('There are no ticks')
    const order = (await submit(server, ann, { side, kind: 'limit', price })).data
    expect([await immediateAt(ann, price), order.status]).toEqual([null, 0])
    await clock.advance(600)
    const [position] = (await trades(server, ann)).positions
    const tick = [...market.ticks(SYMBOL, placed, clock.nowMs())].find((tick) => tick[of] === price)
    expect([position?.openPrice, position?.time]).toEqual([price, Math.floor((tick?.timeMs ?? 0) / 1000)])
  })

  it('beyond the current price is refused', async () => {
    const { [of]: price } = bidAsk(server)
    expect(await submit(server, await trader(server), { side, kind: 'limit', price: sub(price, step) })).toMatchObject({
      code: 'limitPriceWrong',
    })
  })
})

describe('a trigger', () => {
  it('closes at the exact tick that met the take-profit or stop-loss, once, with a message', async () => {
    const ann = await trader(server)
    const position = await opened(server, ann)
    const since = server.clock.nowMs()
    const [takeProfit, stopLoss] = [away(position.openPrice, 1), away(position.openPrice, -1)]
    await setstop(server, ann, { id: position.id, takeProfit, stopLoss })
    const deal = await untilOver(ann, position.id)
    const tick = firstAt(position, since, { atLeast: takeProfit, atMost: stopLoss })
    expect([deal.closePrice, deal.time]).toEqual([tick?.bid, Math.floor((tick?.timeMs ?? 0) / 1000)])
    expect(deal.reason).toBe(compare(deal.closePrice, takeProfit) >= 0 ? 'takeProfit' : 'stopLoss')
    expect(await inbox(ann)).toEqual([expect.stringMatching(/reached: BTC\/USDT$/)])
    await manyAtOnce()
    expect((await trades(server, ann)).rows).toHaveLength(1)
    expect(await account(ann)).toMatchObject({ balance: add('900', deal.net), usedMargin: '0' })
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('fills a limit order at its price or better, once, within its hold', async () => {
    const ann = await trader(server)
    const order = await waiting(server, ann, { price: away(bidAsk(server).bid, -1) })
    expect(await account(ann)).toMatchObject({
      usedMargin: '0',
      frozen: round(add(order.margin, order.fee), 2, 'ceil'),
      balance: '900',
    })
    for (let i = 0; i < 3_000 && (await trades(server, ann)).orders.length > 0; i++) await server.clock.advance(60)
    await manyAtOnce()
    const [position] = (await trades(server, ann)).positions
    expect(compare(position?.openPrice ?? '0', order.price)).toBeLessThanOrEqual(0)
    expect(compare(position?.margin ?? '0', order.margin)).toBeLessThanOrEqual(0)
    expect(await account(ann)).toMatchObject({ usedMargin: position?.margin, frozen: '0' })
    expect((await server.call('lever/order', { id: order.id }, { token: ann.token })).data).toMatchObject({
      status: 1,
      dealPrice: position?.openPrice,
    })
    expect(await inbox(ann)).toEqual(['Order filled: BTC/USDT'])
    expect(await cancel(server, ann, order.id)).toMatchObject({ code: 'orderCannotBeCancelled' })
  })

  it('releases the hold of a cancelled order, once', async () => {
    const ann = await trader(server)
    const { id } = await waiting(server, ann)
    const replies = await Promise.all(Array.from({ length: 6 }, () => cancel(server, ann, id)))
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1)
    expect(await account(ann)).toMatchObject({ balance: '900', frozen: '0', availableMargin: '900' })
  })

  it('cancels orders pending in a wind-down', async () => {
    const ann = await trader(server)
    await waiting(server, ann)
    await withSettings(server, 'trading', { closing: [SYMBOL] }, manyAtOnce)
    expect((await server.call('lever/orders', {}, { token: ann.token })).data.rows).toMatchObject([
      { status: 2, reason: 'closing' },
    ])
    expect([await inbox(ann), (await account(ann)).frozen]).toEqual([['Order cancelled: BTC/USDT'], '0'])
  })

  it('liquidates before the loss exceeds the margin', async () => {
    const ann = await trader(server)
    const position = await opened(server, ann, { lots: '0.2', leverage: 100, side: 'long' })
    const other = await opened(server, ann, { lots: '0.2', leverage: 100, side: 'short' })
    const since = server.clock.nowMs()
    const deal = await untilOver(ann, position.id).catch(() => untilOver(ann, other.id))
    const lost = deal.position === position.id ? position : other
    expect([deal.reason, deal.margin]).toEqual(['liquidation', lost.margin])
    expect(compare(deal.profit, neg(deal.margin))).toBeGreaterThanOrEqual(0)
    expect(compare(deal.profit, mul(neg(deal.margin), '0.8'))).toBeLessThanOrEqual(0)
    if (lost === position)
      expect(firstAt(position, since, { atMost: position.liquidation ?? asPrice('0') })?.bid).toBe(deal.closePrice)
    expect(await inbox(ann)).toContain('Position liquidated: BTC/USDT')
    expect(compare((await account(ann)).balance, '0')).toBe(1)
  })

  it('warns at half and at four fifths of the way to liquidation, once each', async () => {
    const ann = await trader(server)
    const since = server.clock.nowMs()
    const far = since + 30 * 86_400_000
    const watched = await Promise.all(
      (['long', 'short'] as const).map(async (side) => {
        const { openPrice, liquidation, id } = await opened(server, ann, { lots: '0.2', leverage: 100, side })
        if (liquidation === null) throw new Error('The position has a liquidation price')
        const timeAt = (price: Price): number =>
          server.context.market.firstTick(
            SYMBOL,
            since,
            far,
            side === 'long' ? { bid: { atMost: price } } : { ask: { atLeast: price } },
          )?.timeMs ?? far
        const [half, low] = MARGIN_WARNINGS.map((share) => timeAt(warningPrice(openPrice, liquidation, share)))
        return { id, half: half ?? far, low: low ?? far, over: timeAt(liquidation) }
      }),
    )
    const [lost] = watched.toSorted((a, b) => a.over - b.over)
    if (!lost) throw new Error('There are two positions')
    expect(lost.over).toBeLessThan(far)
    const sharesAt = async (timeMs: number) => {
      await server.clock.advance(Math.max(0, Math.ceil((timeMs - server.clock.nowMs()) / 1000)))
      await manyAtOnce()
      await manyAtOnce()
      const query = server.context.db.selectFrom('lever_warnings').select('share').where('position', '=', lost.id)
      return (await query.orderBy('share').execute()).map(({ share }) => share)
    }
    expect(await sharesAt(lost.half - 2000)).toEqual([])
    expect(await sharesAt(lost.half)).toContain('0.5')
    expect(await sharesAt(lost.low)).toEqual(['0.5', '0.8'])
    const titles = await inbox(ann)
    expect(titles).toContain('Close to liquidation: BTC/USDT')
    expect(titles).not.toContain('Position liquidated: BTC/USDT')
    await sharesAt(lost.over)
    expect(await inbox(ann)).toContain('Position liquidated: BTC/USDT')
  })

  it.each([
    ['0.3', []],
    ['0.65', ['0.5']],
  ])('with a stop-loss at %s of the way to liquidation warns of %j, also after a pause', async (share, warned) => {
    const ann = await trader(server)
    const since = server.clock.nowMs()
    const far = since + 30 * 86_400_000
    const watched = await Promise.all(
      (['long', 'short'] as const).map(async (side) => {
        const { openPrice, liquidation, id } = await opened(server, ann, { lots: '0.2', leverage: 100, side })
        if (liquidation === null) throw new Error('The position has a liquidation price')
        const low = warningPrice(openPrice, liquidation, '0.8')
        const trigger = side === 'long' ? { bid: { atMost: low } } : { ask: { atLeast: low } }
        const way = Number(liquidation) - Number(openPrice)
        return {
          id,
          stopLoss: (Number(openPrice) + way * Number(share)).toFixed(2),
          passed: server.context.market.firstTick(SYMBOL, since, far, trigger)?.timeMs ?? far,
        }
      }),
    )
    const [lost] = watched.toSorted((a, b) => a.passed - b.passed)
    if (!lost) throw new Error('There are two positions')
    expect(lost.passed).toBeLessThan(far)
    expect(await setstop(server, ann, { id: lost.id, stopLoss: lost.stopLoss })).toMatchObject({ type: 'ok' })
    // The jobs run once, when the price has passed the stop-loss and both warnings.
    await server.clock.advance(Math.ceil((lost.passed - server.clock.nowMs()) / 1000) + 1)
    await manyAtOnce()
    const deal = (await trades(server, ann)).rows.find((row) => row.position === lost.id)
    expect(deal).toMatchObject({ reason: 'stopLoss' })
    const query = server.context.db.selectFrom('lever_warnings').select('share').where('position', '=', lost.id)
    expect((await query.orderBy('share').execute()).map((row) => row.share)).toEqual(warned)
    const titles = await inbox(ann)
    expect(titles).toContain('Stop-loss reached: BTC/USDT')
    expect(titles).not.toContain('Close to liquidation: BTC/USDT')
    expect(titles.includes('Half of your margin is used: BTC/USDT')).toBe(warned.length > 0)
  })

  it('closes at the price behind a gap, at any distance from the stop-loss', async () => {
    const bob = await trader(server, ['XAUUSD'])
    const { market, clock } = server.context
    const closes = market.nextClose('XAUUSD', clock.nowMs()) ?? 0
    await clock.advance((closes - clock.nowMs()) / 1000 - 10)
    const opens = market.nextOpen('XAUUSD', closes + 1000) ?? 0
    const last = market.tickAt('XAUUSD', closes - 1)
    const first = market.firstTick('XAUUSD', closes, opens + 5000, { bid: { atLeast: asPrice('0') } })
    if (!last || !first) throw new Error('There is no gap')
    const side = compare(first.bid, last.bid) < 0 ? 'long' : 'short'
    const position = await opened(server, bob, { symbol: 'XAUUSD', side, leverage: 10 })
    const prices = bidAsk(server, 'XAUUSD')
    const stopLoss = side === 'long' ? prices.bid : prices.ask
    expect(await setstop(server, bob, { id: position.id, symbol: 'XAUUSD', stopLoss })).toMatchObject({ type: 'ok' })
    await clock.advance((opens - clock.nowMs()) / 1000 + 60)
    const deal = (await whTrades(server, bob)).rows[0] as LeverDeal
    const tick = market.firstTick(
      'XAUUSD',
      position.time * 1000,
      clock.nowMs(),
      side === 'long' ? { bid: { atMost: stopLoss } } : { ask: { atLeast: stopLoss } },
    )
    expect([deal.reason, deal.closePrice]).toEqual(['stopLoss', side === 'long' ? tick?.bid : tick?.ask])
  })
})

it('has the same result at any job interval', async () => {
  const run = async (steps: number, seconds: number) => {
    const other = await createTestServer()
    const person = await trader(other)
    const open = await opened(other, person, { lots: '0.05', leverage: 100 })
    await setstop(other, person, { id: open.id, takeProfit: away(open.openPrice, 2) })
    await submit(other, person, {
      kind: 'limit',
      side: 'short',
      lots: '0.03',
      leverage: 50,
      price: away(open.openPrice, 1),
      takeProfit: away(open.openPrice, -1),
      stopLoss: away(open.openPrice, 2),
    })
    await submit(other, person, { kind: 'limit', lots: '0.03', leverage: 100, price: away(open.openPrice, -1) })
    for (let i = 0; i < steps; i++) await other.clock.advance(seconds)
    const { positions, orders, rows } = await trades(other, person)
    await other.close()
    return [
      positions.map(({ openPrice, time }) => [openPrice, time]),
      orders.length,
      rows.map(({ closePrice, net, reason, time }) => `${time} ${reason} ${closePrice} ${net}`).toSorted(),
    ]
  }
  const rarely = await run(1, 4 * 3600)
  expect(await run(480, 30)).toEqual(rarely)
  expect((rarely[2] as unknown[]).length).toBeGreaterThan(0)
})
