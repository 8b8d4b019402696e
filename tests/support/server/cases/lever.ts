import { expect } from 'vitest'
import { add, asMoney, div, sub } from '../../../../src/engine/language/values/decimal.ts'
import type { Money } from '../../../../src/engine/language/values/units.ts'
import type { LeverReversal } from '../../../../src/generated/entities.ts'
import type { CallId } from '../../../../src/generated/calls.ts'
import type { ErrorCode } from '../../../../src/generated/errors.ts'
import { withoutHold } from '../flows/holds.ts'
import {
  addMargin,
  amend,
  away,
  bidAsk,
  cancel,
  cancelAll,
  cancelCloseOrder,
  close,
  closeOrder,
  dealall,
  frozen,
  leave,
  locked,
  met,
  metOrder,
  opened,
  reverse,
  setstop,
  submit,
  SYMBOL,
  trader,
  untilClosed,
  waiting,
  whsubmit,
  withCopies,
} from '../flows/lever.ts'
import { refusedName } from '../flows/identity.ts'
import { riskTestErrors } from '../flows/riskTest.ts'
import { withSettings, untilOpen } from '../flows/trading.ts'
import { setUserFields } from '../flows/withdrawals.ts'
import type { Person, Reply, TestServer } from '../testServer.ts'
import type { Cases } from '../caseTypes.ts'

type Errors<C extends CallId> = Partial<Record<ErrorCode, (server: TestServer) => Promise<Reply<C>>>>

/** Refusals of an order, in either variant. */
function submitErrors<C extends 'lever/submit' | 'lever/whsubmit'>(
  symbol: string,
  other: string,
  send: (server: TestServer, person: Person, more?: Record<string, unknown>) => Promise<Reply<C>>,
): Errors<C> {
  const ask = async (server: TestServer, more: Record<string, unknown>) =>
    send(server, await trader(server, [symbol]), more)
  const withTrading = (settings: object) => async (server: TestServer) => {
    const person = await trader(server, [symbol])
    return await withSettings(server, 'trading', settings, () => send(server, person))
  }
  return {
    ...riskTestErrors((server) => trader(server, [symbol]), send),
    pairNotFound: async (server) => send(server, await trader(server, [symbol]), { symbol: 'NOPE', price: '1' }),
    featureNotEnabled: withTrading({ enabled: false }),
    featureUnavailable: withTrading({ disabled: [symbol] }),
    tradingClosing: withTrading({ closing: [symbol] }),
    async tradingNotActivated(server) {
      const person = await trader(server, [symbol])
      await server.context.db.deleteFrom('trade_activations').where('symbol', '=', symbol).execute()
      return await send(server, person)
    },
    typeError: async (server) => send(server, await trader(server, [symbol]), { symbol: other }),
    async realNameRequired(server) {
      const person = await trader(server, [symbol])
      await setUserFields(server, person, { identity: 0 })
      return await send(server, person)
    },
    async realNameFailed(server) {
      const person = await trader(server, [symbol])
      await setUserFields(server, person, { identity: 0 })
      await refusedName(server, person)
      await untilOpen(server, symbol)
      return await send(server, person)
    },
    quoteExpired: (server) => ask(server, { terms: 'others' }),
    quantityNotPositive: (server) => ask(server, { lots: '0' }),
    quantityNotMultiple: (server) => ask(server, { lots: '0.015' }),
    quantityBelowMinimum: async (server) => {
      const person = await trader(server, [symbol])
      return await withSettings(server, 'lever', { symbols: { [symbol]: { minimum: '0.05' } } }, () =>
        send(server, person),
      )
    },
    quantityAboveMaximum: (server) => ask(server, { lots: '1000' }),
    parameterError: (server) => ask(server, { leverage: 1000 }),
    limitPriceWrong: async (server) => ask(server, { kind: 'limit', price: '9999999' }),
    priceChanged: async (server) => ask(server, { price: '1' }),
    takeProfitWrong: (server) => ask(server, { takeProfit: '1' }),
    stopLossWrong: (server) => ask(server, { stopLoss: '0' }),
    stopLossTooFar: (server) => ask(server, { stopLoss: '1' }),
    insufficientAccountBalance: (server) => ask(server, { lots: '20' }),
    async feeDeductionFailed(server) {
      const person = await trader(server, [symbol])
      const { price, margin } = (
        await send(server, person, { kind: 'limit', price: away(bidAsk(server, symbol).bid, -100) })
      ).data
      await cancelAll(server, person)
      // The margin of such an order, without its fee.
      await leave(server, person, margin)
      return await send(server, person, { kind: 'limit', price })
    },
    async positionsFull(server) {
      const person = await trader(server, [symbol])
      const { id } = (await send(server, person, { kind: 'limit', price: away(bidAsk(server, symbol).bid, -100) })).data
      return await withCopies(server, id, 199, () => send(server, person))
    },
    statusAbnormal: (server) => ask(server, { mode: 'demo' }),
    accountFrozen: async (server) => send(server, await frozen(server, await trader(server, [symbol]))),
    userLocked: async (server) => send(server, await locked(server, await trader(server, [symbol]))),
  } satisfies Errors<C>
}

