import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asPrice } from '../../../engine/language/values/decimal.ts'
import type { Tick, Trigger } from './market/index.ts'
import { activate, withSettings, untilOpen } from '../../../../tests/support/server/flows/trading.ts'
import { createTestServer, type Person, type TestServer } from '../../../../tests/support/server/testServer.ts'
import { checkTradingPermission, type Product } from './permission.ts'
import { processTriggers, TRIGGER_BATCH, type PendingTrigger } from './triggers.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const idOf = async ({ token }: Person) => (await server.call('user/info', {}, { token })).data.id
const asked = async (person: Person, symbol: string, product: Product, selling = false) => {
  const id = await idOf(person)
  return await checkTradingPermission(server.context, id, symbol, product, selling).then(
    ({ symbol: permitted }) => permitted,
    (error: { code: string }) => error.code,
  )
}

describe('trading permission', () => {
  it('admits permitted users, and names the obstacles', async () => {
    const ann = await server.person()
    expect(await asked(ann, 'BTCUSDT', 'spot')).toBe('tradingNotActivated')
    await activate(server, ann, 'BTCUSDT', 'spot')
    expect(await asked(ann, 'BTCUSDT', 'spot')).toBe('BTCUSDT')
    expect(await asked(ann, 'BTCUSDT', 'seconds')).toBe('tradingNotActivated')
    await activate(server, ann, 'BTCUSDT', 'seconds')
    expect([
      await asked(ann, 'BTCUSDT', 'seconds'),
      await asked(ann, 'ETHUSDT', 'seconds'),
      await asked(ann, 'BTCUSDT', 'leveraged'),
    ]).toEqual(['BTCUSDT', 'tradingNotActivated', 'tradingNotActivated'])
    expect([await asked(ann, 'XAUUSD', 'spot'), await asked(ann, 'NOPE', 'seconds')]).toEqual([
      'marketClosed',
      'pairNotFound',
    ])
    expect(await asked(await server.person(), 'BTCUSDT', 'seconds')).toBe('tradingNotActivated')
  })

  it('refuses while the market is closed, and says when it opens', async () => {
    const ann = await server.person()
    const access = async () =>
      (await server.call('trade/access', { symbol: 'EURUSD', product: 'leveraged' }, { token: ann.token })).data
    expect([await asked(ann, 'EURUSD', 'leveraged'), await asked(ann, 'EURUSD', 'leveraged', true)]).toEqual([
      'marketClosed',
      'marketClosed',
    ])
    expect(await access()).toMatchObject({
      state: 'closed',
      open: false,
      opens: Date.parse('2026-11-22T22:00:00Z') / 1000,
      closes: Date.parse('2026-11-27T22:00:00Z') / 1000,
    })
    await activate(server, ann, 'EURUSD', 'leveraged')
    await untilOpen(server, 'EURUSD')
    expect(await asked(ann, 'EURUSD', 'leveraged')).toBe('EURUSD')
    expect(await access()).toMatchObject({ state: 'open', open: true, opens: null })
  })

  it('allows sales during a wind-down, also without activation, but not while the symbol is disabled', async () => {
    const [ann, bob] = [await server.person(), await server.person()]
    await activate(server, ann, 'BTCUSDT', 'spot')
    const both = async () => [await asked(ann, 'BTCUSDT', 'spot'), await asked(ann, 'BTCUSDT', 'spot', true)]
    const windDown = { closing: ['BTCUSDT'] }
    expect(await withSettings(server, 'trading', windDown, both)).toEqual(['tradingClosing', 'BTCUSDT'])
    expect(await withSettings(server, 'trading', windDown, () => asked(bob, 'BTCUSDT', 'spot', true))).toBe('BTCUSDT')
    expect(await withSettings(server, 'trading', { disabled: ['BTCUSDT'] }, both)).toEqual([
      'featureUnavailable',
      'featureUnavailable',
    ])
    expect(await withSettings(server, 'trading', { enabled: false }, both)).toEqual([
      'featureNotEnabled',
      'featureNotEnabled',
    ])
    expect([await asked(bob, 'BTCUSDT', 'spot'), await asked(bob, 'BTCUSDT', 'spot', true)]).toEqual([
      'tradingNotActivated',
      'tradingNotActivated',
    ])
  })
})

