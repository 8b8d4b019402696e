import { expect } from 'vitest'
import type { ErrorCode } from '../../generated/errors.ts'
import type { OperatorServer } from '../../generated/operator.ts'
import { refusedName } from '../testing/identity.ts'
import { as } from '../testing/security.ts'
import { activate, askSeconds, beforeClose, buySeconds, CRYPTO, FOREX, FUNDS, funded, secondsOrder, secondsTrader, sendSeconds, whileOpen } from '../testing/seconds.ts'
import { configured } from '../testing/trading.ts'
import { mark } from '../testing/withdrawals.ts'
import type { Person, Reply, World } from '../testing/testServer.ts'
import type { Cases } from './types.ts'

type Send = (world: World, who: Person, more?: Record<string, unknown>) => Promise<Reply<'microtrade/submit' | 'microtrade/whsubmit' | 'microtrade/quote'>>
type Errors = Partial<Record<ErrorCode, (world: World) => Promise<never>>>

/** The refusals of the terms and of the gate, which a quote and an order have in common. */
function refusals(symbol: string, send: Send): Errors {
  const asked = (more: Record<string, unknown>) => async (world: World) => send(world, await trader(world), more)
  const trader = async (world: World) => {
    await whileOpen(world, symbol)
    return await secondsTrader(world, symbol)
  }
  const under = (settings: Partial<OperatorServer['trading']>) => async (world: World) => {
    const who = await trader(world)
    return await configured(world, 'trading', settings, () => send(world, who))
  }
  const known = {
    configurationMissing: asked({ term: '61' }),
    wrongCurrencyType: asked({ currency: 'BTC' }),
    amountError: asked({ stake: '10.000000001' }),
    orderBelowMinimum: asked({ stake: '4.99' }),
    orderAboveMaximum: asked({ stake: '2000.01' }),
    pairNotFound: asked({ symbol: 'NOPENOPE' }),
    featureUnavailable: under({ disabled: [symbol] }),
    featureNotEnabled: under({ enabled: false }),
    tradingClosing: under({ closing: [symbol] }),
    async tradingNotActivated(world: World) {
      await whileOpen(world, symbol)
      return await send(world, await funded(world))
    },
    async realNameRequired(world: World) {
      const who = await trader(world)
      await mark(world, who, { identity: 0 })
      return await send(world, who)
    },
    async realNameFailed(world: World) {
      const who = await trader(world)
      await mark(world, who, { identity: 0 })
      await refusedName(world, who)
      await whileOpen(world, symbol)
      return await send(world, who)
    },
  }
  return known as unknown as Errors
}

/** Those of markets that close. */
function hours(symbol: string, send: Send): Errors {
  const known = {
    async marketClosed(world: World) {
      await whileOpen(world, symbol)
      const who = await secondsTrader(world, symbol)
      await beforeClose(world, 0, symbol)
      return await send(world, who)
    },
    async expiryAfterClose(world: World) {
      await beforeClose(world, 60, symbol)
      return await send(world, await secondsTrader(world, symbol))
    },
  }
  return known as unknown as Errors
}

/** What only an order can be refused with. */
function money(symbol: string, other: string): Errors {
  const send: Send = (world, who, more) => sendSeconds(world, who, symbol, more)
  const trader = async (world: World) => {
    await whileOpen(world, symbol)
    return await secondsTrader(world, symbol)
  }
  const known = {
    async typeError(world: World) {
      const who = await trader(world)
      return await world.call(symbol === CRYPTO ? 'microtrade/submit' : 'microtrade/whsubmit', secondsOrder(world, other), { ...as(who), headers: { 'idempotency-key': `type-${symbol}` } })
    },
    async priceChanged(world: World) {
      const who = await trader(world)
      const { last = '1' } = world.context.market.tickAt(symbol, world.clock.nowMs()) ?? {}
      return await send(world, who, { price: (Number(last) * 1.0011).toFixed(6) })
    },
    amountError: async (world: World) => send(world, await trader(world), { profit: '70.01' }),
    async feeDeductionFailed(world: World) {
      const who = await trader(world)
      const term = { seconds: 60, long: '70', short: '70', fee: '0.5', minimum: '5', maximum: '2000' } as const
      return await configured(world, 'seconds', { symbols: { [symbol]: [term] } }, () => send(world, who, { stake: FUNDS, fee: '2.5', profit: '350' }))
    },
    insufficientAccountBalance: async (world: World) => send(world, await trader(world), { stake: '500.01', ...(symbol === CRYPTO ? { fee: '2.50005' } : {}), profit: '350.007' }),
    async statusAbnormal(world: World) {
      const who = await trader(world)
      await mark(world, who, { mode: 'demo' })
      return await send(world, who)
    },
    async accountFrozen(world: World) {
      const who = await trader(world)
      await mark(world, who, { frozen: 1 })
      return await send(world, who)
    },
    async userLocked(world: World) {
      const who = await trader(world)
      await world.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', who.account).execute()
      return await send(world, who)
    },
  }
  return known as unknown as Errors
}

