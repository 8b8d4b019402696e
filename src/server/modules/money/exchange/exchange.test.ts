import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FlashQuote } from '../../../../generated/entities.ts'
import { sub } from '../../../../engine/language/values/decimal.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { untilShut, withSettings } from '../../../../../tests/support/server/flows/trading.ts'
import { certify, setUserFields } from '../../../../../tests/support/server/flows/withdrawals.ts'

let server: TestServer
let keys = 0
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

/** A user with a verified name and 1000 USDT. */
async function exchanger(): Promise<Person> {
  const person = await server.person()
  await certify(server, person)
  return person
}

const quote = async ({ token }: Person, more: Record<string, unknown> = {}) =>
  (await server.call('wallet/flash_quote', { mode: 'real', from: 'USDT', to: 'BTC', pay: '100', ...more }, { token }))
    .data

const send = (
  { token }: Person,
  { id, mode, from, to, pay, receive, fee }: FlashQuote,
  key = `exchange-test-${++keys}`,
) =>
  server.call(
    'wallet/flashAgainst',
    { mode, quote: id, from, to, pay, receive, fee },
    { token, headers: { 'idempotency-key': key } },
  )

async function balances({ token }: Person, mode: 'real' | 'demo' = 'real'): Promise<Record<string, string>> {
  const { data } = await server.call('wallet/list', { mode, kind: 'coin' }, { token })
  return Object.fromEntries(data.rows.map(({ currency, balance }) => [currency, balance]))
}

const refill = ({ token }: Person) =>
  server.call(
    'user/demo_refill',
    { mode: 'demo' },
    { token, headers: { 'idempotency-key': `exchange-test-${++keys}` } },
  )

