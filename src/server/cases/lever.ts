import { expect } from 'vitest'
import type { CallId } from '../../generated/calls.ts'
import type { ErrorCode } from '../../generated/errors.ts'
import { unheld } from '../testing/holds.ts'
import { away, bidAsk, cancel, cancelAll, close, dealall, frozen, leave, locked, met, metOrder, opened, setstop, submit, SYMBOL, trader, untilClosed, waiting, whsubmit } from '../testing/lever.ts'
import { refusedName } from '../testing/identity.ts'
import { configured, untilOpen } from '../testing/trading.ts'
import { mark } from '../testing/withdrawals.ts'
import type { Person, Reply, World } from '../testing/testServer.ts'
import type { Cases } from './types.ts'

type Errors<C extends CallId> = Partial<Record<ErrorCode, (world: World) => Promise<Reply<C>>>>

/** Refusals of an order, in either variant. */
function submitErrors<C extends 'lever/submit' | 'lever/whsubmit'>(symbol: string, other: string, send: (world: World, person: Person, more?: Record<string, unknown>) => Promise<Reply<C>>): Errors<C> {
  const ask = async (world: World, more: Record<string, unknown>) => send(world, await trader(world, [symbol]), more)
  const withTrading = (settings: object) => async (world: World) => {
    const person = await trader(world, [symbol])
    return await configured(world, 'trading', settings, () => send(world, person))
  }
  return {
    pairNotFound: async (world) => send(world, await trader(world, [symbol]), { symbol: 'NOPE', price: '1' }),
    featureNotEnabled: withTrading({ enabled: false }),
    featureUnavailable: withTrading({ disabled: [symbol] }),
    tradingClosing: withTrading({ closing: [symbol] }),
    async tradingNotActivated(world) {
      const person = await trader(world, [symbol])
      await world.context.db.deleteFrom('trade_activations').where('symbol', '=', symbol).execute()
      return await send(world, person)
    },
    typeError: async (world) => send(world, await trader(world, [symbol]), { symbol: other }),
    async realNameRequired(world) {
      const person = await trader(world, [symbol])
      await mark(world, person, { identity: 0 })
      return await send(world, person)
    },
    async realNameFailed(world) {
      const person = await trader(world, [symbol])
      await mark(world, person, { identity: 0 })
      await refusedName(world, person)
      await untilOpen(world, symbol)
      return await send(world, person)
    },
    quantityNotPositive: (world) => ask(world, { lots: '0' }),
    quantityNotMultiple: (world) => ask(world, { lots: '0.015' }),
    quantityBelowMinimum: async (world) => {
      const person = await trader(world, [symbol])
      return await configured(world, 'lever', { symbols: { [symbol]: { minimum: '0.05' } } }, () => send(world, person))
    },
    quantityAboveMaximum: (world) => ask(world, { lots: '1000' }),
    parameterError: (world) => ask(world, { leverage: 7 }),
    limitPriceWrong: async (world) => ask(world, { kind: 'limit', price: '9999999' }),
    priceChanged: async (world) => ask(world, { price: '1' }),
    takeProfitWrong: (world) => ask(world, { takeProfit: '1' }),
    stopLossWrong: (world) => ask(world, { stopLoss: '0' }),
    insufficientAccountBalance: (world) => ask(world, { lots: '20' }),
    async feeDeductionFailed(world) {
      const person = await trader(world, [symbol])
      const { price, margin } = (await send(world, person, { kind: 'limit', price: away(bidAsk(world, symbol).bid, -100) })).data
      await cancelAll(world, person)
      // As much as the margin of such an order, and nothing for its fee.
      await leave(world, person, margin)
      return await send(world, person, { kind: 'limit', price })
    },
    statusAbnormal: (world) => ask(world, { mode: 'demo' }),
    accountFrozen: async (world) => send(world, await frozen(world, await trader(world, [symbol]))),
    userLocked: async (world) => send(world, await locked(world, await trader(world, [symbol]))),
  } satisfies Errors<C>
}