/** Refusals of a closing, in either variant. */
function closeErrors<C extends 'lever/close' | 'lever/whclose'>(symbol: string, call: C): Errors<C> {
  const send = async (server: TestServer, person: Person, payload: Record<string, unknown>): Promise<Reply<C>> =>
    await close(server, person, payload, call)
  const other = call === 'lever/close' ? 'XAUUSD' : SYMBOL
  const holder = async (server: TestServer) => {
    const person = await trader(server, [symbol])
    return { person, id: (await opened(server, person, { symbol, lots: '0.03', leverage: 20 })).id }
  }
  const ask = async (
    server: TestServer,
    more: Record<string, unknown>,
    change: (server: TestServer, person: Person) => Promise<unknown> = async () => undefined,
  ) => {
    const { person, id } = await holder(server)
    await change(server, person)
    return await send(server, person, { id, lots: '0.01', ...more })
  }
  return {
    dataNotFound: async (server) =>
      send(server, await trader(server, [symbol]), { id: (await holder(server)).id, lots: '0.01' }),
    async typeError(server) {
      const person = await trader(server, [other])
      const { id } = await opened(server, person, { symbol: other })
      return await send(server, person, { id, lots: '0.01' })
    },
    async tradeRecordGone(server) {
      const { person, id } = await holder(server)
      await send(server, person, { id, lots: '0.03' })
      return await send(server, person, { id, lots: '0.03' })
    },
    async closeFailed(server) {
      const { person, id } = await holder(server)
      await met(server, id)
      return await send(server, person, { id, lots: '0.01' })
    },
    async tradeAbnormal(server) {
      const { person, id } = await holder(server)
      return await withoutHold(server, 'lever_positions', id, () => send(server, person, { id, lots: '0.03' }))
    },
    quantityNotPositive: (server) => ask(server, { lots: '-0.01' }),
    quantityNotMultiple: (server) => ask(server, { lots: '0.015' }),
    quantityAboveMaximum: (server) => ask(server, { lots: '0.04' }),
    statusAbnormal: (server) => ask(server, { mode: 'demo' }),
    accountFrozen: (server) => ask(server, {}, frozen),
    userLocked: (server) => ask(server, {}, locked),
  } satisfies Errors<C>
}

const quote = async (server: TestServer, more: Record<string, unknown> = {}, person?: Person) =>
  server.call(
    'lever/quote',
    { symbol: SYMBOL, side: 'long', kind: 'market', lots: '0.01', leverage: 10, ...more },
    { token: (person ?? (await trader(server))).token },
  )

async function stopped(
  server: TestServer,
  payload: Record<string, unknown>,
  change?: (server: TestServer, person: Person) => Promise<unknown>,
) {
  const person = await trader(server)
  const { id } = await opened(server, person)
  await change?.(server, person)
  return await setstop(server, person, { id, ...payload })
}

async function closeOrdered(
  server: TestServer,
  payload: Record<string, unknown>,
  change?: (server: TestServer, person: Person) => Promise<unknown>,
) {
  const person = await trader(server)
  const { id } = await opened(server, person)
  await change?.(server, person)
  return await closeOrder(server, person, { id, ...payload })
}

/** A position of a new trader, to which a call is sent; `change` comes between. */
const positioned =
  <C extends 'lever/margin' | 'lever/reverse'>(
    send: (server: TestServer, person: Person, payload: Record<string, unknown>) => Promise<Reply<C>>,
  ) =>
  async (
    server: TestServer,
    payload: Record<string, unknown> = {},
    change?: (server: TestServer, person: Person, id: string) => Promise<unknown>,
  ): Promise<Reply<C>> => {
    const person = await trader(server)
    const { id } = await opened(server, person)
    await change?.(server, person, id)
    return await send(server, person, { id, ...payload })
  }
const margined = positioned<'lever/margin'>(addMargin)
const reversed = positioned<'lever/reverse'>(reverse)
const closedAll = (server: TestServer, person: Person) => dealall(server, person)

