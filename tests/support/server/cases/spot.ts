import { expect } from 'vitest'
import { asPrice } from '../../../../src/engine/language/values/decimal.ts'
import { minor } from '../../../../src/server/kit/ledger/index.ts'
import type { ErrorCode } from '../../../../src/generated/errors.ts'
import { withoutHold } from '../flows/holds.ts'
import { refusedName } from '../flows/identity.ts'
import { amend, away, btc, cancel, cancelAll, stopLoss, trade } from '../flows/spot.ts'
import { trader, untilOpen, untilShut, withSettings } from '../flows/trading.ts'
import { certify, setUserFields } from '../flows/withdrawals.ts'
import type { Person, TestServer } from '../testServer.ts'
import type { Cases } from '../caseTypes.ts'

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
    limitBelowTrigger: { ...stopLoss(server), kind: 'stopLimit', price: away(btc(server).bid, -6) },
    triggerReached: { ...stopLoss(server), trigger: btc(server).bid },
    stopOnWrongSide: { ...stopLoss(server, 5), kind: 'oco', price: away(btc(server).bid, 6) },
    filledAtOnce: { kind: 'limit', timeInForce: 'postOnly', price: away(btc(server).ask, 1) },
    notFilledAtOnce: { kind: 'limit', timeInForce: 'ioc', price: away(btc(server).ask, -1) },
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
  'limitBelowTrigger',
  'triggerReached',
  'stopOnWrongSide',
  'filledAtOnce',
  'notFilledAtOnce',
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

const placed = async (server: TestServer, person: Person, more: Parameters<typeof trade>[2] = limit(server)) =>
  (await trade(server, person, more)).data

/** Changes an open order after something has happened to its owner. */
const amended =
  (
    more: (server: TestServer) => Record<string, unknown>,
    first?: (server: TestServer) => Parameters<typeof trade>[2],
  ) =>
  async (server: TestServer) => {
    const person = await trader(server)
    if (first) await trade(server, person, { quantity: '0.003' })
    return await amend(server, person, await placed(server, person, first?.(server)), more(server))
  }

const amendedWhile =
  (settings: Parameters<typeof withSettings<'trading', unknown>>[2]) => async (server: TestServer) => {
    const person = await trader(server)
    const order = await placed(server, person)
    return await withSettings(server, 'trading', settings, () => amend(server, person, order))
  }

const sellLimit = (server: TestServer, quantity: `${number}` = '0.001') =>
  ({ side: 'sell', ...limit(server, 5), quantity }) as const

