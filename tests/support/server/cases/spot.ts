import { expect } from 'vitest'
import type { ErrorCode } from '../../../../src/generated/errors.ts'
import { withoutHold } from '../flows/holds.ts'
import { refusedName } from '../flows/identity.ts'
import { away, btc, cancel, trade } from '../flows/spot.ts'
import { trader, untilShut, withSettings } from '../flows/trading.ts'
import { certify, setUserFields } from '../flows/withdrawals.ts'
import type { Person, TestServer } from '../testServer.ts'
import type { Cases } from './types.ts'

const quoted = (server: TestServer, { token }: Person, more: Record<string, unknown> = {}) =>
  server.call('coin/quote', { symbol: 'BTCUSDT', side: 'buy', kind: 'market', quantity: '0.001', ...more }, { token })

async function locked(server: TestServer, person: Person): Promise<Person> {
  await server.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', person.account).execute()
  return person
}

async function frozen(server: TestServer, person: Person): Promise<Person> {
  await setUserFields(server, person, { frozen: 1 })
  return person
}

/** Refusals common to quote and order. */
const broken = (server: TestServer) =>
  ({
    pairNotFound: { symbol: 'NOPE' },
    parameterError: { kind: 'limit', price: '0' },
    quantityNotPositive: { quantity: '0' },
    quantityNotMultiple: { quantity: '0.000015' },
    quantityBelowMinimum: { symbol: 'XRPUSDT', price: '2', quantity: '0.1' },
    quantityAboveMaximum: { quantity: '100.00001' },
    orderBelowMinimum: { quantity: '0.00001' },
    orderAboveMaximum: { quantity: '100' },
    limitBelowPrice: { side: 'sell', kind: 'limit', price: away(btc(server).bid, -1) },
  }) satisfies Partial<Record<ErrorCode, Record<string, unknown>>>

type Rule = keyof ReturnType<typeof broken>
const RULES: readonly Rule[] = [
  'pairNotFound',
  'parameterError',
  'quantityNotPositive',
  'quantityNotMultiple',
  'quantityBelowMinimum',
  'quantityAboveMaximum',
  'orderBelowMinimum',
  'orderAboveMaximum',
  'limitBelowPrice',
]

function breaking<Result>(
  send: (server: TestServer, person: Person, more: Record<string, unknown>) => Promise<Result>,
): Record<Rule, (server: TestServer) => Promise<Result>> {
  const one = (rule: Rule) => async (server: TestServer) => {
    const person = await trader(server)
    const settings =
      rule === 'quantityBelowMinimum' ? ({ symbols: { XRPUSDT: { step: '0.1', minimum: '5' } } } as const) : {}
    return await withSettings(server, 'spot', settings, () => send(server, person, broken(server)[rule]))
  }
  return Object.fromEntries(RULES.map((rule) => [rule, one(rule)])) as Record<
    Rule,
    (server: TestServer) => Promise<Result>
  >
}

const limit = (server: TestServer, percent = -5) => ({ kind: 'limit', price: away(btc(server).ask, percent) }) as const

async function bought(server: TestServer): Promise<Person> {
  const person = await trader(server)
  await trade(server, person, { quantity: '0.002' })
  return person
}

const during = (settings: Parameters<typeof withSettings<'trading', unknown>>[2]) => async (server: TestServer) => {
  const person = await trader(server)
  return await withSettings(server, 'trading', settings, () => trade(server, person))
}