describe('an exchange', () => {
  it('is a purchase of the coins: their cost is the worth of the payment', async () => {
    const ann = await exchanger()
    const holding = async (symbol: string) =>
      (await server.call('coin/info', { mode: 'real', symbol }, { token: ann.token })).data
    const offer = await quote(ann)
    await send(ann, offer)
    expect(await holding('BTCUSDT')).toMatchObject({ bought: offer.receive, cost: '100' })
    await send(ann, await quote(ann, { pay: '50' }))
    expect(await holding('BTCUSDT')).toMatchObject({ cost: '150' })

    const { bought, cost, bid } = await holding('BTCUSDT')
    const half = await quote(ann, { from: 'BTC', to: 'ETH', pay: offer.receive })
    await send(ann, half)
    const left = await holding('BTCUSDT')
    expect(Number(left.cost)).toBeCloseTo((Number(cost) * Number(left.bought)) / Number(bought), 2)
    const other = await holding('ETHUSDT')
    expect(other.bought).toBe(half.receive)
    expect(Number(other.cost)).toBeCloseTo(Number(offer.receive) * Number(bid), 0)
  })

  it('posts both sides and the fee in one posting', async () => {
    const ann = await exchanger()
    const offer = await quote(ann)
    const { data } = await send(ann, offer)
    expect(await balances(ann)).toEqual({ USDT: '900', BTC: offer.receive })
    const lines = await server.context.db
      .selectFrom('ledger_transfer')
      .select(['currency', 'payer', 'payee'])
      .where('posting', '=', data.id)
      .orderBy('line')
      .execute()
    expect(lines.map(({ currency, payer, payee }) => [currency, payer.split(':')[2], payee.split(':')[2]])).toEqual([
      ['USDT', 'coin', 'exchange'],
      ['BTC', 'exchange', 'coin'],
      ['BTC', 'exchange', 'fees'],
    ])
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('takes all of a balance that is less than the minimum, and no part of it', async () => {
    const ann = await exchanger()
    const bought = await quote(ann)
    await send(ann, bought)
    const dust = '0.00000175'
    const back = { from: 'BTC', to: 'USDT' }
    await send(ann, await quote(ann, { ...back, pay: sub(bought.receive, dust) }))
    expect((await balances(ann)).BTC).toBe(dust)
    const { rows } = (await server.call('wallet/flashAgainstList', { mode: 'real' }, { token: ann.token })).data
    expect(rows.find(({ currency }) => currency === 'BTC')).toMatchObject({ available: dust, minimum: dust })
    const part = { mode: 'real', ...back, pay: '0.00000174' }
    expect((await server.call('wallet/flash_quote', part, { token: ann.token })).code).toBe('amountBelowMinimum')
    expect((await send(ann, await quote(ann, { ...back, pay: dust }))).type).toBe('ok')
    expect((await balances(ann)).BTC ?? '0').toBe('0')
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('yields exactly the received amount if that was given', async () => {
    const ann = await exchanger()
    const offer = await quote(ann, { pay: undefined, receive: '0.005' })
    expect(offer.receive).toBe('0.005')
    await send(ann, offer)
    expect(await balances(ann)).toEqual({ USDT: sub('1000', offer.pay), BTC: '0.005' })
  })

  it.each([
    ['a paid amount', { from: 'USDT', to: 'BTC', pay: '100.001' }],
    ['a received amount', { from: 'BTC', to: 'USDT', receive: '100.001' }],
  ])('refuses fractions of a cent of %s', async (_, more) => {
    const ann = await exchanger()
    const reply = await server.call('wallet/flash_quote', { mode: 'real', ...more }, { token: ann.token })
    expect(reply.code).toBe('amountError')
  })

  it('loses on a round trip, at any rounding', async () => {
    const ann = await exchanger()
    const offer = await quote(ann, { pay: '999.99', to: 'DOGE' })
    await send(ann, offer)
    const back = await quote(ann, { from: 'DOGE', to: 'USDT', pay: offer.receive })
    await send(ann, back)
    expect(Number((await balances(ann)).USDT)).toBeLessThan(999.5)
  })

  it('of one quote is executed once by concurrent requests', async () => {
    const ann = await exchanger()
    const offer = await quote(ann)
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(ann, offer)))
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1)
    expect(await balances(ann)).toMatchObject({ USDT: '900' })
  })

  it('repeated with its key is made once, answered twice', async () => {
    const ann = await exchanger()
    const offer = await quote(ann)
    const [first, second] = [await send(ann, offer, 'exchange-twice'), await send(ann, offer, 'exchange-twice')]
    expect(second.data).toEqual(first.data)
    expect(await balances(ann)).toMatchObject({ USDT: '900' })
  })

  it('keeps its rate until it expires, at any price', async () => {
    const ann = await exchanger()
    const offer = await quote(ann)
    await server.clock.advance(offer.lasts - 0.001)
    server.context.market.step()
    expect(await send(ann, offer)).toMatchObject({ type: 'ok', data: { rate: offer.rate } })
  })

  it('stays in its mode', async () => {
    const ann = await exchanger()
    await server.call('user/switch_account', { mode: 'demo' }, { token: ann.token })
    const offer = await quote(ann, { mode: 'demo', pay: '50000' })
    expect(await send(ann, { ...offer, mode: 'real' })).toMatchObject({ code: 'statusAbnormal' })
    await send(ann, offer)
    expect(await balances(ann)).toEqual({ USDT: '1000' })
    expect(await balances(ann, 'demo')).toEqual({ USDT: '50000', BTC: offer.receive })
    const records = async (mode?: string) =>
      (await server.call('wallet/myFlashAgainstList', { mode }, { token: ann.token })).data.rows.length
    expect([await records(), await records('real')]).toEqual([1, 0])
  })

  it.each(['-1', ' 1', '1e5', '0x10', '1,5', '１０', 'NaN', '1.'])('of %j is no amount', async (pay) => {
    const { token } = await exchanger()
    const reply = await server.call('wallet/flash_quote', { mode: 'real', from: 'USDT', to: 'BTC', pay }, { token })
    expect(['parameterError', 'amountError']).toContain(reply.code)
  })

  it('is listed by page, to its owner only', async () => {
    const [ann, bob] = [await exchanger(), await exchanger()]
    for (let i = 0; i < 21; i++) await send(ann, await quote(ann, { pay: String(10 + i) }))
    const list = async ({ token }: Person, page: number) =>
      (await server.call('wallet/myFlashAgainstList', { page }, { token })).data
    const [first, second] = [await list(ann, 1), await list(ann, 2)]
    expect([first.next, second.next]).toEqual([2, null])
    expect([...first.rows, ...second.rows].map(({ pay }) => Number(pay))).toEqual(
      Array.from({ length: 21 }, (_, i) => 30 - i),
    )
    expect((await list(bob, 1)).rows).toEqual([])
  })
})

describe('the permission to exchange', () => {
  const ask = ({ token }: Person, more: Record<string, unknown> = {}) =>
    server.call('wallet/flash_quote', { mode: 'real', from: 'USDT', to: 'BTC', pay: '100', ...more }, { token })

  /** Returns the codes of a quote and of an exchange by an earlier quote, under these settings. */
  async function codes(settings: Parameters<typeof withSettings<'trading', unknown>>[2], from: string, to: string) {
    const ann = await exchanger()
    if (from !== 'USDT') await send(ann, await quote(ann, { to: from, pay: '500' }))
    const pay = (await balances(ann))[from]
    const earlier = await quote(ann, { from, to, pay })
    return await withSettings(server, 'trading', settings, async () => [
      (await ask(ann, { from, to, pay })).code,
      (await send(ann, earlier)).code,
    ])
  }
  const OK = [1, 'exchanged']
  const refused = (code: string) => [code, code]

  it('needs a verified name for real money', async () => {
    const ann = await exchanger()
    const offer = await quote(ann)
    await setUserFields(server, ann, { identity: 0 })
    expect([(await ask(ann)).code, (await send(ann, offer)).code]).toEqual(refused('realNameRequired'))
    expect(await balances(ann)).toEqual({ USDT: '1000' })
  })

  it('needs no verified name for demo money', async () => {
    const ann = await server.person()
    await server.call('user/switch_account', { mode: 'demo' }, { token: ann.token })
    expect(await send(ann, await quote(ann, { mode: 'demo' }))).toMatchObject({ code: 'exchanged' })
  })

  it('is refused to all currencies while trading is disabled', async () => {
    expect(await codes({ enabled: false }, 'USDT', 'BTC')).toEqual(refused('featureNotEnabled'))
    expect(await codes({ enabled: false }, 'USDT', 'USD')).toEqual(refused('featureNotEnabled'))
  })

  it('is refused to and from a coin whose market is disabled, and to no other', async () => {
    const settings = { disabled: ['BTCUSDT'] }
    expect(await codes(settings, 'USDT', 'BTC')).toEqual(refused('featureUnavailable'))
    expect(await codes(settings, 'BTC', 'ETH')).toEqual(refused('featureUnavailable'))
    expect(await codes(settings, 'ETH', 'USDT')).toEqual(OK)
  })

  it('extends during a wind-down to exchanging the coin away, not to buying it', async () => {
    const settings = { closing: ['BTCUSDT'] }
    expect(await codes(settings, 'BTC', 'ETH')).toEqual(OK)
    expect(await codes(settings, 'USDT', 'BTC')).toEqual(refused('tradingClosing'))
  })

  it('does not depend on the hours of the currency markets', async () => {
    await untilShut(server, 'EURUSD')
    expect(await codes({}, 'USDT', 'USD')).toEqual(OK)
  })
})

describe('without live ticks', () => {
  it('an exchange, the list of currencies and the wallet have the price of trades', async () => {
    await server.clock.advance(3 * 86_400)
    const { market, clock } = server.context
    const tick = market.tickAt('BTCUSDT', clock.nowMs())
    expect(tick?.last).not.toBe(market.quote('BTCUSDT')?.last)

    const ann = await exchanger()
    const offer = await quote(ann, { pay: '500' })
    await send(ann, offer)
    const { rows: offered } = (await server.call('wallet/flashAgainstList', {}, { token: ann.token })).data
    const { rows: held } = (await server.call('wallet/list', { mode: 'real', kind: 'coin' }, { token: ann.token })).data
    const price = Number(tick?.last)
    expect(Math.abs(Number(offered.find(({ currency }) => currency === 'BTC')?.rate) - price)).toBeLessThan(1)
    expect(Math.abs(500 / (Number(offer.receive) + Number(offer.fee)) - price)).toBeLessThan(2)
    expect(
      Math.abs(Number(held.find(({ currency }) => currency === 'BTC')?.worth) - Number(offer.receive) * price),
    ).toBeLessThan(0.02)
  })
})

describe('the demo account', () => {
  it('is refilled to its opening balance, at most once an hour', async () => {
    const ann = await exchanger()
    await server.call('user/switch_account', { mode: 'demo' }, { token: ann.token })
    await send(ann, await quote(ann, { mode: 'demo', pay: '40000' }))
    expect(await refill(ann)).toMatchObject({ type: 'ok', code: 'refilled' })
    expect((await balances(ann, 'demo')).USDT).toBe('100000')
    await send(ann, await quote(ann, { mode: 'demo', pay: '10' }))
    await server.clock.advance(3540)
    expect(await refill(ann)).toMatchObject({ code: 'refillTooEarly', params: { minutes: 1 } })
    await server.clock.advance(60)
    expect(await refill(ann)).toMatchObject({ type: 'ok' })
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('is refilled without a change of the real one', async () => {
    const ann = await exchanger()
    await server.call('user/switch_account', { mode: 'demo' }, { token: ann.token })
    await send(ann, await quote(ann, { mode: 'demo', pay: '40000' }))
    expect(await refill(ann)).toMatchObject({ type: 'ok', code: 'refilled' })
    expect(await balances(ann)).toEqual({ USDT: '1000' })
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('is refilled once if concurrent', async () => {
    const ann = await exchanger()
    await server.call('user/switch_account', { mode: 'demo' }, { token: ann.token })
    await send(ann, await quote(ann, { mode: 'demo', pay: '40000' }))
    const replies = await Promise.all(Array.from({ length: 10 }, () => refill(ann)))
    expect(replies.filter(({ type }) => type === 'ok')).toHaveLength(1)
    expect((await balances(ann, 'demo')).USDT).toBe('100000')
  })
})