async function reverseQuote(
  server: TestServer,
  more: Record<string, unknown> = {},
  change?: (server: TestServer, person: Person) => Promise<unknown>,
) {
  const person = await trader(server)
  const { id } = await opened(server, person)
  await change?.(server, person)
  return await server.call('lever/reverse_quote', { id, ...more }, { token: person.token })
}

/** A position is reversed while other settings are in force. */
async function reversedUnder(server: TestServer, terms: object) {
  const person = await trader(server)
  const { id } = await opened(server, person)
  return await withSettings(server, 'lever', { symbols: { [SYMBOL]: terms } }, () => reverse(server, person, { id }))
}
async function reversedWith(server: TestServer, trading: object) {
  const person = await trader(server)
  const { id } = await opened(server, person)
  return await withSettings(server, 'trading', trading, () => reverse(server, person, { id }))
}
async function quotedUnder(server: TestServer, terms: object) {
  const person = await trader(server)
  const { id } = await opened(server, person)
  return await withSettings(server, 'lever', { symbols: { [SYMBOL]: terms } }, () =>
    server.call('lever/reverse_quote', { id }, { token: person.token }),
  )
}

/** Reverses a position with so much in the account, beside what the closing releases, that an amount is missing for margin and fee. */
async function reversedWithout(server: TestServer, missing: (quote: LeverReversal) => Money) {
  const { data } = await reverseQuote(server)
  const person = await trader(server)
  await leave(server, person, add(sub(add('900', data.margin), data.available), sub(data.fee, missing(data))))
  return await reverse(server, person, { id: (await opened(server, person)).id })
}

/** A close order, and its cancellation; `change` comes between them. */
async function closeOrderCancelled(
  server: TestServer,
  change?: (server: TestServer, person: Person, id: string) => Promise<unknown>,
  more: Record<string, unknown> = {},
) {
  const person = await trader(server)
  const { id: position } = await opened(server, person)
  const { data } = await closeOrder(server, person, { id: position })
  await change?.(server, person, data.id)
  return await cancelCloseOrder(server, person, data.id, more)
}

async function stopQuote(server: TestServer, payload: Record<string, unknown>) {
  const person = await trader(server)
  const { id } = await opened(server, person)
  return await server.call('lever/stop_quote', { id, ...payload }, { token: person.token })
}

async function marginQuote(server: TestServer, amount: string) {
  const person = await trader(server)
  const { id } = await opened(server, person)
  return await server.call('lever/margin_quote', { id, amount }, { token: person.token })
}

async function cancelled(
  server: TestServer,
  change?: (server: TestServer, person: Person) => Promise<unknown>,
  more: Record<string, unknown> = {},
) {
  const person = await trader(server)
  const { id } = await waiting(server, person)
  await change?.(server, person)
  return await cancel(server, person, id, more)
}

/** A pending order is changed; `change` comes before, `settings` are in force meanwhile. */
async function amended(
  server: TestServer,
  more: Record<string, unknown> = {},
  change?: (server: TestServer, person: Person, id: string) => Promise<unknown>,
  order: Record<string, unknown> = {},
) {
  const person = await trader(server)
  const placed = await waiting(server, person, order)
  await change?.(server, person, placed.id)
  return await amend(server, person, placed, more)
}
async function amendedWhile(server: TestServer, trading: object) {
  const person = await trader(server)
  const placed = await waiting(server, person)
  return await withSettings(server, 'trading', trading, () => amend(server, person, placed))
}
const below = (server: TestServer, thousandths: number) => ({ price: away(bidAsk(server).bid, -thousandths) })