export const cases: Cases = {
  'coin/amend': {
    ok: amended((server) => ({ quantity: '0.002', price: limit(server, -6).price })),
    inspect: (data) => expect(data).toMatchObject({ kind: 'limit', quantity: '0.002', status: 0 }),
    errors: {
      async tradeRecordNotFound(server) {
        const order = await placed(server, await trader(server))
        return await amend(server, await trader(server), order)
      },
      async orderCannotBeChanged(server) {
        const person = await trader(server)
        const order = await placed(server, person)
        await cancel(server, person, order.id)
        return await amend(server, person, order)
      },
      parameterError: amended(() => ({ price: '0' })),
      quantityNotPositive: amended(() => ({ quantity: '0' })),
      quantityNotMultiple: amended(() => ({ quantity: '0.000015' })),
      quantityBelowMinimum: async (server) => {
        const person = await trader(server)
        const order = await placed(server, person)
        const rules = { symbols: { BTCUSDT: { step: '0.00001', minimum: '0.001' } } } as const
        return await withSettings(server, 'spot', rules, () => amend(server, person, order, { quantity: '0.0005' }))
      },
      quantityAboveMaximum: amended(() => ({ quantity: '100.00001' })),
      orderBelowMinimum: amended(() => ({ quantity: '0.00001' })),
      orderAboveMaximum: amended(() => ({ quantity: '100' })),
      limitBelowPrice: amended(
        (server) => ({ price: away(btc(server).bid, -1) }),
        (server) => sellLimit(server),
      ),
      limitBelowTrigger: amended(
        (server) => ({ price: away(btc(server).bid, -6) }),
        (server) => ({ ...stopLoss(server), kind: 'stopLimit', price: away(btc(server).bid, -5) }),
      ),
      triggerReached: amended((server) => ({ trigger: btc(server).bid }), stopLoss),
      stopOnWrongSide: amended(
        (server) => ({ trigger: away(btc(server).bid, 1) }),
        (server) => ({ ...stopLoss(server), kind: 'oco', price: away(btc(server).bid, 5) }),
      ),
      filledAtOnce: amended((server) => ({ price: away(btc(server).ask, 1) })),
      insufficientBalance: amended(() => ({ quantity: '0.02' })),
      insufficientCoins: amended(
        () => ({ quantity: '0.004' }),
        (server) => sellLimit(server),
      ),
      async frozenFundsAbnormal(server) {
        const person = await trader(server)
        await trade(server, person, { quantity: '0.003' })
        const order = await placed(server, person, sellLimit(server))
        await placed(server, person, sellLimit(server))
        return await amend(server, person, order, { quantity: '0.0025' })
      },
      async frozenBalanceZero(server) {
        const person = await trader(server)
        const order = await placed(server, person)
        return await withoutHold(server, 'spot_orders', order.id, () => amend(server, person, order))
      },
      async tradingNotActivated(server) {
        const person = await trader(server)
        const order = await placed(server, person)
        const { id } = (await server.call('user/info', {}, { token: person.token })).data
        await server.context.db.deleteFrom('trade_activations').where('user_id', '=', id).execute()
        return await amend(server, person, order)
      },
      async marketClosed(server) {
        const person = await trader(server, ['EURUSD'])
        await untilOpen(server, 'EURUSD')
        const { id } = (await server.call('user/info', {}, { token: person.token })).data
        const to = { owner: id, kind: 'coin' } as const
        await server.context.ledger.post({
          mode: 'real',
          reason: 'test',
          entries: [{ from: 'opening', to, currency: 'USD', amount: minor('100', 'USD') }],
        })
        const price = asPrice('0.5')
        const order = await placed(server, person, { symbol: 'EURUSD', kind: 'limit', price, quantity: '20' })
        await untilShut(server, 'EURUSD')
        return await amend(server, person, order)
      },
      tradingClosing: amendedWhile({ closing: ['BTCUSDT'] }),
      featureUnavailable: amendedWhile({ disabled: ['BTCUSDT'] }),
      featureNotEnabled: amendedWhile({ enabled: false }),
      async realNameRequired(server) {
        const person = await trader(server)
        const order = await placed(server, person)
        await setUserFields(server, person, { identity: 0 })
        return await amend(server, person, order)
      },
      async realNameFailed(server) {
        const person = await trader(server)
        const order = await placed(server, person)
        await setUserFields(server, person, { identity: 0 })
        await refusedName(server, person)
        return await amend(server, person, order)
      },
      statusAbnormal: amended(() => ({ mode: 'demo' })),
      async accountFrozen(server) {
        const person = await trader(server)
        const order = await placed(server, person)
        return await amend(server, await frozen(server, person), order)
      },
      async userLocked(server) {
        const person = await trader(server)
        const order = await placed(server, person)
        return await amend(server, await locked(server, person), order)
      },
    },
  },
  'coin/cancel_all': {
    async ok(server) {
      const person = await trader(server)
      const first = await placed(server, person)
      const ended = await placed(server, person)
      await cancel(server, person, ended.id)
      return await cancelAll(server, person, [first.id, ended.id])
    },
    inspect: (data) => expect(data).toEqual({ cancelled: 1, left: 1 }),
    errors: {
      async tradeRecordNotFound(server) {
        const { id } = await placed(server, await trader(server))
        return await cancelAll(server, await trader(server), [id])
      },
      async cancelFailed(server) {
        const person = await trader(server)
        return await cancelAll(server, person, [(await placed(server, person, {})).id])
      },
      async frozenBalanceZero(server) {
        const person = await trader(server)
        const { id } = await placed(server, person)
        return await withoutHold(server, 'spot_orders', id, () => cancelAll(server, person, [id]))
      },
      async statusAbnormal(server) {
        const person = await trader(server)
        return await cancelAll(server, person, [(await placed(server, person)).id], { mode: 'demo' })
      },
      async accountFrozen(server) {
        const person = await trader(server)
        const { id } = await placed(server, person)
        return await cancelAll(server, await frozen(server, person), [id])
      },
      async userLocked(server) {
        const person = await trader(server)
        const { id } = await placed(server, person)
        return await cancelAll(server, await locked(server, person), [id])
      },
    },
  },
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