async function bought(world: World, symbol: string): Promise<Person> {
  await whileOpen(world, symbol)
  const who = await secondsTrader(world, symbol)
  await buySeconds(world, who, symbol)
  return who
}

const sendCrypto: Send = (world, who, more) => sendSeconds(world, who, CRYPTO, more, 'microtrade/submit')
const sendForex: Send = (world, who, more) => sendSeconds(world, who, FOREX, more, 'microtrade/whsubmit')

export const cases: Cases = {
  'microtrade/seconds': {
    ok: (world) => world.call('microtrade/seconds', { symbol: CRYPTO }),
    look: ({ rows, tie }) => expect([tie, rows[1]]).toEqual(['returned', { id: '60', seconds: 60, long: '70', short: '70', fee: '0.5', currency: 'USDT', minimum: '5', maximum: '2000', offered: true }]),
    errors: { pairNotFound: (world) => world.call('microtrade/seconds', { symbol: 'NOPENOPE' }) },
  },
  'microtrade/payable_currencies': {
    ok: async (world) => world.call('microtrade/payable_currencies', { symbol: CRYPTO }, as(await funded(world))),
    look: ({ rows }) => expect(rows).toEqual([{ currency: 'USDT', balance: FUNDS, available: FUNDS, minimum: '5', maximum: '20000', step: '0.00000001' }]),
    errors: { pairNotFound: async (world) => world.call('microtrade/payable_currencies', { symbol: 'NOPENOPE' }, as(await world.person())) },
  },
  'microtrade/quote': {
    ok: async (world) => askSeconds(world, await secondsTrader(world)),
    look: (data) => expect(data).toMatchObject({ stake: '100', fee: '0.5', rate: '70', profit: '70', payout: '170', seconds: 60, base: 'BTC', quote: 'USDT', tie: 'returned' }),
    errors: {
      ...refusals(CRYPTO, (world, who, more) => askSeconds(world, who, CRYPTO, more)),
      ...hours(FOREX, (world, who, more) => askSeconds(world, who, FOREX, more)),
    },
  },
  'microtrade/submit': {
    ok: async (world) => buySeconds(world, await secondsTrader(world)),
    look: (data) => expect(data).toMatchObject({ class: 'crypto', side: 'long', status: 0, stake: '100', fee: '0.5', payout: '170', result: null, exitPrice: null, left: 60, leftMs: 60_000 }),
    errors: { ...refusals(CRYPTO, sendCrypto), ...money(CRYPTO, FOREX) },
  },
  'microtrade/whsubmit': {
    async ok(world) {
      await whileOpen(world)
      return await buySeconds(world, await secondsTrader(world, FOREX), FOREX, { side: 'short' })
    },
    look: (data) => expect(data).toMatchObject({ class: 'forex', side: 'short', status: 0, stake: '100', fee: '0', payout: '170' }),
    errors: { ...refusals(FOREX, sendForex), ...hours(FOREX, sendForex), ...money(FOREX, CRYPTO) },
  },
  'microtrade/lists': {
    ok: async (world) => world.call('microtrade/lists', { state: 'running', symbol: CRYPTO, side: 'long' }, as(await bought(world, CRYPTO))),
    look: ({ rows, next }) => expect([rows.map(({ symbol, status }) => [symbol, status]), next]).toEqual([[[CRYPTO, 0]], null]),
    errors: {},
  },
  'microtrade/whlists': {
    async ok(world) {
      const who = await bought(world, FOREX)
      await activate(world, who, CRYPTO)
      await buySeconds(world, who, CRYPTO)
      return await world.call('microtrade/whlists', {}, as(who))
    },
    look: ({ rows }) => expect(rows.map(({ symbol }) => symbol)).toEqual([FOREX]),
    errors: {},
  },
  'microtrade/order': {
    async ok(world) {
      const who = await secondsTrader(world)
      const { data } = await buySeconds(world, who)
      return await world.call('microtrade/order', { id: data.id }, as(who))
    },
    look: (data) => expect(data).toMatchObject({ status: 0, stake: '100' }),
    errors: {
      async dataNotFound(world) {
        const { data } = await buySeconds(world, await secondsTrader(world))
        return await world.call('microtrade/order', { id: data.id }, as(await world.person()))
      },
    },
  },
}