/** Refusals of a closing, in either variant. */
function closeErrors<C extends 'lever/close' | 'lever/whclose'>(symbol: string, call: C): Errors<C> {
  const send = async (world: World, person: Person, payload: Record<string, unknown>, through: 'lever/close' | 'lever/whclose' = call): Promise<Reply<C>> => await close(world, person, payload, through)
  const other = call === 'lever/close' ? 'lever/whclose' : 'lever/close'
  const holder = async (world: World) => {
    const person = await trader(world, [symbol])
    return { person, id: (await opened(world, person, { symbol, lots: '0.03', leverage: 20 })).id }
  }
  const ask = async (world: World, more: Record<string, unknown>, change: (world: World, person: Person) => Promise<unknown> = async () => undefined) => {
    const { person, id } = await holder(world)
    await change(world, person)
    return await send(world, person, { id, lots: '0.01', ...more })
  }
  return {
    dataNotFound: async (world) => send(world, await trader(world, [symbol]), { id: (await holder(world)).id, lots: '0.01' }),
    async typeError(world) {
      const { person, id } = await holder(world)
      return await send(world, person, { id, lots: '0.01' }, other)
    },
    async tradeRecordGone(world) {
      const { person, id } = await holder(world)
      await send(world, person, { id, lots: '0.03' })
      return await send(world, person, { id, lots: '0.03' })
    },
    async closeFailed(world) {
      const { person, id } = await holder(world)
      await met(world, id)
      return await send(world, person, { id, lots: '0.01' })
    },
    async tradeAbnormal(world) {
      const { person, id } = await holder(world)
      return await unheld(world, 'lever_positions', id, () => send(world, person, { id, lots: '0.03' }))
    },
    quantityNotPositive: (world) => ask(world, { lots: '-0.01' }),
    quantityNotMultiple: (world) => ask(world, { lots: '0.015' }),
    quantityAboveMaximum: (world) => ask(world, { lots: '0.04' }),
    statusAbnormal: (world) => ask(world, { mode: 'demo' }),
    accountFrozen: (world) => ask(world, {}, frozen),
    userLocked: (world) => ask(world, {}, locked),
  } satisfies Errors<C>
}

const quote = async (world: World, more: Record<string, unknown> = {}, person?: Person) =>
  world.call('lever/quote', { symbol: SYMBOL, side: 'long', kind: 'market', lots: '0.01', leverage: 10, ...more }, { token: (person ?? (await trader(world))).token })

async function stopped(world: World, payload: Record<string, unknown>, change?: (world: World, person: Person) => Promise<unknown>) {
  const person = await trader(world)
  const { id } = await opened(world, person)
  await change?.(world, person)
  return await setstop(world, person, { id, ...payload })
}

async function stopQuote(world: World, payload: Record<string, unknown>) {
  const person = await trader(world)
  const { id } = await opened(world, person)
  return await world.call('lever/stop_quote', { id, ...payload }, { token: person.token })
}

async function cancelled(world: World, change?: (world: World, person: Person) => Promise<unknown>, more: Record<string, unknown> = {}) {
  const person = await trader(world)
  const { id } = await waiting(world, person)
  await change?.(world, person)
  return await cancel(world, person, id, more)
}

