import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { add, asPrice } from '../../../../engine/language/values/decimal.ts'
import { cancel, trade } from '../../../../../tests/support/server/flows/spot.ts'
import { trader, untilOpen, untilShut } from '../../../../../tests/support/server/flows/trading.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { minor } from '../../../kit/ledger/index.ts'
import { LISTINGS } from '../market/instruments.ts'
import { pricesNow, usdtPriceOf } from '../market/valuation.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const tickOf = (symbol: string) => {
  const tick = server.context.market.tickAt(symbol, server.clock.nowMs())
  if (!tick) throw new Error(symbol)
  return tick
}

/** A permitted trader of one open pair, with 10,000 units of a currency. */
async function holder(symbol: string, currency = 'USD'): Promise<Person> {
  await untilOpen(server, symbol)
  const person = await trader(server, [symbol])
  const { id } = (await server.call('user/info', {}, { token: person.token })).data
  const to = { owner: id, kind: 'coin' } as const
  const entries = [{ from: 'opening', to, currency, amount: minor('10000', currency) } as const]
  await server.context.ledger.post({ mode: 'real', reason: 'test', entries })
  return person
}

const order = (person: Person, symbol: string, side: 'buy' | 'sell', quantity: `${number}`, more: object = {}) =>
  trade(server, person, { symbol, side, quantity, price: tickOf(symbol)[side === 'buy' ? 'ask' : 'bid'], ...more })

const wallet = async ({ token }: Person) =>
  (await server.call('wallet/list', { mode: 'real', kind: 'coin' }, { token })).data
const balances = async (person: Person) =>
  Object.fromEntries((await wallet(person)).rows.map(({ currency, balance }) => [currency, balance]))
/** Profit of a closed order in the statistics, in minor units of the unit of account. */
const counted = async (id: string) =>
  (await server.context.db.selectFrom('closed_orders').select('profit').where('id', '=', id).executeTakeFirstOrThrow())
    .profit
const sound = async () => expect(await server.context.ledger.verify()).toEqual([])

