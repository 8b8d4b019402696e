import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { asLots } from '../../../engine/language/values/decimal.ts'
import type { OperatorServer } from '../../../generated/operator.ts'
import { DEFAULT_CONFIG } from '../../config.ts'
import { createSettings } from './settings/settings.ts'
import { openOperatorServer, type OperatorClient } from '../../../../tests/support/server/operatorClient.ts'
import { borrow, borrower, deposit } from '../../../../tests/support/server/flows/finance.ts'
import { buy, priced, saver } from '../../../../tests/support/server/flows/interest.ts'
import { submit, trader as leverTrader } from '../../../../tests/support/server/flows/lever.ts'
import { as } from '../../../../tests/support/server/flows/security.ts'
import { away, btc, trade } from '../../../../tests/support/server/flows/spot.ts'
import type { TestServer } from '../../../../tests/support/server/testServer.ts'
import { trader as spotTrader } from '../../../../tests/support/server/flows/trading.ts'

let server: TestServer
let client: OperatorClient
let token: string
beforeAll(async () => {
  ;({ server, client } = await openOperatorServer())
  token = (await client.operator('manager')).token
})
afterAll(() => server.close())

const read = async () => (await client.call('settings/get', {}, { token })).data

/** Sets the settings with a change. */
async function change(edit: (settings: OperatorServer) => void, more: object = {}) {
  const { version, settings } = await read()
  const next = structuredClone(settings)
  edit(next)
  return await client.call('settings/set', { version, settings: next, reason: 'for a test', ...more }, { token })
}

/** Sets a value by its path, without regard to its type. */
const put =
  (path: string, value: unknown) =>
  (settings: OperatorServer): void => {
    const names = path.split('.')
    const last = names.pop() ?? ''
    let at: Record<string, unknown> = settings as never
    for (const name of names) at = at[name] as Record<string, unknown>
    at[last] = value
  }

/** A user with the quote and the order of a product at one price, and what is booked of the user. */
async function traderOf(product: 'spot' | 'lever', kind: 'market' | 'limit') {
  const who = await (product === 'spot' ? spotTrader(server) : leverTrader(server))
  const price = kind === 'market' ? null : away(btc(server).bid, -10)
  const limit = price === null ? { kind } : { kind, price }
  return {
    quote: async () =>
      (product === 'spot'
        ? await server.call('coin/quote', { symbol: 'BTCUSDT', side: 'buy', quantity: '0.001', ...limit }, as(who))
        : await server.call(
            'lever/quote',
            { symbol: 'BTCUSDT', side: 'long', lots: '0.01', leverage: 10, ...limit },
            as(who),
          )
      ).data.terms,
    order: (terms?: string | null) => {
      const more = { ...limit, ...(terms !== undefined && { terms }) }
      return product === 'spot' ? trade(server, who, more) : submit(server, who, more)
    },
    async booked() {
      const [spot, lever, open, wallet] = await Promise.all([
        server.call('coin/list', {}, as(who)),
        server.call('lever/orders', {}, as(who)),
        server.call('lever/my_trade', {}, as(who)),
        server.call('wallet/list', {}, as(who)),
      ])
      return [spot.data.rows, lever.data.rows, open.data.positions, wallet.data]
    },
  }
}

beforeEach(async () => {
  const { settings } = await read()
  if (JSON.stringify(settings) === JSON.stringify(DEFAULT_CONFIG.server)) return
  await change((next) => Object.assign(next, structuredClone(DEFAULT_CONFIG.server)))
})