export const cases: Cases = {
  'lever/deal': {
    ok: async (world) => world.call('lever/deal', { symbol: SYMBOL }, { token: (await trader(world)).token }),
    look({ terms, account }) {
      expect(terms).toMatchObject({ symbol: SYMBOL, base: 'BTC', currency: 'USDT', class: 'crypto', name: 'Bitcoin', inverse: false, size: '1', step: '0.01', leverages: [5, 10, 20, 50, 100], fee: '0.04', maintenance: '20', open: true, opens: null, closes: null })
      expect(account).toMatchObject({ kind: 'contract', currency: 'USDT', balance: '900', availableMargin: '900', usedMargin: '0', frozen: '0' })
    },
    errors: { pairNotFound: async (world) => world.call('lever/deal', { symbol: 'NOPE' }, { token: (await trader(world)).token }) },
  },
  'lever/submit': {
    ok: async (world) => submit(world, await trader(world)),
    look: (data) => expect(data).toMatchObject({ symbol: SYMBOL, side: 'long', kind: 'market', lots: '0.01', leverage: 10, status: 1, reason: null }),
    errors: submitErrors<'lever/submit'>(SYMBOL, 'XAUUSD', (world, person, more) => submit(world, person, more)),
  },
  'lever/whsubmit': {
    ok: async (world) => whsubmit(world, await trader(world, ['XAUUSD'])),
    look: (data) => expect(data).toMatchObject({ symbol: 'XAUUSD', class: 'metal', quantity: '1', status: 1 }),
    errors: {
      ...submitErrors<'lever/whsubmit'>('XAUUSD', SYMBOL, (world, person, more) => whsubmit(world, person, more)),
      async marketClosed(world) {
        const person = await trader(world, ['XAUUSD'])
        await untilClosed(world, 'XAUUSD')
        return await whsubmit(world, person)
      },
    },
  },
  'lever/close': {
    async ok(world) {
      const person = await trader(world)
      return await close(world, person, { id: (await opened(world, person, { lots: '0.03' })).id, lots: '0.01' })
    },
    look: (data) => expect(data).toMatchObject({ symbol: SYMBOL, lots: '0.01', reason: 'user' }),
    errors: closeErrors(SYMBOL, 'lever/close'),
  },
  'lever/whclose': {
    async ok(world) {
      const person = await trader(world, ['XAUUSD'])
      return await close(world, person, { id: (await opened(world, person, { symbol: 'XAUUSD' })).id, lots: '0.01' }, 'lever/whclose')
    },
    look: (data) => expect(data).toMatchObject({ symbol: 'XAUUSD', lots: '0.01', reason: 'user' }),
    errors: {
      ...closeErrors('XAUUSD', 'lever/whclose'),
      async marketClosed(world) {
        const person = await trader(world, ['XAUUSD'])
        const { id } = await opened(world, person, { symbol: 'XAUUSD', leverage: 10 })
        await untilClosed(world, 'XAUUSD')
        return await close(world, person, { id, lots: '0.01' }, 'lever/whclose')
      },
    },
  },
  'lever/dealall': {
    async ok(world) {
      const person = await trader(world)
      await opened(world, person)
      await opened(world, person, { side: 'short' })
      return await dealall(world, person)
    },
    look: (data) => expect(data).toMatchObject({ closed: 2, left: 0, net: expect.stringMatching(/^-/) }),
    errors: {
      noTradeRecords: async (world) => dealall(world, await trader(world)),
      async tradeAbnormal(world) {
        const person = await trader(world)
        return await unheld(world, 'lever_positions', (await opened(world, person)).id, () => dealall(world, person))
      },
      async marketClosed(world) {
        const person = await trader(world, ['XAUUSD'])
        await opened(world, person, { symbol: 'XAUUSD', leverage: 10 })
        await untilClosed(world, 'XAUUSD')
        return await dealall(world, person)
      },
      statusAbnormal: async (world) => dealall(world, await trader(world), { mode: 'demo' }),
      accountFrozen: async (world) => dealall(world, await frozen(world, await trader(world))),
      userLocked: async (world) => dealall(world, await locked(world, await trader(world))),
    },
  },
  'lever/setstop': {
    ok: (world) => stopped(world, { takeProfit: away(bidAsk(world).ask, 50), stopLoss: away(bidAsk(world).bid, -50) }),
    look: ({ openPrice, takeProfit, stopLoss }) => expect([Number(takeProfit) > Number(openPrice), Number(stopLoss) < Number(openPrice)]).toEqual([true, true]),
    errors: {
      dataNotFound: async (world) => setstop(world, await trader(world), { id: (await opened(world, await trader(world))).id }),
      async tradeRecordGone(world) {
        const person = await trader(world)
        const { id } = await opened(world, person)
        await dealall(world, person)
        return await setstop(world, person, { id })
      },
      takeProfitWrong: (world) => stopped(world, { takeProfit: '1' }),
      stopLossWrong: (world) => stopped(world, { stopLoss: '0' }),
      statusAbnormal: (world) => stopped(world, { mode: 'demo' }),
      accountFrozen: (world) => stopped(world, {}, frozen),
      userLocked: (world) => stopped(world, {}, locked),
    },
  },
  'lever/my_trade': {
    async ok(world) {
      const person = await trader(world)
      const { id } = await opened(world, person, { lots: '0.02' })
      await close(world, person, { id, lots: '0.01' })
      await waiting(world, person)
      return await world.call('lever/my_trade', {}, { token: person.token })
    },
    look: ({ positions, orders, rows, next }) => expect([positions.map(({ lots }) => lots), orders.length, rows.map(({ lots }) => lots), next]).toEqual([['0.01'], 1, ['0.01'], null]),
    errors: {},
  },
  'lever/my_wh_trade': {
    async ok(world) {
      const person = await trader(world, ['XAUUSD', SYMBOL])
      await opened(world, person, { symbol: 'XAUUSD', leverage: 20 })
      await opened(world, person)
      return await world.call('lever/my_wh_trade', { side: 'long' }, { token: person.token })
    },
    look: ({ positions }) => expect(positions.map(({ symbol, size, inverse }) => [symbol, size, inverse])).toEqual([['XAUUSD', '100', false]]),
    errors: {},
  },
  'lever/orders': {
    async ok(world) {
      const person = await trader(world)
      await opened(world, person)
      await cancel(world, person, (await waiting(world, person)).id)
      return await world.call('lever/orders', {}, { token: person.token })
    },
    look: ({ rows }) => expect(rows.map(({ kind, status, reason }) => [kind, status, reason])).toEqual([['limit', 2, 'user'], ['market', 1, null]]),
    errors: {},
  },
  'lever/order': {
    async ok(world) {
      const person = await trader(world)
      return await world.call('lever/order', { id: (await waiting(world, person)).id }, { token: person.token })
    },
    look: (data) => expect(data).toMatchObject({ kind: 'limit', status: 0, position: null, dealPrice: null }),
    errors: { dataNotFound: async (world) => world.call('lever/order', { id: (await waiting(world, await trader(world))).id }, { token: (await trader(world)).token }) },
  },
  'lever/cancel': {
    ok: (world) => cancelled(world),
    look: (data) => expect(data).toMatchObject({ status: 2, reason: 'user' }),
    errors: {
      dataNotFound: async (world) => cancel(world, await trader(world), (await waiting(world, await trader(world))).id),
      async unauthorizedOperation(world) {
        const person = await trader(world)
        const { id } = await waiting(world, person)
        await mark(world, person, { mode: 'demo' })
        return await cancel(world, person, id, { mode: 'demo' })
      },
      async orderCannotBeCancelled(world) {
        const person = await trader(world)
        return await cancel(world, person, (await opened(world, person)).id)
      },
      async cancelFailed(world) {
        const person = await trader(world)
        const { id } = await waiting(world, person)
        await metOrder(world, id)
        return await cancel(world, person, id)
      },
      async frozenBalanceZero(world) {
        const person = await trader(world)
        const { id } = await waiting(world, person)
        return await unheld(world, 'lever_orders', id, () => cancel(world, person, id))
      },
      statusAbnormal: (world) => cancelled(world, undefined, { mode: 'demo' }),
      accountFrozen: (world) => cancelled(world, frozen),
      userLocked: (world) => cancelled(world, locked),
    },
  },
  'lever/quote': {
    ok: (world) => quote(world, { by: 'percent', takeProfit: '50', stopLoss: '20' }),
    look(data) {
      expect(data).toMatchObject({ symbol: SYMBOL, quantity: '0.01', available: '900', tick: '0.0001', most: expect.stringMatching(/^0\.0\d$/) })
      expect(Number(data.takeProfit?.percent)).toBeCloseTo(50, 0)
      expect(Number(data.stopLoss?.percent)).toBeCloseTo(-20, 0)
    },
    errors: {
      pairNotFound: (world) => quote(world, { symbol: 'NOPE' }),
      quantityNotPositive: (world) => quote(world, { lots: '0' }),
      quantityNotMultiple: (world) => quote(world, { lots: '0.015' }),
      quantityBelowMinimum: (world) => configured(world, 'lever', { symbols: { [SYMBOL]: { minimum: '0.05' } } }, () => quote(world)),
      quantityAboveMaximum: (world) => quote(world, { lots: '1000' }),
      parameterError: (world) => quote(world, { leverage: 7 }),
      missingParameter: (world) => quote(world, { kind: 'limit' }),
      limitPriceWrong: (world) => quote(world, { kind: 'limit', price: '9999999' }),
      takeProfitWrong: (world) => quote(world, { takeProfit: '0' }),
      stopLossWrong: (world) => quote(world, { by: 'profit', stopLoss: '-5' }),
    },
  },
  'lever/stop_quote': {
    ok: (world) => stopQuote(world, { by: 'profit', takeProfit: '10', stopLoss: '5' }),
    look: ({ takeProfit, stopLoss }) => expect([Math.round(Number(takeProfit?.profit)), Math.round(Number(stopLoss?.profit))]).toEqual([10, -5]),
    errors: {
      dataNotFound: async (world) => world.call('lever/stop_quote', { id: (await opened(world, await trader(world))).id }, { token: (await trader(world)).token }),
      async tradeRecordGone(world) {
        const person = await trader(world)
        const { id } = await opened(world, person)
        await dealall(world, person)
        return await world.call('lever/stop_quote', { id }, { token: person.token })
      },
      takeProfitWrong: (world) => stopQuote(world, { takeProfit: '1' }),
      stopLossWrong: (world) => stopQuote(world, { by: 'percent', stopLoss: '-1' }),
    },
  },
}
