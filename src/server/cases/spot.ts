import { expect } from 'vitest'
import type { ErrorCode } from '../../generated/errors.ts'
import { unheld } from '../testing/holds.ts'
import { refusedName } from '../testing/identity.ts'
import { away, btc, cancel, trade } from '../testing/spot.ts'
import { configured, trader } from '../testing/trading.ts'
import { mark } from '../testing/withdrawals.ts'
import type { Person, World } from '../testing/testServer.ts'
import type { Cases } from './types.ts'

const quoted = (world: World, { token }: Person, more: Record<string, unknown> = {}) =>
  world.call('coin/quote', { symbol: 'BTCUSDT', side: 'buy', kind: 'market', quantity: '0.001', ...more }, { token })

async function locked(world: World, person: Person): Promise<Person> {
  await world.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', person.account).execute()
  return person
}

async function frozen(world: World, person: Person): Promise<Person> {
  await mark(world, person, { frozen: 1 })
  return person
}

/** What breaks a rule of the order itself, whether it is asked about or sent. */
const broken = (world: World) =>
  ({
    pairNotFound: { symbol: 'EURUSD' },
    parameterError: { kind: 'limit', price: '0' },
    quantityNotPositive: { quantity: '0' },
    quantityNotMultiple: { quantity: '0.000015' },
    quantityBelowMinimum: { symbol: 'XRPUSDT', price: '2', quantity: '0.1' },
    quantityAboveMaximum: { quantity: '100.00001' },
    orderBelowMinimum: { quantity: '0.00001' },
    orderAboveMaximum: { quantity: '100' },
    limitBelowPrice: { side: 'sell', kind: 'limit', price: away(btc(world).bid, -1) },
  }) satisfies Partial<Record<ErrorCode, Record<string, unknown>>>

type Rule = keyof ReturnType<typeof broken>
const RULES: readonly Rule[] = [
  'pairNotFound', 'parameterError', 'quantityNotPositive', 'quantityNotMultiple', 'quantityBelowMinimum', 'quantityAboveMaximum', 'orderBelowMinimum', 'orderAboveMaximum', 'limitBelowPrice',
]

function breaking<Result>(send: (world: World, person: Person, more: Record<string, unknown>) => Promise<Result>): Record<Rule, (world: World) => Promise<Result>> {
  const one = (rule: Rule) => async (world: World) => {
    const person = await trader(world)
    const room = rule === 'quantityBelowMinimum' ? ({ symbols: { XRPUSDT: { step: '0.1', minimum: '5' } } } as const) : {}
    return await configured(world, 'spot', room, () => send(world, person, broken(world)[rule]))
  }
  return Object.fromEntries(RULES.map((rule) => [rule, one(rule)])) as Record<Rule, (world: World) => Promise<Result>>
}

const limit = (world: World, percent = -5) => ({ kind: 'limit', price: away(btc(world).ask, percent) }) as const

async function bought(world: World): Promise<Person> {
  const person = await trader(world)
  await trade(world, person, { quantity: '0.002' })
  return person
}

const during = (settings: Parameters<typeof configured<'trading', unknown>>[2]) => async (world: World) => {
  const person = await trader(world)
  return await configured(world, 'trading', settings, () => trade(world, person))
}