describe('the settings', () => {
  it('are shown to clients and applied to calls as soon as they are set', async () => {
    const { token: user } = await server.person()
    const minimum = async () =>
      (await server.call('wallet/charge_info', {}, { token: user })).data.options.find(
        ({ channel, network }) => channel === 'wallet' && network === 'TRC20',
      )?.minimum
    expect(await minimum()).toBe('10')
    expect((await change(put('deposits.0.minimum', '25'))).status).toBe(200)
    expect(await minimum()).toBe('25')
  })

  it('of a project hold for later orders; an earlier one retains its terms', async () => {
    const who = await saver(server)
    const { data: before } = await buy(server, who)
    expect((await change(put('projects.1.early.cost', '2'))).status).toBe(200)
    expect((await change(put('projects.1.minimum', '250'))).status).toBe(200)
    expect((await buy(server, who)).code).toBe('minimumDeposit')
    const { data: after } = await buy(server, who, priced('monthly', '300'))
    expect([before.early?.cost, after.early?.cost]).toEqual(['0.5', '2'])
    const stored = (await server.call('project/order_detail', { id: before.id }, as(who))).data.order
    expect(stored.early).toEqual({ cost: '0.5', interest: 'kept' })
  })

  it('of a fixed deposit hold for later orders; an earlier one retains its terms', async () => {
    const who = await server.person()
    const { data: before } = await deposit(server, who)
    expect((await change(put('fixedDeposits.0.breakFee', '3'))).status).toBe(200)
    const { data: after } = await deposit(server, who)
    expect([before.breakFee, after.breakFee]).toEqual(['0.5', '3'])
    const { data } = await server.call('lh/deposit/cancel_quote', { id: before.id }, as(who))
    expect(data.breakFee).toBe('0.5')
  })

  it.each([
    ['project/quote', 'projects.1.early', { cost: '5', interest: 'forfeited' }],
    ['lh/deposit/quote', 'fixedDeposits.0.breakFee', '5'],
    ['lh/loan/quote', 'loans.overdueRate', '1'],
  ] as const)('that change after %s end the terms that the user has seen', async (call, path, value) => {
    const who = await borrower(server)
    const quotes = {
      'project/quote': { mode: 'real', project: 'monthly', currency: 'USDT', amount: '200' },
      'lh/deposit/quote': { mode: 'real', product: 'usdt-7', currency: 'USDT', amount: '100' },
      'lh/loan/quote': { mode: 'real', currency: 'USDT', amount: '100', days: 7 },
    }
    const orders = {
      'project/quote': buy,
      'lh/deposit/quote': deposit,
      'lh/loan/quote': borrow,
    }
    const termsOf = async () => (await server.call(call, quotes[call], as(who))).data.terms
    const terms = await termsOf()
    await change(put(path, value))
    expect((await orders[call](server, who, { terms })).code).toBe('quoteExpired')
    expect((await orders[call](server, who, { terms: await termsOf() })).type).toBe('ok')
  })

  it.each([
    ['spot', 'market', 'spot.defaults.fee', '0.2'],
    ['spot', 'market', 'spot.tolerance', '3'],
    ['spot', 'limit', 'spot.symbols.BTCUSDT.fee', '0.2'],
    ['lever', 'market', 'lever.classes.crypto.fee', '0.2'],
    ['lever', 'market', 'lever.classes.crypto.size', '2'],
    ['lever', 'market', 'lever.classes.crypto.maintenance', '60'],
    ['lever', 'market', 'lever.tolerance', '3'],
    ['lever', 'limit', 'lever.symbols.BTCUSDT', { fee: '0.2' }],
    ['lever', 'limit', 'lever.classes.crypto.size', '2'],
  ] as const)('that change after a quote of %s, %s, refuse the order (%s)', async (product, kind, path, value) => {
    const { quote, order, booked } = await traderOf(product, kind)
    const terms = await quote()
    const before = await booked()
    await change(put(path, value))
    expect((await order(terms)).code).toBe('quoteExpired')
    expect(await booked()).toEqual(before)
    expect((await order(await quote())).type).toBe('ok')
  })

  it.each([
    ['spot', 'market', 'spot.openMost', 5],
    ['spot', 'limit', 'spot.tolerance', '3'],
    ['lever', 'market', 'lever.quoteSeconds', 5],
    ['lever', 'limit', 'lever.tolerance', '3'],
  ] as const)('that a quote of %s, %s, does not show leave its terms (%s)', async (product, kind, path, value) => {
    const { quote, order } = await traderOf(product, kind)
    const terms = await quote()
    expect((await order(terms)).type).toBe('ok')
    await change(put(path, value))
    expect(await quote()).toBe(terms)
    expect((await order(terms)).type).toBe('ok')
  })

  it('that change apply to an order that names no terms', async () => {
    for (const product of ['spot', 'lever'] as const) {
      const { order } = await traderOf(product, 'market')
      await change(put(product === 'spot' ? 'spot.defaults.fee' : 'lever.classes.crypto.fee', '0.2'))
      expect([(await order(null)).type, (await order()).type]).toEqual(['ok', 'ok'])
    }
  })

  it('add no amount of the earlier currency of a fixed deposit', async () => {
    const who = await server.person()
    await deposit(server, who)
    const held = async () => (await server.call('lh/deposit/config', { mode: 'real' }, as(who))).data.products[0]?.held
    expect(await held()).toBe('100')
    await change((next) => Object.assign(next.fixedDeposits[0] ?? {}, { currency: 'USD' }))
    expect(await held()).toBe('0')
  })

  it('are those of the file again once a change is taken back', async () => {
    await change(put('exchange.fee', '0.3'))
    await change(put('exchange.fee', '0.1'))
    expect((await read()).settings).toEqual(DEFAULT_CONFIG.server)
    const row = await server.context.db
      .selectFrom('settings_versions')
      .select('overrides')
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(row.overrides).toBe('{}')
  })

  it('are read by another process of the database', async () => {
    const other = createSettings(server.context.db, () => DEFAULT_CONFIG, server.context.clock)
    await change(put('turnover', '50'))
    expect((await other.current()).operator.server.turnover).toBe('50')
  })

  it('refuse a change of an outdated version', async () => {
    const { version, settings } = await read()
    await change(put('turnover', '70'))
    const late = { version, settings: { ...settings, turnover: '80' }, reason: 'too late' }
    expect(await client.call('settings/set', late, { token })).toMatchObject({
      code: 'versionConflict',
      params: { version: version + 1 },
    })
  })

  it('of two simultaneous changes take one', async () => {
    const { version, settings } = await read()
    const replies = await Promise.all(
      ['60', '61', '62'].map((turnover) =>
        client.call('settings/set', { version, settings: { ...settings, turnover }, reason: 'a race' }, { token }),
      ),
    )
    expect(replies.map(({ code }) => code ?? 'ok').toSorted()).toEqual(['ok', 'versionConflict', 'versionConflict'])
  })

  it('refuse a change of nothing', async () => {
    expect((await change(() => undefined)).code).toBe('settingsUnchanged')
  })

  it.each([
    ['seed', 2, 'seed'],
    ['opening.real', { USDT: '1000000' }, 'opening'],
    ['origins', ['https://example.com'], 'origins'],
  ])('refuse a change of %s', async (path, value, section) => {
    expect(await change(put(path, value))).toMatchObject({ code: 'settingFixed', params: { section } })
  })

  it.each([
    ['deposits.0.minimum', '0', 'deposits.0.minimum'],
    ['deposits.0.minimum', '60000', 'deposits.0.maximum'],
    ['deposits.6.minimum', '20.001', 'deposits.6.minimum'],
    ['deposits.0.currency', 'NOPE', 'deposits.0.minimum'],
    ['withdrawals.0.fee', '-1', 'withdrawals.0.fee'],
    ['withdrawals.0.fee', '10', 'withdrawals.0.fee'],
    ['withdrawals.0.network', 'ERC20', 'withdrawals.1'],
    ['exchange.fee', '100', 'exchange.fee'],
    ['exchange.fee', '0.00001', 'exchange.fee'],
    ['exchange.minimum', '-10', 'exchange.minimum'],
    ['seconds.tolerance', '101', 'seconds.tolerance'],
    ['seconds.crypto.0.long', '1001', 'seconds.crypto.0.long'],
    ['seconds.crypto.1.seconds', 30, 'seconds.crypto.1'],
    ['seconds.symbols', { NOPE: [] }, 'seconds.symbols'],
    ['spot.defaults.fee', '100', 'spot.defaults.fee'],
    ['spot.defaults.step', '0', 'spot.defaults.step'],
    ['spot.defaults.step', '0.000000001', 'spot.defaults.step'],
    ['spot.symbols.BTCUSDT.step', '0.000000001', 'spot.symbols.BTCUSDT.step'],
    ['spot.symbols.EURUSD', { minimum: '5', step: '0.001' }, 'spot.symbols.EURUSD.step'],
    ['spot.symbols.BTCUSDT.minimum', '1000', 'spot.symbols.BTCUSDT.maximum'],
    ['lever.classes.crypto.maintenance', '100', 'lever.classes.crypto.maintenance'],
    ['lever.classes.forex.size', '0', 'lever.classes.forex.size'],
    ['lever.symbols.EURUSD', { minimum: '60' }, 'lever.symbols.EURUSD.maximum'],
    ['projects.1.id', 'weekly', 'projects.1'],
    ['projects.0.names', { de: 'Woche' }, 'projects.0.names.en'],
    ['projects.0.minimum', '20000', 'projects.0.maximum'],
    ['projects.0.currency', 'NOPE', 'projects.0.minimum'],
    ['projects.0.rate', '-0.1', 'projects.0.rate'],
    ['projects.0.early.cost', '100.5', 'projects.0.early.cost'],
    ['fixedDeposits.1.id', 'usdt-7', 'fixedDeposits.1'],
    ['fixedDeposits.0.minimum', '0', 'fixedDeposits.0.minimum'],
    ['fixedDeposits.0.single', '9', 'fixedDeposits.0.single'],
    ['fixedDeposits.0.single', '6000', 'fixedDeposits.0.single'],
    ['fixedDeposits.0.single', '20.000000001', 'fixedDeposits.0.single'],
    ['fixedDeposits.0.yield', '101', 'fixedDeposits.0.yield'],
    ['fixedDeposits.0.breakFee', '0.00001', 'fixedDeposits.0.breakFee'],
    ['loans.fee', '100', 'loans.fee'],
    ['loans.rate', '-0.1', 'loans.rate'],
    ['turnover', '-1', 'turnover'],
    ['withdrawalLimits.day', '-1', 'withdrawalLimits.day'],
    ['withdrawalLimits.month', '99999', 'withdrawalLimits.month'],
    ['trading.closing', ['NOPE'], 'trading.closing'],
  ])('refuse %s as %j', async (path, value, fault) => {
    expect(await change(put(path, value))).toMatchObject({ code: 'settingInvalid', params: { path: fault } })
  })

  it('of a symbol are checked with those of its class', async () => {
    const edit = (settings: OperatorServer) => {
      settings.lever.classes.metal.maximum = asLots('200')
      settings.lever.symbols = { ...settings.lever.symbols, XAUUSD: { minimum: asLots('150') } }
    }
    expect((await change(edit)).status).toBe(200)
  })

  it.each([
    ['turnover', 'much'],
    ['loans.terms', []],
    ['deposits.0.fee', '1'],
  ])('refuse %s as %j by the schema', async (path, value) => {
    expect((await change(put(path, value))).code).toBe('parameterError')
  })

  it('have versions with operator, reason and sections', async () => {
    await change(put('turnover', '90'))
    const { rows } = (await client.call('settings/versions', {}, { token })).data
    expect(rows[0]).toMatchObject({
      sections: ['turnover'],
      reason: 'for a test',
      operator: expect.stringMatching(/^manager_/),
    })
  })

  it('before and after are in the audit log', async () => {
    const auditor = await client.operator('auditor')
    await change(put('turnover', '95'))
    const { rows } = (await client.call('audit/list', { call: 'settings/set' }, { token: auditor.token })).data
    expect(rows[0]).toMatchObject({ before: '{"turnover":"100"}', after: '{"turnover":"95"}', result: 'ok' })
  })
})

