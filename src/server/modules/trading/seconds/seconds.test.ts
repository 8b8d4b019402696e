import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { add, asPrice, compare, sub } from '../../../../engine/language/values/decimal.ts'
import { statusAt } from '../../../../product/domain/status.ts'
import type { OperatorServer } from '../../../../generated/operator.ts'
import { as } from '../../../../../tests/support/server/flows/security.ts'
import {
  activate,
  askSeconds,
  beforeClose,
  buySeconds,
  CRYPTO,
  FOREX,
  secondsTrader,
  sendSeconds,
  whileOpen,
} from '../../../../../tests/support/server/flows/seconds.ts'
import { highestSeen, lowestSeen, withSettings } from '../../../../../tests/support/server/flows/trading.ts'
import {
  createTestServer,
  START_MS,
  type Person,
  type TestServer,
} from '../../../../../tests/support/server/testServer.ts'
import settleSeconds from './job.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const order = async (who: Person, id: string, at = server) => (await at.call('microtrade/order', { id }, as(who))).data
const lists = async (who: Person, payload: Record<string, unknown> = {}) =>
  (await server.call('microtrade/lists', payload, as(who))).data

/** The posted and the available balance of the real contract account. */
async function account(who: Person, at = server): Promise<[string, string]> {
  const { rows } = (await at.call('microtrade/payable_currencies', { mode: 'real', symbol: CRYPTO }, as(who))).data
  return [rows[0]?.balance ?? 'none', rows[0]?.available ?? 'none']
}

/** A symbol and a side that wins, loses or ties a minute from now; the price path is deterministic. */
async function find(outcome: 'won' | 'lost' | 'tied', side: 'long' | 'short' = 'long', symbol = CRYPTO): Promise<void> {
  const { market } = server.context
  const last = (ms: number) => market.tickAt(symbol, ms)?.last ?? '0'
  for (let ahead = 0; ahead < 86_400; ahead++) {
    const now = server.clock.nowMs() + ahead * 1000
    const moved = compare(last(now + 60_000), last(now)) * (side === 'long' ? 1 : -1)
    if (moved !== { won: 1, lost: -1, tied: 0 }[outcome]) continue
    await server.clock.advance(ahead)
    return
  }
  throw new Error(`${symbol} never ends in ${outcome}`)
}