export const cases: Cases = {
  'coin/trade': {
    ok: async (world) => trade(world, await trader(world)),
    look: (data) => expect(data).toMatchObject({ symbol: 'BTCUSDT', side: 'buy', kind: 'market', quantity: '0.001', receive: '0.000999', receiveCurrency: 'BTC', fee: '0.000001', held: '0', status: 1, profit: null }),
    errors: {
      ...breaking((world, person, more) => trade(world, person, more)),
      priceChanged: async (world) => trade(world, await trader(world), { price: away(btc(world).ask, -1) }),
      insufficientBalance: async (world) => trade(world, await trader(world), { quantity: '0.02' }),
      insufficientCoins: async (world) => trade(world, await bought(world), { side: 'sell', quantity: '0.002' }),
      async frozenFundsAbnormal(world) {
        const person = await bought(world)
        await trade(world, person, { side: 'sell', ...limit(world, 5), quantity: '0.0015' })
        return await trade(world, person, { side: 'sell', quantity: '0.001' })
      },
      async ordersFull(world) {
        const person = await trader(world)
        await trade(world, person, limit(world))
        return await configured(world, 'spot', { openMost: 1 }, () => trade(world, person, limit(world)))
      },
      tradingNotActivated: during({ activation: ['spot'] }),
      tradingClosing: during({ closing: ['BTCUSDT'] }),
      featureUnavailable: during({ disabled: ['BTCUSDT'] }),
      featureNotEnabled: during({ enabled: false }),
      realNameRequired: async (world) => trade(world, await world.person()),
      async realNameFailed(world) {
        const person = await world.person()
        await refusedName(world, person)
        return await trade(world, person)
      },
      statusAbnormal: async (world) => trade(world, await trader(world), { mode: 'demo' }),
      accountFrozen: async (world) => trade(world, await frozen(world, await trader(world))),
      userLocked: async (world) => trade(world, await locked(world, await trader(world))),
    },
  },
  'coin/quote': {
    ok: async (world) => quoted(world, await world.person()),
    look: (data) => expect(data).toMatchObject({ side: 'buy', receive: '0.000999', receiveCurrency: 'BTC', payCurrency: 'USDT', fee: '0.000001', tolerance: '0.5', lasts: 30 }),
    errors: breaking((world, person, more) => quoted(world, person, more)),
  },
  'coin/info': {
    ok: async (world) => world.call('coin/info', { mode: 'real', symbol: 'BTCUSDT' }, { token: (await world.person()).token }),
    look: (data) =>
      expect(data).toMatchObject({
        base: 'BTC', currency: 'USDT', precision: 2, priceStep: '0.01', step: '0.00001', minimum: '0.00001', maximum: '100', minimumAmount: '5', fee: '0.1', available: '1000', frozen: '0', coins: '0', coinsFrozen: '0',
      }),
    errors: { pairNotFound: async (world) => world.call('coin/info', { mode: 'real', symbol: 'XAUUSD' }, { token: (await world.person()).token }) },
  },
  'coin/list': {
    async ok(world) {
      const person = await bought(world)
      await trade(world, person, limit(world))
      return await world.call('coin/list', { symbol: 'BTCUSDT', state: 'open' }, { token: person.token })
    },
    look: ({ rows, next }) => expect([rows.map(({ kind, status }) => [kind, status]), next]).toEqual([[['limit', 0]], null]),
    errors: {},
  },
  'coin/detail': {
    async ok(world) {
      const person = await trader(world)
      return await world.call('coin/detail', { id: (await trade(world, person)).data.id }, { token: person.token })
    },
    look: (data) => expect(data.status).toBe(1),
    errors: {
      async tradeRecordNotFound(world) {
        const { id } = (await trade(world, await trader(world))).data
        return await world.call('coin/detail', { id }, { token: (await world.person()).token })
      },
    },
  },
  'coin/cancel': {
    async ok(world) {
      const person = await trader(world)
      return await cancel(world, person, (await trade(world, person, limit(world))).data.id)
    },
    look: (data) => expect(data).toMatchObject({ status: 2, held: '0', dealPrice: null }),
    errors: {
      async tradeRecordNotFound(world) {
        const { id } = (await trade(world, await trader(world), limit(world))).data
        return await cancel(world, await trader(world), id)
      },
      async orderCannotBeCancelled(world) {
        const person = await trader(world)
        return await cancel(world, person, (await trade(world, person)).data.id)
      },
      async cancelFailed(world) {
        const person = await trader(world)
        const { id, price } = (await trade(world, person, limit(world))).data
        const before = BigInt(world.clock.nowMs() - 7 * 24 * 3_600_000)
        await world.context.db.updateTable('spot_orders').set({ checked_ms: before, price: away(price, 20) }).where('id', '=', id).execute()
        return await cancel(world, person, id)
      },
      async frozenBalanceZero(world) {
        const person = await trader(world)
        const { id } = (await trade(world, person, limit(world))).data
        return await unheld(world, 'spot_orders', id, () => cancel(world, person, id))
      },
      async statusAbnormal(world) {
        const person = await trader(world)
        return await cancel(world, person, (await trade(world, person, limit(world))).data.id, { mode: 'demo' })
      },
      async accountFrozen(world) {
        const person = await trader(world)
        const { id } = (await trade(world, person, limit(world))).data
        return await cancel(world, await frozen(world, person), id)
      },
      async userLocked(world) {
        const person = await trader(world)
        const { id } = (await trade(world, person, limit(world))).data
        return await cancel(world, await locked(world, person), id)
      },
    },
  },
}