describe('a market', () => {
  const set = (symbol: string | null, state: string) =>
    client.call('markets/set', { symbol, state, reason: 'for a test' }, { token })
  const stateFor = async (user: string) =>
    (await server.call('trade/access', { symbol: 'BTCUSDT', product: 'spot' }, { token: user })).data.state

  it('is closed, wound up and opened for users', async () => {
    const { token: user } = await server.person()
    const states = []
    for (const state of ['closed', 'closing', 'open']) {
      const { data } = await set('BTCUSDT', state)
      expect(data.rows.find(({ symbol }) => symbol === 'BTCUSDT')?.state).toBe(state)
      states.push(await stateFor(user))
    }
    expect(states).toEqual(['unavailable', 'closing', 'notActivated'])
  })

  it('is closed with trading as a whole', async () => {
    const { token: user } = await server.person()
    expect((await set(null, 'closed')).data.enabled).toBe(false)
    expect(await stateFor(user)).toBe('disabled')
    await set(null, 'open')
    expect(await stateFor(user)).toBe('notActivated')
  })

  it('that is unknown cannot be closed', async () => expect((await set('NOPE', 'closed')).code).toBe('marketNotFound'))

  it('trading as a whole has no winding up', async () => expect((await set(null, 'closing')).code).toBe('stateInvalid'))
})