export const cases: Cases = {
  'coin/trade': {
    ok: async (server) => trade(server, await trader(server)),
    inspect: (data) =>
      expect(data).toMatchObject({
        symbol: 'BTCUSDT',
        side: 'buy',
        kind: 'market',
        quantity: '0.001',
        receive: '0.000999',
        receiveCurrency: 'BTC',
        fee: '0.000001',
        held: '0',
        status: 1,
        profit: null,
      }),
    errors: {
      ...breaking((server, person, more) => trade(server, person, more)),
      quoteExpired: async (server) => trade(server, await trader(server), { terms: 'others' }),
      priceChanged: async (server) => trade(server, await trader(server), { price: away(btc(server).ask, -1) }),
      insufficientBalance: async (server) => trade(server, await trader(server), { quantity: '0.02' }),
      insufficientCoins: async (server) => trade(server, await bought(server), { side: 'sell', quantity: '0.002' }),
      async frozenFundsAbnormal(server) {
        const person = await bought(server)
        await trade(server, person, { side: 'sell', ...limit(server, 5), quantity: '0.0015' })
        return await trade(server, person, { side: 'sell', quantity: '0.001' })
      },
      async ordersFull(server) {
        const person = await trader(server)
        await trade(server, person, limit(server))
        return await withSettings(server, 'spot', { openMost: 1 }, () => trade(server, person, limit(server)))
      },
      async tradingNotActivated(server) {
        const person = await server.person()
        await certify(server, person)
        return await trade(server, person)
      },
      marketClosed: async (server) => {
        const person = await trader(server, ['EURUSD'])
        await untilShut(server, 'EURUSD')
        return await trade(server, person, { symbol: 'EURUSD', price: '1', quantity: '100' })
      },
      tradingClosing: during({ closing: ['BTCUSDT'] }),
      featureUnavailable: during({ disabled: ['BTCUSDT'] }),
      featureNotEnabled: during({ enabled: false }),
      realNameRequired: async (server) => trade(server, await server.person()),
      async realNameFailed(server) {
        const person = await server.person()
        await refusedName(server, person)
        return await trade(server, person)
      },
      statusAbnormal: async (server) => trade(server, await trader(server), { mode: 'demo' }),
      accountFrozen: async (server) => trade(server, await frozen(server, await trader(server))),
      userLocked: async (server) => trade(server, await locked(server, await trader(server))),
    },
  },
  'coin/quote': {
    ok: async (server) => quoted(server, await server.person()),
    inspect: (data) =>
      expect(data).toMatchObject({
        side: 'buy',
        receive: '0.000999',
        receiveCurrency: 'BTC',
        payCurrency: 'USDT',
        fee: '0.000001',
        tolerance: '0.5',
        lasts: 30,
      }),
    errors: breaking((server, person, more) => quoted(server, person, more)),
  },
  'coin/info': {
    ok: async (server) =>
      server.call('coin/info', { mode: 'real', symbol: 'BTCUSDT' }, { token: (await server.person()).token }),
    inspect: (data) =>
      expect(data).toMatchObject({
        base: 'BTC',
        currency: 'USDT',
        precision: 2,
        priceStep: '0.01',
        step: '0.00001',
        minimum: '0.00001',
        maximum: '100',
        minimumAmount: '5',
        fee: '0.1',
        available: '1000',
        frozen: '0',
        coins: '0',
        coinsFrozen: '0',
      }),
    errors: {
      pairNotFound: async (server) =>
        server.call('coin/info', { mode: 'real', symbol: 'NOPE' }, { token: (await server.person()).token }),
    },
  },
  'coin/list': {
    async ok(server) {
      const person = await bought(server)
      await trade(server, person, limit(server))
      return await server.call('coin/list', { symbol: 'BTCUSDT', state: 'open' }, { token: person.token })
    },
    inspect: ({ rows, next }) =>
      expect([rows.map(({ kind, status }) => [kind, status]), next]).toEqual([[['limit', 0]], null]),
    errors: {},
  },
  'coin/detail': {
    async ok(server) {
      const person = await trader(server)
      return await server.call('coin/detail', { id: (await trade(server, person)).data.id }, { token: person.token })
    },
    inspect: (data) => expect(data.status).toBe(1),
    errors: {
      async tradeRecordNotFound(server) {
        const { id } = (await trade(server, await trader(server))).data
        return await server.call('coin/detail', { id }, { token: (await server.person()).token })
      },
    },
  },
  'coin/cancel': {
    async ok(server) {
      const person = await trader(server)
      return await cancel(server, person, (await trade(server, person, limit(server))).data.id)
    },
    inspect: (data) => expect(data).toMatchObject({ status: 2, held: '0', dealPrice: null }),
    errors: {
      async tradeRecordNotFound(server) {
        const { id } = (await trade(server, await trader(server), limit(server))).data
        return await cancel(server, await trader(server), id)
      },
      async orderCannotBeCancelled(server) {
        const person = await trader(server)
        return await cancel(server, person, (await trade(server, person)).data.id)
      },
      async cancelFailed(server) {
        const person = await trader(server)
        const { id, price } = (await trade(server, person, limit(server))).data
        const before = BigInt(server.clock.nowMs() - 7 * 24 * 3_600_000)
        await server.context.db
          .updateTable('spot_orders')
          .set({ checked_ms: before, price: away(price, 20) })
          .where('id', '=', id)
          .execute()
        return await cancel(server, person, id)
      },
      async frozenBalanceZero(server) {
        const person = await trader(server)
        const { id } = (await trade(server, person, limit(server))).data
        return await withoutHold(server, 'spot_orders', id, () => cancel(server, person, id))
      },
      async statusAbnormal(server) {
        const person = await trader(server)
        return await cancel(server, person, (await trade(server, person, limit(server))).data.id, { mode: 'demo' })
      },
      async accountFrozen(server) {
        const person = await trader(server)
        const { id } = (await trade(server, person, limit(server))).data
        return await cancel(server, await frozen(server, person), id)
      },
      async userLocked(server) {
        const person = await trader(server)
        const { id } = (await trade(server, person, limit(server))).data
        return await cancel(server, await locked(server, person), id)
      },
    },
  },
}