it('reports obstacles of the user before all others', async () => {
  const ann = await server.person()
  const state = async () =>
    (await server.call('trade/access', { symbol: 'EURUSD', product: 'leveraged' }, { token: ann.token })).data.state
  const mark = (column: 'frozen' | 'locked') =>
    server.context.db
      .updateTable('users')
      .set({ [column]: 1 })
      .where('account', '=', ann.account)
      .execute()
  expect(await state()).toBe('notActivated')
  await mark('frozen')
  expect(await state()).toBe('frozen')
  await mark('locked')
  expect(await state()).toBe('locked')
})

it('shows the risk text in the user’s language', async () => {
  const { token } = await server.person()
  const { data } = await server.call('trade/access', { symbol: 'XAUUSD', product: 'leveraged' }, { token, lang: 'de' })
  expect([data.riskTitle, data.risk.at(-1)]).toEqual([
    'Risiken des Handels mit Hebel',
    expect.stringContaining('Edelmetalle'),
  ])
})

it('is activated for one symbol, or for all of its class, without the symbols of another class or product', async () => {
  const { token } = await server.person()
  const activated = async (symbol: string, product: 'spot' | 'leveraged') =>
    (await server.call('trade/access', { symbol, product }, { token })).data.activated
  const agree = (symbol: string, pairs?: 'one' | 'class') =>
    server.call('trade/activate', { symbol, product: 'leveraged', ...(pairs && { pairs }) }, { token })
  await agree('BTCUSDT')
  expect([await activated('BTCUSDT', 'leveraged'), await activated('ETHUSDT', 'leveraged')]).toEqual([true, false])
  await agree('ETHUSDT', 'class')
  expect([await activated('SOLUSDT', 'leveraged'), await activated('SOLUSDT', 'spot')]).toEqual([true, false])
  expect(await activated('EURUSD', 'leveraged')).toBe(false)
  expect((await agree('SOLUSDT', 'class')).code).toBe('tradingAccountAlreadySet')
})

describe('a triggered order', () => {
  interface Row extends PendingTrigger {
    trigger: Trigger | null
  }
  const run = async (rows: Row[]) => {
    const reached: [string, Tick][] = []
    const passed: [readonly string[], number][] = []
    await processTriggers<Row>(server.context, {
      rows: async (after) => rows.filter(({ id }) => id > after).slice(0, TRIGGER_BATCH),
      trigger: ({ trigger }) => trigger,
      execute: async ({ id }, tick) => void reached.push([id, tick]),
      markChecked: async (ids, ms) => void passed.push([ids, ms]),
    })
    return { reached, passed }
  }

  it('is executed at the exact tick, in tick order, for any number of orders', async () => {
    const { market, clock } = server.context
    const now = clock.nowMs()
    const since = now - 3_600_000
    const price = (market.tickAt('BTCUSDT', since) as Tick).bid
    const near = { bid: { atLeast: asPrice((Number(price) * 1.0001).toFixed(2)) } }
    const far = { bid: { atMost: asPrice((Number(price) * 0.9995).toFixed(2)) } }
    const first = market.firstTick('BTCUSDT', since, now, near)
    const second = market.firstTick('BTCUSDT', since, now, far)
    const rows: Row[] = Array.from({ length: 1200 }, (_, i) => ({
      id: `o${String(i).padStart(4, '0')}`,
      symbol: 'BTCUSDT',
      checked_ms: BigInt(since),
      trigger: { bid: { atLeast: asPrice('9999999') } },
    }))
    ;(rows[1100] as Row).trigger = near
    ;(rows[3] as Row).trigger = far
    ;(rows[4] as Row).trigger = null
    const { reached, passed } = await run(rows)
    const expected = [['o1100', first] as const, ['o0003', second] as const]
      .filter(([, tick]) => tick)
      .toSorted((a, b) => (a[1]?.timeMs ?? 0) - (b[1]?.timeMs ?? 0))
    expect(expected.length).toBeGreaterThan(0)
    expect(reached).toEqual(expected)
    expect(passed.flatMap(([ids]) => ids)).toHaveLength(1200 - expected.length)
    expect(passed.every(([, ms]) => ms === now)).toBe(true)
  })

  it('is not written every second', async () => {
    const recent = BigInt(server.context.clock.nowMs() - 5000)
    expect(
      await run([
        { id: 'a', symbol: 'BTCUSDT', checked_ms: recent, trigger: { bid: { atLeast: asPrice('9999999') } } },
      ]),
    ).toEqual({ reached: [], passed: [] })
  })

  it('advances its cursor while it has no trigger', async () => {
    const now = server.context.clock.nowMs()
    expect((await run([{ id: 'a', symbol: 'BTCUSDT', checked_ms: BigInt(now - 5000), trigger: null }])).passed).toEqual(
      [[['a'], now]],
    )
  })
})