describe('a spot order for a currency or a metal', () => {
  it('exchanges the two currencies of the pair at ask and bid', async () => {
    const ann = await holder('EURUSD')
    const { ask } = tickOf('EURUSD')
    const bought = (await order(ann, 'EURUSD', 'buy', '1000')).data
    expect(bought).toMatchObject({ status: 1, dealPrice: ask, payCurrency: 'USD', receive: '999', fee: '1' })
    expect(bought.amount).toBe((Math.ceil(Number(ask) * 100_000) / 100).toString())
    expect(await balances(ann)).toMatchObject({ EUR: '999', USD: (10_000 - Number(bought.amount)).toFixed(2) })
    const sold = (await order(ann, 'EURUSD', 'sell', '999')).data
    expect(sold).toMatchObject({ dealPrice: tickOf('EURUSD').bid, receiveCurrency: 'USD' })
    expect(Number(sold.profit)).toBeCloseTo(Number(sold.receive) - Number(bought.amount), 2)
    expect(Number(await counted(sold.id)) / 1e8).toBeCloseTo(Number(sold.profit), 2)
    await sound()
  })

  it('has the lot step of its pair', async () => {
    const ann = await holder('XAUUSD')
    expect((await order(ann, 'XAUUSD', 'buy', '0.0015')).code).toBe('quantityNotMultiple')
    expect((await order(ann, 'XAUUSD', 'buy', '0.5')).data).toMatchObject({
      status: 1,
      receive: '0.4995',
      fee: '0.0005',
    })
    expect((await balances(ann)).XAU).toBe('0.4995')
    await sound()
  })

  it('with the base USD has its profit in the quote currency, and in USDT in the statistics', async () => {
    const ann = await holder('USDJPY', 'JPY')
    const bought = (await order(ann, 'USDJPY', 'buy', '50')).data
    expect(bought).toMatchObject({ payCurrency: 'JPY', receiveCurrency: 'USD', receive: '49.95' })
    const sold = (await order(ann, 'USDJPY', 'sell', '49')).data
    expect(sold).toMatchObject({ receiveCurrency: 'JPY', status: 1 })
    const cost = (Number(bought.amount) * 49) / 49.95
    expect(Number(sold.profit)).toBeCloseTo(Number(sold.receive) - cost, 0)
    expect(Number(await counted(sold.id)) / 1e8).toBeCloseTo(Number(sold.profit) / Number(sold.dealPrice), 1)
    await sound()
  })

  it('at a limit waits for its price, and is filled by the tick that reaches it', async () => {
    const ann = await holder('EURUSD')
    const price = asPrice((Number(tickOf('EURUSD').ask) * 0.9995).toFixed(5))
    const { data } = await order(ann, 'EURUSD', 'buy', '100', { kind: 'limit', price })
    expect(data).toMatchObject({ status: 0, payCurrency: 'USD' })
    const placed = server.clock.nowMs()
    await server.clock.advance(6 * 24 * 3600)
    const tick = server.context.market.firstTick('EURUSD', placed, server.clock.nowMs(), { ask: { atMost: price } })
    const { status, dealPrice } = (await server.call('coin/detail', { id: data.id }, { token: ann.token })).data
    expect([status, dealPrice]).toEqual(tick ? [1, tick.ask] : [0, null])
    await sound()
  })

  it('is refused while the market is shut, where a pending one can be cancelled', async () => {
    const ann = await holder('EURUSD')
    const price = asPrice((Number(tickOf('EURUSD').ask) * 0.9).toFixed(5))
    const { data } = await order(ann, 'EURUSD', 'buy', '100', { kind: 'limit', price })
    await untilShut(server, 'EURUSD')
    expect((await order(ann, 'EURUSD', 'buy', '100')).code).toBe('marketClosed')
    expect((await order(ann, 'EURUSD', 'sell', '100')).code).toBe('marketClosed')
    const access = await server.call('trade/access', { symbol: 'EURUSD', product: 'spot' }, { token: ann.token })
    expect(access.data).toMatchObject({ state: 'closed', opens: expect.any(Number) })
    expect((await cancel(server, ann, data.id)).code).toBe('orderCancelled')
    await sound()
  })

  it('is listed with those for coins', async () => {
    const ann = await holder('XAGUSD')
    await order(ann, 'XAGUSD', 'buy', '2')
    const list = async (symbol: string | null) =>
      (await server.call('coin/list', { symbol }, { token: ann.token })).data.rows.map((row) => row.symbol)
    expect([await list(null), await list('XAGUSD'), await list('BTCUSDT')]).toEqual([['XAGUSD'], ['XAGUSD'], []])
  })
})

it('every listed pair has rules that its price can meet', async () => {
  const { token } = await server.person()
  for (const { symbol } of LISTINGS) {
    const { data } = await server.call('coin/info', { mode: 'real', symbol }, { token })
    const least = Number(data.minimum) * Number(data.ask)
    expect([symbol, least < Number(data.maximumAmount), Number(data.minimumAmount) < 10 * least]).toEqual([
      symbol,
      true,
      symbol.endsWith('USDT') ? expect.any(Boolean) : true,
    ])
  }
})

it('holdings are valued at live prices, those of USD/XYZ by the inverse', async () => {
  const ann = await holder('USDJPY', 'JPY')
  const { totals, rows } = await wallet(ann)
  expect(rows.map(({ worth }) => worth).reduce(add)).toBe(totals[0]?.balance)
  const prices = pricesNow(server.context)
  const last = Number(prices.tick('USDJPY')?.last)
  expect(Number(totals[0]?.balance)).toBeCloseTo(1000 + 10_000 / last, 1)
  expect(usdtPriceOf(prices, 'JPY', 'bid')).toBeLessThanOrEqual(usdtPriceOf(prices, 'JPY', 'ask') ?? 0n)
  expect(usdtPriceOf(prices, 'ZZZ', 'bid')).toBeNull()
})