describe('a seconds contract', () => {
  it.each([
    ['won', 'long', ['569.5', '569.5'], '69.5'],
    ['won', 'short', ['569.5', '569.5'], '69.5'],
    ['lost', 'long', ['399.5', '399.5'], '-100.5'],
    ['lost', 'short', ['399.5', '399.5'], '-100.5'],
    ['tied', 'long', ['500', '500'], '0'],
  ] as const)(
    'that is %s (%s) is held, decided by the tick at its expiry, and reported',
    async (outcome, side, finalAccount, result) => {
      const ann = await secondsTrader(server)
      await find(outcome, side)
      const { data } = await buySeconds(server, ann, CRYPTO, { side })
      expect(data.entryPrice).toBe(server.context.market.tickAt(CRYPTO, server.clock.nowMs())?.last)
      expect(await account(ann)).toEqual(['500', '399.5'])
      await server.clock.advance(59)
      expect(await order(ann, data.id)).toMatchObject({
        status: 0,
        left: 1,
        leftMs: 1000,
        exitPrice: null,
        result: null,
      })
      await server.clock.advance(0.4)
      // Rounded to a second, a countdown would end after the outcome is known.
      expect(await order(ann, data.id)).toMatchObject({ status: 0, left: 1, leftMs: 600 })
      await server.clock.advance(0.6)
      const exit = server.context.market.tickAt(CRYPTO, data.expires * 1000)?.last
      await server.clock.advance(3600)
      const settled = await order(ann, data.id)
      expect(settled).toMatchObject({ entryPrice: data.entryPrice, exitPrice: exit, result, left: 0 })
      expect(statusAt('secondsOrder', settled.status)).toBe(outcome)
      expect(await account(ann)).toEqual(finalAccount)
      const { rows } = (await server.call('user/usermessage', {}, as(ann))).data
      expect(rows[0]?.text).toContain('BTC/USDT')
      expect(await server.context.ledger.verify()).toEqual([])
    },
  )

  it.each(['won', 'lost', 'tied'] as const)('that is %s is settled once, concurrently and again', async (outcome) => {
    const ann = await secondsTrader(server)
    await find(outcome)
    const { data } = await buySeconds(server, ann)
    await server.clock.advance(60)
    const before = await account(ann)
    for (let round = 0; round < 3; round++)
      await Promise.all([
        ...Array.from({ length: 10 }, () => settleSeconds(server.context)),
        ...Array.from({ length: 5 }, () => order(ann, data.id)),
      ])
    expect(await account(ann)).toEqual(before)
    const closed = await server.context.db.selectFrom('closed_orders').selectAll().where('id', '=', data.id).execute()
    expect(closed).toMatchObject([
      { kind: 'seconds', side: 'long', volume: 10_000_000_000n, closed: BigInt(data.expires) },
    ])
    expect(
      (await server.call('user/usermessage', {}, as(ann))).data.rows.filter(({ text }) => text.includes('BTC/USDT')),
    ).toHaveLength(1)
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('is reported with the amount that a list of contracts shows, rounded against the user', async () => {
    const ann = await secondsTrader(server)
    await find('lost')
    const { data } = await buySeconds(server, ann, CRYPTO, { stake: '33.33' })
    await server.clock.advance(60)
    expect((await order(ann, data.id)).result).toBe('-33.49665')
    const { rows } = (await server.call('user/usermessage', {}, as(ann))).data
    expect(rows[0]?.title).toBe('Fixed time lost: −33.50\u00a0USDT')
  })

  it('is counted for its user until it ends', async () => {
    const ann = await secondsTrader(server)
    const running = async () => (await server.call('user/info', {}, as(ann))).data.runningContracts
    await buySeconds(server, ann)
    expect(await running()).toBe(1)
    await server.clock.advance(61)
    expect(await running()).toBe(0)
  })

  it('is booked before its win is shown', async () => {
    const ann = await secondsTrader(server)
    await find('won')
    const { data } = await buySeconds(server, ann)
    // The clock advances without its jobs.
    const { context } = server
    const { clock } = context
    context.clock = { ...clock, now: () => data.expires, nowMs: () => data.expires * 1000 }
    try {
      expect(await account(ann)).toEqual(['500', '399.5'])
      const observed = await Promise.all(Array.from({ length: 10 }, () => order(ann, data.id)))
      expect(new Set(observed.map(({ status }) => statusAt('secondsOrder', status)))).toEqual(new Set(['won']))
      expect(await account(ann)).toEqual(['569.5', '569.5'])
    } finally {
      context.clock = clock
    }
  })

  it('is settled by the first request, once under concurrency', async () => {
    const ann = await secondsTrader(server)
    const { data } = await buySeconds(server, ann)
    // The clock advances without its jobs.
    const { context } = server
    const later = { ...context, clock: { ...context.clock, now: () => data.expires, nowMs: () => data.expires * 1000 } }
    await Promise.all(Array.from({ length: 20 }, () => settleSeconds(later)))
    expect((await order(ann, data.id)).status).toBeGreaterThan(0)
    expect(await context.ledger.verify()).toEqual([])
  })

  it('that expired while the server was down is decided by the same tick, once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'placard-seconds-'))
    const database = join(folder, 'sandbox.sqlite')
    try {
      let at = await createTestServer({ database })
      const ann = await secondsTrader(at)
      const { data } = await buySeconds(at, ann)
      const exit = at.context.market.tickAt(CRYPTO, data.expires * 1000)?.last
      await at.close()
      for (let start = 0; start < 3; start++) {
        at = await createTestServer({ database })
        await at.clock.advance(7 * 86_400)
        expect(await order(ann, data.id, at)).toMatchObject({ exitPrice: exit, expires: START_MS / 1000 + 60 })
        expect(await at.context.db.selectFrom('closed_orders').select('id').execute()).toHaveLength(1)
        expect(await at.context.ledger.verify()).toEqual([])
        await at.close()
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('runs to its expiry although opening is disabled', async () => {
    const ann = await secondsTrader(server)
    const { data } = await buySeconds(server, ann)
    const switches: [Partial<OperatorServer['trading']>, string][] = [
      [{ closing: [CRYPTO] }, 'tradingClosing'],
      [{ disabled: [CRYPTO] }, 'featureUnavailable'],
      [{ enabled: false }, 'featureNotEnabled'],
    ]
    for (const [off, code] of switches) {
      const seen = {
        mode: 'real',
        side: 'long',
        term: '60',
        stake: '100',
        fee: '0.5',
        profit: '70',
        price: data.entryPrice,
      }
      expect((await withSettings(server, 'trading', off, () => sendSeconds(server, ann, CRYPTO, seen))).code).toBe(code)
    }
    await withSettings(server, 'trading', { closing: [CRYPTO] }, () => server.clock.advance(61))
    expect((await order(ann, data.id)).status).not.toBe(0)
    expect(await server.context.ledger.verify()).toEqual([])
  })

  it('repeated with its key is one contract', async () => {
    const ann = await secondsTrader(server)
    const ids = new Set<string>()
    for (let at = 0; at < 4; at++)
      ids.add((await sendSeconds(server, ann, CRYPTO, {}, 'microtrade/submit', 'seconds-once')).data.id)
    expect([ids.size, await account(ann)]).toEqual([1, ['500', '399.5']])
  })

  it('of the full balance is one contract for concurrent orders', async () => {
    const ann = await secondsTrader(server)
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => sendSeconds(server, ann, CRYPTO, { stake: '390', fee: '1.95', profit: '273' })),
    )
    expect(
      ['orderPlaced', 'insufficientAccountBalance'].map(
        (expected) => replies.filter(({ code }) => code === expected).length,
      ),
    ).toEqual([1, 11])
  })

  it.each(['0', '-100', '-0', '1e3', '0100'])('of %s is refused, and nothing is held', async (stake) => {
    const ann = await secondsTrader(server)
    expect((await sendSeconds(server, ann, CRYPTO, { stake })).type).toBe('error')
    expect(await account(ann)).toEqual(['500', '500'])
  })

  it('is opened at the current price if the seen one is within tolerance', async () => {
    const ann = await secondsTrader(server)
    const { last = '0' } = server.context.market.tickAt(CRYPTO, server.clock.nowMs()) ?? {}
    const { data } = await sendSeconds(server, ann, CRYPTO, { price: (Number(last) * 1.0005).toFixed(2) })
    expect(data.entryPrice).toBe(last)
    expect(await sendSeconds(server, ann, CRYPTO, { price: (Number(last) * 0.998).toFixed(2) })).toMatchObject({
      code: 'priceChanged',
    })
  })

  it('is opened at the lowest and the highest price of its quote, and at no other', async () => {
    const ann = await secondsTrader(server)
    const last = server.context.market.tickAt(CRYPTO, server.clock.nowMs())?.last ?? asPrice('0')
    const { tolerance } = server.context.operator.server.seconds
    const [lowest, highest] = [lowestSeen(last, tolerance), highestSeen(last, tolerance)]
    const replies = []
    for (const price of [sub(lowest, '0.01'), lowest, highest, add(highest, '0.01')])
      replies.push(await sendSeconds(server, ann, CRYPTO, { price }))
    expect(replies.map(({ code }) => code)).toEqual(['priceChanged', 'orderPlaced', 'orderPlaced', 'priceChanged'])
  })

  it('stays in its mode while another is in use, and its money cannot be moved', async () => {
    const ann = await secondsTrader(server)
    const { data } = await buySeconds(server, ann)
    const move = (amount: string, key: string) =>
      server.call(
        'wallet/transfer',
        { mode: 'real', from: 'contract', to: 'coin', currency: 'USDT', amount },
        { ...as(ann), headers: { 'idempotency-key': key } },
      )
    expect(await move('399.50000001', `move-more-${data.id}`)).toMatchObject({ code: 'insufficientBalance' })
    expect(await move('399.5', `move-rest-${data.id}`)).toMatchObject({ type: 'ok' })
    const contractAccount = (await server.call('wallet/list', { mode: 'real', kind: 'contract' }, as(ann))).data.rows[0]
    expect(contractAccount).toMatchObject({ balance: '100.5', frozen: '100.5', availableMargin: '0' })
    await server.call('user/switch_account', { mode: 'demo' }, as(ann))
    await server.clock.advance(60)
    expect((await order(ann, data.id)).status).toBeGreaterThan(0)
    expect([(await lists(ann)).rows.length, (await lists(ann, { mode: 'real' })).rows.length]).toEqual([0, 1])
  })

  it('is private, and found by state, side and symbol', async () => {
    const [ann, bob] = [await secondsTrader(server), await secondsTrader(server)]
    await find('won')
    const first = (await buySeconds(server, ann)).data.id
    const second = (await buySeconds(server, ann, CRYPTO, { side: 'short' })).data.id
    await server.clock.advance(60)
    const third = (await buySeconds(server, ann)).data.id
    const ids = async (payload: Record<string, unknown>) => (await lists(ann, payload)).rows.map(({ id }) => id)
    expect(await ids({})).toEqual([third, second, first])
    expect(await ids({ state: 'running' })).toEqual([third])
    expect(await ids({ state: 'settled' })).toEqual([second, first])
    expect([await ids({ state: 'won' }), await ids({ state: 'lost' }), await ids({ state: 'tied' })]).toEqual([
      [first],
      [second],
      [],
    ])
    expect(await ids({ side: 'short' })).toEqual([second])
    expect([await ids({ symbol: 'ETHUSDT' }), await ids({ symbol: FOREX }), (await lists(bob)).rows]).toEqual([
      [],
      [],
      [],
    ])
    expect(await server.call('microtrade/order', { id: first }, as(bob))).toMatchObject({ code: 'dataNotFound' })
  })

  it('comes in pages', async () => {
    const ann = await secondsTrader(server)
    for (let at = 0; at < 23; at++)
      expect(await buySeconds(server, ann, CRYPTO, { stake: '5', term: '30' })).toMatchObject({ type: 'ok' })
    const [one, two] = [await lists(ann), await lists(ann, { page: 2 })]
    expect([one.rows.length, one.next, two.rows.length, two.next]).toEqual([20, 2, 3, null])
    expect(new Set([...one.rows, ...two.rows].map(({ id }) => id)).size).toBe(23)
  })

  it('counts in the statistics and the turnover', async () => {
    const ann = await secondsTrader(server)
    await find('won')
    await buySeconds(server, ann)
    await server.clock.advance(60)
    const { data } = await server.call('user/datastatistics', {}, as(ann))
    expect(data).toMatchObject({ orders: 1, profitOrders: 1, lossOrders: 0, long: { orders: 1, successes: 1 } })
    expect(data.proportions).toContainEqual({ kind: 'seconds', count: 1 })
  })
})

describe('the house', () => {
  it('pays wins from the trading account, posts losses to it, and earns both fees', async () => {
    const { db } = server.context
    const moved = async (side: 'payer' | 'payee', kind: string) =>
      (
        await db
          .selectFrom('ledger_transfer')
          .select(({ fn }) => fn.sum<bigint | null>('amount').as('total'))
          .where(side, '=', `real:system:${kind}:USDT`)
          .executeTakeFirstOrThrow()
      ).total ?? 0n
    const owner = async (kind: string) => (await moved('payee', kind)) - (await moved('payer', kind))
    const [trading, fees] = [await owner('trading'), await owner('fees')]
    const ann = await secondsTrader(server)
    await find('won')
    await buySeconds(server, ann)
    await buySeconds(server, ann, CRYPTO, { side: 'short' })
    await server.clock.advance(60)
    expect([(await owner('trading')) - trading, (await owner('fees')) - fees]).toEqual([3_000_000_000n, 100_000_000n])
    expect(await account(ann)).toEqual(['469', '469'])
  })
})

describe('a market that closes', () => {
  it('refuses contracts that would expire at its close or later', async () => {
    await whileOpen(server)
    const ann = await secondsTrader(server, FOREX)
    await beforeClose(server, 61)
    const offered = (await server.call('microtrade/seconds', { symbol: FOREX })).data.rows.map((term) => [
      term.seconds < 61,
      term.offered,
    ])
    expect(offered).toContainEqual([false, false])
    for (const [inTime, observed] of offered) expect(observed).toBe(inTime)
    const { data } = await buySeconds(server, ann, FOREX)
    expect(data).toMatchObject({ symbol: FOREX, left: 60 })
    expect(await askSeconds(server, ann, FOREX, { term: '120' })).toMatchObject({ code: 'expiryAfterClose' })
    await server.clock.advance(1)
    expect(await askSeconds(server, ann, FOREX)).toMatchObject({ code: 'expiryAfterClose' })
    await server.clock.advance(60)
    expect(await askSeconds(server, ann, FOREX)).toMatchObject({ code: 'marketClosed' })
    expect((await order(ann, data.id)).status).toBeGreaterThan(0)
  })

  it('has its own calls', async () => {
    await whileOpen(server)
    const ann = await secondsTrader(server, FOREX)
    expect(await sendSeconds(server, ann, FOREX, {}, 'microtrade/submit')).toMatchObject({ code: 'typeError' })
  })

  it('offers only the expiries of its symbol', async () => {
    await whileOpen(server)
    const ann = await secondsTrader(server, FOREX)
    await activate(server, ann, 'USDMXN')
    expect((await server.call('microtrade/seconds', { symbol: 'USDMXN' })).data.rows).toEqual([])
    expect(await askSeconds(server, ann, 'USDMXN')).toMatchObject({ code: 'featureUnavailable' })
    const { rows } = (await server.call('microtrade/seconds', { symbol: 'XLMUSDT' })).data
    expect(rows.map(({ id, long, short }) => [id, long, short])).toEqual([['120', '70', '68']])
  })
})