export const cases: Cases = {
  'lever/amend': {
    ok: (server) => amended(server, { ...below(server, 90), lots: '0.02' }),
    inspect: (data) => expect(data).toMatchObject({ kind: 'limit', lots: '0.02', leverage: 10, status: 0 }),
    errors: {
      dataNotFound: async (server) => amend(server, await trader(server), await waiting(server, await trader(server))),
      orderCannotBeChanged: (server) => amended(server, {}, (_, person, id) => cancel(server, person, id)),
      parameterError: (server) => amended(server, { side: 'short' }),
      quantityNotPositive: (server) => amended(server, { lots: '0' }),
      quantityNotMultiple: (server) => amended(server, { lots: '0.015' }),
      async quantityBelowMinimum(server) {
        const person = await trader(server)
        const placed = await waiting(server, person)
        return await withSettings(server, 'lever', { symbols: { [SYMBOL]: { minimum: '0.05' } } }, () =>
          amend(server, person, placed),
        )
      },
      quantityAboveMaximum: (server) => amended(server, { lots: '1000' }),
      limitPriceWrong: (server) => amended(server, { price: '9999999' }),
      filledAtOnce: (server) => amended(server, { price: bidAsk(server).ask }),
      takeProfitWrong: (server) =>
        amended(server, below(server, 50), undefined, { takeProfit: below(server, 80).price }),
      stopLossWrong: (server) => amended(server, below(server, 150), undefined, { stopLoss: below(server, 120).price }),
      stopLossTooFar: (server) => amended(server, below(server, 20), undefined, { stopLoss: below(server, 160).price }),
      amountError: (server) => amended(server, { promise: { held: '1' } }),
      insufficientAccountBalance: (server) => amended(server, { lots: '20' }),
      async frozenBalanceZero(server) {
        const person = await trader(server)
        const placed = await waiting(server, person)
        return await withoutHold(server, 'lever_orders', placed.id, () => amend(server, person, placed))
      },
      tradingNotActivated: (server) =>
        amended(server, {}, () =>
          server.context.db.deleteFrom('trade_activations').where('symbol', '=', SYMBOL).execute(),
        ),
      async marketClosed(server) {
        const person = await trader(server, ['XAUUSD'])
        const price = away(bidAsk(server, 'XAUUSD').bid, -100)
        const { data } = await whsubmit(server, person, { kind: 'limit', price })
        await untilClosed(server, 'XAUUSD')
        return await amend(server, person, data)
      },
      tradingClosing: (server) => amendedWhile(server, { closing: [SYMBOL] }),
      featureUnavailable: (server) => amendedWhile(server, { disabled: [SYMBOL] }),
      featureNotEnabled: (server) => amendedWhile(server, { enabled: false }),
      realNameRequired: (server) => amended(server, {}, (_, person) => setUserFields(server, person, { identity: 0 })),
      realNameFailed: (server) =>
        amended(server, {}, async (_, person) => {
          await setUserFields(server, person, { identity: 0 })
          await refusedName(server, person)
        }),
      statusAbnormal: (server) => amended(server, { mode: 'demo' }),
      accountFrozen: (server) => amended(server, {}, frozen),
      userLocked: (server) => amended(server, {}, locked),
    },
  },
  'lever/deal': {
    ok: async (server) => server.call('lever/deal', { symbol: SYMBOL }, { token: (await trader(server)).token }),
    inspect({ terms, account, leverage, most }) {
      expect(terms).toMatchObject({
        symbol: SYMBOL,
        base: 'BTC',
        currency: 'USDT',
        class: 'crypto',
        name: 'Bitcoin',
        inverse: false,
        size: '1',
        step: '0.01',
        leverages: [5, 10, 20, 50, 100],
        fee: '0.04',
        maintenance: '20',
        open: true,
        opens: null,
        closes: null,
      })
      expect(account).toMatchObject({
        kind: 'contract',
        currency: 'USDT',
        balance: '900',
        availableMargin: '900',
        usedMargin: '0',
        frozen: '0',
      })
      expect(leverage).toBe(5)
      expect(most.map((terms) => terms.leverage)).toEqual(terms.leverages)
    },
    errors: {
      pairNotFound: async (server) =>
        server.call('lever/deal', { symbol: 'NOPE' }, { token: (await trader(server)).token }),
    },
  },
  'lever/submit': {
    ok: async (server) => submit(server, await trader(server)),
    inspect: (data) =>
      expect(data).toMatchObject({
        symbol: SYMBOL,
        side: 'long',
        kind: 'market',
        lots: '0.01',
        leverage: 10,
        status: 1,
        reason: null,
      }),
    errors: submitErrors<'lever/submit'>(SYMBOL, 'XAUUSD', (server, person, more) => submit(server, person, more)),
  },
  'lever/whsubmit': {
    ok: async (server) => whsubmit(server, await trader(server, ['XAUUSD'])),
    inspect: (data) => expect(data).toMatchObject({ symbol: 'XAUUSD', class: 'metal', quantity: '1', status: 1 }),
    errors: {
      ...submitErrors<'lever/whsubmit'>('XAUUSD', SYMBOL, (server, person, more) => whsubmit(server, person, more)),
      async marketClosed(server) {
        const person = await trader(server, ['XAUUSD'])
        await untilClosed(server, 'XAUUSD')
        return await whsubmit(server, person)
      },
    },
  },
  'lever/close': {
    async ok(server) {
      const person = await trader(server)
      return await close(server, person, { id: (await opened(server, person, { lots: '0.03' })).id, lots: '0.01' })
    },
    inspect: (data) => expect(data).toMatchObject({ symbol: SYMBOL, lots: '0.01', reason: 'user' }),
    errors: closeErrors(SYMBOL, 'lever/close'),
  },
  'lever/whclose': {
    async ok(server) {
      const person = await trader(server, ['XAUUSD'])
      return await close(
        server,
        person,
        { id: (await opened(server, person, { symbol: 'XAUUSD' })).id, lots: '0.01' },
        'lever/whclose',
      )
    },
    inspect: (data) => expect(data).toMatchObject({ symbol: 'XAUUSD', lots: '0.01', reason: 'user' }),
    errors: {
      ...closeErrors('XAUUSD', 'lever/whclose'),
      async marketClosed(server) {
        const person = await trader(server, ['XAUUSD'])
        const { id } = await opened(server, person, { symbol: 'XAUUSD', leverage: 10 })
        await untilClosed(server, 'XAUUSD')
        return await close(server, person, { id, lots: '0.01' }, 'lever/whclose')
      },
    },
  },
  'lever/dealall': {
    async ok(server) {
      const person = await trader(server)
      await opened(server, person)
      await opened(server, person, { side: 'short' })
      return await dealall(server, person)
    },
    inspect: (data) => expect(data).toMatchObject({ closed: 2, left: 0, net: expect.stringMatching(/^-/) }),
    errors: {
      noTradeRecords: async (server) => dealall(server, await trader(server)),
      async tradeAbnormal(server) {
        const person = await trader(server)
        return await withoutHold(server, 'lever_positions', (await opened(server, person)).id, () =>
          dealall(server, person),
        )
      },
      async marketClosed(server) {
        const person = await trader(server, ['XAUUSD'])
        await opened(server, person, { symbol: 'XAUUSD', leverage: 10 })
        await untilClosed(server, 'XAUUSD')
        return await dealall(server, person)
      },
      statusAbnormal: async (server) => dealall(server, await trader(server), { mode: 'demo' }),
      accountFrozen: async (server) => dealall(server, await frozen(server, await trader(server))),
      userLocked: async (server) => dealall(server, await locked(server, await trader(server))),
    },
  },
  'lever/close_order': {
    ok: (server) => closeOrdered(server, { kind: 'trailing', trigger: null, rate: '1.5', lots: '0.01' }),
    inspect: ({ kind, rate, best, trigger, status }) =>
      expect([kind, rate, status, Number(trigger) < Number(best)]).toEqual(['trailing', '1.5', 0, true]),
    errors: {
      dataNotFound: async (server) =>
        closeOrder(server, await trader(server), { id: (await opened(server, await trader(server))).id }),
      async tradeRecordGone(server) {
        const person = await trader(server)
        const { id } = await opened(server, person)
        await dealall(server, person)
        return await closeOrder(server, person, { id })
      },
      parameterError: (server) => closeOrdered(server, { kind: 'trailing', trigger: null, rate: '0.05' }),
      quantityNotPositive: (server) => closeOrdered(server, { lots: '0' }),
      quantityNotMultiple: (server) => closeOrdered(server, { lots: '0.001' }),
      quantityAboveMaximum: (server) => closeOrdered(server, { lots: '1000' }),
      triggerReached: (server) => closeOrdered(server, { trigger: bidAsk(server).bid }),
      closeLimitWrong: (server) => closeOrdered(server, { kind: 'limit', trigger: away(bidAsk(server).bid, -50) }),
      async tradeAbnormal(server) {
        const person = await trader(server)
        const { id } = await opened(server, person)
        return await withoutHold(server, 'lever_positions', id, () =>
          closeOrder(server, person, { id, kind: 'limit', trigger: bidAsk(server).bid }),
        )
      },
      stopLossTooFar: (server) => closeOrdered(server, { trigger: '1' }),
      async closeOrdersFull(server) {
        const person = await trader(server)
        const { id } = await opened(server, person)
        for (let orders = 0; orders < 4; orders++) await closeOrder(server, person, { id })
        return await closeOrder(server, person, { id })
      },
      statusAbnormal: (server) => closeOrdered(server, { mode: 'demo' }),
      accountFrozen: (server) => closeOrdered(server, {}, frozen),
      userLocked: (server) => closeOrdered(server, {}, locked),
    },
  },
  'lever/close_orders': {
    async ok(server) {
      const person = await trader(server)
      const { id } = await opened(server, person, { lots: '0.02' })
      const limit = { id, kind: 'limit', lots: '0.01' }
      await closeOrder(server, person, { ...limit, trigger: bidAsk(server).bid })
      await closeOrder(server, person, limit)
      return await server.call('lever/close_orders', {}, { token: person.token })
    },
    inspect: ({ rows }) =>
      expect(rows.map(({ status, deal, finished }) => [status, deal !== null, finished !== null])).toEqual([
        [0, false, false],
        [1, true, true],
      ]),
    errors: {},
  },
  'lever/margin': {
    ok: (server) => margined(server),
    inspect: ({ margin, openPrice, liquidation }) =>
      expect([Number(margin) > Number(openPrice) * 0.001 + 9.99, Number(liquidation) < Number(openPrice)]).toEqual([
        true,
        true,
      ]),
    errors: {
      dataNotFound: async (server) =>
        addMargin(server, await trader(server), { id: (await opened(server, await trader(server))).id }),
      tradeRecordGone: (server) => margined(server, {}, closedAll),
      async tradeAbnormal(server) {
        const person = await trader(server)
        const { id } = await opened(server, person)
        return await withoutHold(server, 'lever_positions', id, () => addMargin(server, person, { id }))
      },
      amountError: (server) => margined(server, { amount: '0.001' }),
      insufficientAccountBalance: (server) => margined(server, { amount: '900' }),
      statusAbnormal: (server) => margined(server, { mode: 'demo' }),
      accountFrozen: (server) => margined(server, {}, frozen),
      userLocked: (server) => margined(server, {}, locked),
    },
  },
  'lever/reverse': {
    ok: (server) => reversed(server),
    inspect: ({ deal, order }) =>
      expect([deal.side, deal.lots, order.side, order.lots, order.status, order.dealPrice]).toEqual([
        'long',
        '0.01',
        'short',
        '0.01',
        1,
        deal.closePrice,
      ]),
    errors: {
      ...riskTestErrors(trader, async (server, person, more) => {
        await setUserFields(server, person, { risk_test: server.context.content.riskTest.version })
        const { id } = await opened(server, person)
        await setUserFields(server, person, { risk_test: null })
        return await reverse(server, person, { id, ...more })
      }),
      dataNotFound: async (server) =>
        reverse(server, await trader(server), { id: (await opened(server, await trader(server))).id }),
      tradeRecordGone: (server) => reversed(server, {}, closedAll),
      closeFailed: (server) => reversed(server, {}, (_, _person, id) => met(server, id)),
      async tradeAbnormal(server) {
        const person = await trader(server)
        const { id } = await opened(server, person)
        return await withoutHold(server, 'lever_positions', id, () => reverse(server, person, { id }))
      },
      async marketClosed(server) {
        const person = await trader(server, ['XAUUSD'])
        const { id } = await opened(server, person, { symbol: 'XAUUSD' })
        await untilClosed(server, 'XAUUSD')
        return await reverse(server, person, { id, symbol: 'XAUUSD', price: bidAsk(server, 'XAUUSD').bid })
      },
      featureNotEnabled: (server) => reversedWith(server, { enabled: false }),
      featureUnavailable: (server) => reversedWith(server, { disabled: [SYMBOL] }),
      tradingClosing: (server) => reversedWith(server, { closing: [SYMBOL] }),
      tradingNotActivated: (server) =>
        reversed(server, {}, () =>
          server.context.db.deleteFrom('trade_activations').where('symbol', '=', SYMBOL).execute(),
        ),
      realNameRequired: (server) => reversed(server, {}, (_, person) => setUserFields(server, person, { identity: 0 })),
      realNameFailed: (server) =>
        reversed(server, {}, async (_, person) => {
          await setUserFields(server, person, { identity: 0 })
          await refusedName(server, person)
        }),
      quoteExpired: (server) => reversed(server, { terms: 'others' }),
      quantityNotMultiple: (server) => reversedUnder(server, { step: '0.03' }),
      quantityBelowMinimum: (server) => reversedUnder(server, { minimum: '0.05' }),
      quantityAboveMaximum: (server) => reversedUnder(server, { maximum: '0.005' }),
      parameterError: (server) => reversed(server, { side: 'long' }),
      priceChanged: (server) => reversed(server, { price: '9999999' }),
      insufficientAccountBalance: (server) => reversedWithout(server, ({ fee }) => add(fee, '0.2')),
      feeDeductionFailed: (server) => reversedWithout(server, ({ fee }) => asMoney(div(fee, '2', 8, 'floor'))),
      statusAbnormal: (server) => reversed(server, { mode: 'demo' }),
      accountFrozen: (server) => reversed(server, {}, frozen),
      userLocked: (server) => reversed(server, {}, locked),
    },
  },
  'lever/reverse_quote': {
    ok: (server) => reverseQuote(server),
    inspect: ({ side, lots, leverage, profit, opening, closing, net }) =>
      expect([side, lots, leverage, net]).toEqual(['short', '0.01', 10, sub(sub(profit, opening), closing)]),
    errors: {
      dataNotFound: (server) => reverseQuote(server, { id: 'unknown' }),
      tradeRecordGone: (server) => reverseQuote(server, {}, closedAll),
      quantityNotMultiple: (server) => quotedUnder(server, { step: '0.03' }),
      quantityBelowMinimum: (server) => quotedUnder(server, { minimum: '0.05' }),
      quantityAboveMaximum: (server) => quotedUnder(server, { maximum: '0.005' }),
      parameterError: (server) => quotedUnder(server, { leverages: [5] }),
    },
  },
  'lever/close_order_cancel': {
    ok: (server) => closeOrderCancelled(server),
    inspect: ({ status }) => expect(status).toBe(2),
    errors: {
      dataNotFound: async (server) => cancelCloseOrder(server, await trader(server), 'unknown'),
      orderCannotBeCancelled: (server) =>
        closeOrderCancelled(server, (_, person, id) => cancelCloseOrder(server, person, id)),
      statusAbnormal: (server) => closeOrderCancelled(server, undefined, { mode: 'demo' }),
      accountFrozen: (server) => closeOrderCancelled(server, frozen),
      userLocked: (server) => closeOrderCancelled(server, locked),
    },
  },
  'lever/setstop': {
    ok: (server) =>
      stopped(server, { takeProfit: away(bidAsk(server).ask, 50), stopLoss: away(bidAsk(server).bid, -50) }),
    inspect: ({ openPrice, takeProfit, stopLoss }) =>
      expect([Number(takeProfit) > Number(openPrice), Number(stopLoss) < Number(openPrice)]).toEqual([true, true]),
    errors: {
      dataNotFound: async (server) =>
        setstop(server, await trader(server), { id: (await opened(server, await trader(server))).id }),
      async tradeRecordGone(server) {
        const person = await trader(server)
        const { id } = await opened(server, person)
        await dealall(server, person)
        return await setstop(server, person, { id })
      },
      takeProfitWrong: (server) => stopped(server, { takeProfit: '1' }),
      stopLossWrong: (server) => stopped(server, { stopLoss: '0' }),
      stopLossTooFar: (server) => stopped(server, { stopLoss: '1' }),
      statusAbnormal: (server) => stopped(server, { mode: 'demo' }),
      accountFrozen: (server) => stopped(server, {}, frozen),
      userLocked: (server) => stopped(server, {}, locked),
    },
  },
  'lever/my_trade': {
    async ok(server) {
      const person = await trader(server)
      const { id } = await opened(server, person, { lots: '0.02' })
      await close(server, person, { id, lots: '0.01' })
      await waiting(server, person)
      return await server.call('lever/my_trade', {}, { token: person.token })
    },
    inspect: ({ positions, orders, rows, next }) =>
      expect([positions.map(({ lots }) => lots), orders.length, rows.map(({ lots }) => lots), next]).toEqual([
        ['0.01'],
        1,
        ['0.01'],
        null,
      ]),
    errors: {},
  },
  'lever/my_wh_trade': {
    async ok(server) {
      const person = await trader(server, ['XAUUSD', SYMBOL])
      await opened(server, person, { symbol: 'XAUUSD', leverage: 20 })
      await opened(server, person)
      return await server.call('lever/my_wh_trade', { side: 'long' }, { token: person.token })
    },
    inspect: ({ positions }) =>
      expect(positions.map(({ symbol, size, inverse }) => [symbol, size, inverse])).toEqual([['XAUUSD', '100', false]]),
    errors: {},
  },
  'lever/orders': {
    async ok(server) {
      const person = await trader(server)
      await opened(server, person)
      await cancel(server, person, (await waiting(server, person)).id)
      return await server.call('lever/orders', {}, { token: person.token })
    },
    inspect: ({ rows }) =>
      expect(rows.map(({ kind, status, reason }) => [kind, status, reason])).toEqual([
        ['limit', 2, 'user'],
        ['market', 1, null],
      ]),
    errors: {},
  },
  'lever/order': {
    async ok(server) {
      const person = await trader(server)
      return await server.call('lever/order', { id: (await waiting(server, person)).id }, { token: person.token })
    },
    inspect: (data) => expect(data).toMatchObject({ kind: 'limit', status: 0, position: null, dealPrice: null }),
    errors: {
      dataNotFound: async (server) =>
        server.call(
          'lever/order',
          { id: (await waiting(server, await trader(server))).id },
          { token: (await trader(server)).token },
        ),
    },
  },
  'lever/cancel': {
    ok: (server) => cancelled(server),
    inspect: (data) => expect(data).toMatchObject({ status: 2, reason: 'user' }),
    errors: {
      dataNotFound: async (server) =>
        cancel(server, await trader(server), (await waiting(server, await trader(server))).id),
      async unauthorizedOperation(server) {
        const person = await trader(server)
        const { id } = await waiting(server, person)
        await setUserFields(server, person, { mode: 'demo' })
        return await cancel(server, person, id, { mode: 'demo' })
      },
      async orderCannotBeCancelled(server) {
        const person = await trader(server)
        return await cancel(server, person, (await opened(server, person)).id)
      },
      async cancelFailed(server) {
        const person = await trader(server)
        const { id } = await waiting(server, person)
        await metOrder(server, id)
        return await cancel(server, person, id)
      },
      async frozenBalanceZero(server) {
        const person = await trader(server)
        const { id } = await waiting(server, person)
        return await withoutHold(server, 'lever_orders', id, () => cancel(server, person, id))
      },
      statusAbnormal: (server) => cancelled(server, undefined, { mode: 'demo' }),
      accountFrozen: (server) => cancelled(server, frozen),
      userLocked: (server) => cancelled(server, locked),
    },
  },
  'lever/quote': {
    ok: (server) => quote(server, { by: 'percent', takeProfit: '50', stopLoss: '20' }),
    inspect(data) {
      expect(data).toMatchObject({
        symbol: SYMBOL,
        quantity: '0.01',
        available: '900',
        tick: '0.0001',
        most: expect.stringMatching(/^0\.0\d$/),
      })
      expect(Number(data.takeProfit?.percent)).toBeCloseTo(50, 0)
      expect(Number(data.stopLoss?.percent)).toBeCloseTo(-20, 0)
    },
    errors: {
      pairNotFound: (server) => quote(server, { symbol: 'NOPE' }),
      quantityNotPositive: (server) => quote(server, { lots: '0' }),
      quantityNotMultiple: (server) => quote(server, { lots: '0.015' }),
      quantityBelowMinimum: (server) =>
        withSettings(server, 'lever', { symbols: { [SYMBOL]: { minimum: '0.05' } } }, () => quote(server)),
      quantityAboveMaximum: (server) => quote(server, { lots: '1000' }),
      parameterError: (server) => quote(server, { leverage: 1000 }),
      missingParameter: (server) => quote(server, { kind: 'limit' }),
      limitPriceWrong: (server) => quote(server, { kind: 'limit', price: '9999999' }),
      takeProfitWrong: (server) => quote(server, { takeProfit: '0' }),
      stopLossWrong: (server) => quote(server, { by: 'profit', stopLoss: '-5' }),
      stopLossTooFar: (server) => quote(server, { stopLoss: '1' }),
      stopLossPercentTooFar: (server) => quote(server, { by: 'percent', stopLoss: '95' }),
      stopLossAmountTooFar: (server) => quote(server, { by: 'profit', stopLoss: '99999' }),
    },
  },
  'lever/margin_quote': {
    ok: (server) => marginQuote(server, '25'),
    inspect: ({ margin }) => expect(Number(margin)).toBeGreaterThan(25),
    errors: {
      dataNotFound: async (server) =>
        server.call(
          'lever/margin_quote',
          { id: (await opened(server, await trader(server))).id, amount: '25' },
          { token: (await trader(server)).token },
        ),
      async tradeRecordGone(server) {
        const person = await trader(server)
        const { id } = await opened(server, person)
        await dealall(server, person)
        return await server.call('lever/margin_quote', { id, amount: '25' }, { token: person.token })
      },
      amountError: (server) => marginQuote(server, '0'),
      insufficientAccountBalance: (server) => marginQuote(server, '900'),
    },
  },
  'lever/stop_quote': {
    ok: (server) => stopQuote(server, { by: 'profit', takeProfit: '10', stopLoss: '5' }),
    inspect: ({ takeProfit, stopLoss }) =>
      expect([Math.round(Number(takeProfit?.profit)), Math.round(Number(stopLoss?.profit))]).toEqual([10, -5]),
    errors: {
      dataNotFound: async (server) =>
        server.call(
          'lever/stop_quote',
          { id: (await opened(server, await trader(server))).id },
          { token: (await trader(server)).token },
        ),
      async tradeRecordGone(server) {
        const person = await trader(server)
        const { id } = await opened(server, person)
        await dealall(server, person)
        return await server.call('lever/stop_quote', { id }, { token: person.token })
      },
      takeProfitWrong: (server) => stopQuote(server, { takeProfit: '1' }),
      stopLossWrong: (server) => stopQuote(server, { by: 'percent', stopLoss: '-1' }),
      stopLossTooFar: (server) => stopQuote(server, { stopLoss: '1' }),
      stopLossPercentTooFar: (server) => stopQuote(server, { by: 'percent', stopLoss: '95' }),
      stopLossAmountTooFar: (server) => stopQuote(server, { by: 'profit', stopLoss: '600' }),
    },
  },
}
