import { expect } from 'vitest'
import type { ErrorCode } from '../../../../src/generated/errors.ts'
import type { OperatorServer } from '../../../../src/generated/operator.ts'
import { withoutHold } from '../flows/holds.ts'
import { refusedName } from '../flows/identity.ts'
import { as } from '../flows/security.ts'
import {
  activate,
  askSeconds,
  beforeClose,
  buySeconds,
  cancelSeconds,
  CRYPTO,
  FOREX,
  FUNDS,
  funded,
  quoteSecondsSale,
  secondsOrder,
  secondsTrader,
  sellSeconds,
  sendSeconds,
  whileOpen,
} from '../flows/seconds.ts'
import { withSettings } from '../flows/trading.ts'
import { setUserFields } from '../flows/withdrawals.ts'
import type { Person, Reply, TestServer } from '../testServer.ts'
import type { Cases } from '../caseTypes.ts'

type Send = (
  server: TestServer,
  who: Person,
  more?: Record<string, unknown>,
) => Promise<Reply<'microtrade/submit' | 'microtrade/whsubmit' | 'microtrade/quote'>>
type Errors = Partial<Record<ErrorCode, (server: TestServer) => Promise<never>>>

/** Refusals of the terms and of the trading permission, common to quote and order. */
function refusals(symbol: string, send: Send): Errors {
  const asked = (more: Record<string, unknown>) => async (server: TestServer) =>
    send(server, await trader(server), more)
  const trader = async (server: TestServer) => {
    await whileOpen(server, symbol)
    return await secondsTrader(server, symbol)
  }
  const under = (settings: Partial<OperatorServer['trading']>) => async (server: TestServer) => {
    const who = await trader(server)
    return await withSettings(server, 'trading', settings, () => send(server, who))
  }
  const known = {
    configurationMissing: asked({ term: '61' }),
    wrongCurrencyType: asked({ currency: 'BTC' }),
    amountError: asked({ stake: '10.005' }),
    orderBelowMinimum: asked({ stake: '4.99' }),
    orderAboveMaximum: asked({ stake: '2000.01' }),
    pairNotFound: asked({ symbol: 'NOPENOPE' }),
    featureUnavailable: under({ disabled: [symbol] }),
    featureNotEnabled: under({ enabled: false }),
    tradingClosing: under({ closing: [symbol] }),
    async tradingNotActivated(server: TestServer) {
      await whileOpen(server, symbol)
      return await send(server, await funded(server))
    },
    async realNameRequired(server: TestServer) {
      const who = await trader(server)
      await setUserFields(server, who, { identity: 0 })
      return await send(server, who)
    },
    async realNameFailed(server: TestServer) {
      const who = await trader(server)
      await setUserFields(server, who, { identity: 0 })
      await refusedName(server, who)
      await whileOpen(server, symbol)
      return await send(server, who)
    },
  }
  return known as unknown as Errors
}

/** Refusals of closing markets. */
function hours(symbol: string, send: Send): Errors {
  const known = {
    async marketClosed(server: TestServer) {
      await whileOpen(server, symbol)
      const who = await secondsTrader(server, symbol)
      await beforeClose(server, 0, symbol)
      return await send(server, who)
    },
    async expiryAfterClose(server: TestServer) {
      await beforeClose(server, 60, symbol)
      return await send(server, await secondsTrader(server, symbol))
    },
  }
  return known as unknown as Errors
}

/** Refusals of an order only. */
function money(symbol: string, other: string): Errors {
  const send: Send = (server, who, more) => sendSeconds(server, who, symbol, more)
  const trader = async (server: TestServer) => {
    await whileOpen(server, symbol)
    return await secondsTrader(server, symbol)
  }
  const known = {
    async typeError(server: TestServer) {
      const who = await trader(server)
      return await server.call(
        symbol === CRYPTO ? 'microtrade/submit' : 'microtrade/whsubmit',
        secondsOrder(server, other),
        { ...as(who), headers: { 'idempotency-key': `type-${symbol}` } },
      )
    },
    async priceChanged(server: TestServer) {
      const who = await trader(server)
      const { last = '1' } = server.context.market.tickAt(symbol, server.clock.nowMs()) ?? {}
      return await send(server, who, { price: (Number(last) * 1.0011).toFixed(6) })
    },
    amountError: async (server: TestServer) => send(server, await trader(server), { profit: '70.01' }),
    async feeDeductionFailed(server: TestServer) {
      const who = await trader(server)
      const term = { seconds: 60, long: '70', short: '70', fee: '0.5', minimum: '5', maximum: '2000' } as const
      return await withSettings(server, 'seconds', { symbols: { [symbol]: [term] } }, () =>
        send(server, who, { stake: FUNDS, fee: '2.5', profit: '350' }),
      )
    },
    insufficientAccountBalance: async (server: TestServer) =>
      send(server, await trader(server), {
        stake: '500.01',
        ...(symbol === CRYPTO ? { fee: '2.50005' } : {}),
        profit: '350.007',
      }),
    async statusAbnormal(server: TestServer) {
      const who = await trader(server)
      await setUserFields(server, who, { mode: 'demo' })
      return await send(server, who)
    },
    async accountFrozen(server: TestServer) {
      const who = await trader(server)
      await setUserFields(server, who, { frozen: 1 })
      return await send(server, who)
    },
    async userLocked(server: TestServer) {
      const who = await trader(server)
      await server.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', who.account).execute()
      return await send(server, who)
    },
  }
  return known as unknown as Errors
}

async function bought(server: TestServer, symbol: string): Promise<Person> {
  await whileOpen(server, symbol)
  const who = await secondsTrader(server, symbol)
  await buySeconds(server, who, symbol)
  return who
}

type Exit = 'microtrade/sell' | 'microtrade/cancel' | 'microtrade/sell_quote'

/** A new contract of a new user, to which a call is sent; `change` comes between. */
const exited =
  <C extends Exit>(send: (server: TestServer, who: Person, payload: Record<string, unknown>) => Promise<Reply<C>>) =>
  async (
    server: TestServer,
    payload: Record<string, unknown> = {},
    change?: (server: TestServer, who: Person, id: string) => Promise<unknown>,
  ): Promise<Reply<C>> => {
    const who = await secondsTrader(server)
    const { data } = await buySeconds(server, who)
    await change?.(server, who, data.id)
    return await send(server, who, { id: data.id, ...payload })
  }
const sold = exited<'microtrade/sell'>(sellSeconds)
const cancelled = exited<'microtrade/cancel'>(cancelSeconds)
const saleQuoted = exited<'microtrade/sell_quote'>((server, who, { id }) => quoteSecondsSale(server, who, String(id)))

/** Refusals of the end of a contract by its owner. */
function ends(send: typeof sold | typeof cancelled): Errors {
  const known = {
    dataNotFound: (server: TestServer) => send(server, { id: 'unknown' }),
    tradeRecordGone: (server: TestServer) => send(server, {}, (_, who, id) => sellSeconds(server, who, { id })),
    wrongCurrencyType: (server: TestServer) => send(server, { currency: 'BTC' }),
    async tradeAbnormal(server: TestServer) {
      const who = await secondsTrader(server)
      const { data } = await buySeconds(server, who)
      const end = send === sold ? sellSeconds : cancelSeconds
      return await withoutHold(server, 'seconds_orders', data.id, () => end(server, who, { id: data.id }))
    },
    statusAbnormal: (server: TestServer) => send(server, { mode: 'demo' }),
    accountFrozen: (server: TestServer) => send(server, {}, (_, who) => setUserFields(server, who, { frozen: 1 })),
    userLocked: (server: TestServer) => send(server, {}, (_, who) => setUserFields(server, who, { locked: 1 })),
  }
  return known as unknown as Errors
}

/** Settings that offer no sale. */
const withoutSale = <Value>(server: TestServer, run: () => Promise<Value>): Promise<Value> =>
  withSettings(server, 'seconds', { sale: undefined }, run)

const sendCrypto: Send = (server, who, more) => sendSeconds(server, who, CRYPTO, more, 'microtrade/submit')
const sendForex: Send = (server, who, more) => sendSeconds(server, who, FOREX, more, 'microtrade/whsubmit')

export const cases: Cases = {
  'microtrade/seconds': {
    ok: (server) => server.call('microtrade/seconds', { symbol: CRYPTO }),
    inspect: ({ rows, tie }) =>
      expect([tie, rows[1]]).toEqual([
        'returned',
        {
          id: '60',
          seconds: 60,
          long: '70',
          short: '70',
          fee: '0.5',
          currency: 'USDT',
          minimum: '5',
          maximum: '2000',
          offered: true,
        },
      ]),
    errors: { pairNotFound: (server) => server.call('microtrade/seconds', { symbol: 'NOPENOPE' }) },
  },
  'microtrade/payable_currencies': {
    ok: async (server) => server.call('microtrade/payable_currencies', { symbol: CRYPTO }, as(await funded(server))),
    inspect: ({ rows }) =>
      expect(rows).toEqual([
        { currency: 'USDT', balance: FUNDS, available: FUNDS, minimum: '5', maximum: '20000', step: '0.01' },
      ]),
    errors: {
      pairNotFound: async (server) =>
        server.call('microtrade/payable_currencies', { symbol: 'NOPENOPE' }, as(await server.person())),
    },
  },
  'microtrade/quote': {
    ok: async (server) => askSeconds(server, await secondsTrader(server)),
    inspect: (data) =>
      expect(data).toMatchObject({
        stake: '100',
        fee: '0.5',
        rate: '70',
        profit: '70',
        payout: '170',
        seconds: 60,
        base: 'BTC',
        quote: 'USDT',
        tie: 'returned',
      }),
    errors: {
      ...refusals(CRYPTO, (server, who, more) => askSeconds(server, who, CRYPTO, more)),
      ...hours(FOREX, (server, who, more) => askSeconds(server, who, FOREX, more)),
    },
  },
  'microtrade/submit': {
    ok: async (server) => buySeconds(server, await secondsTrader(server)),
    inspect: (data) =>
      expect(data).toMatchObject({
        class: 'crypto',
        side: 'long',
        status: 0,
        stake: '100',
        fee: '0.5',
        payout: '170',
        result: null,
        exitPrice: null,
        left: 60,
        leftMs: 60_000,
      }),
    errors: { ...refusals(CRYPTO, sendCrypto), ...money(CRYPTO, FOREX) },
  },
  'microtrade/whsubmit': {
    async ok(server) {
      await whileOpen(server)
      return await buySeconds(server, await secondsTrader(server, FOREX), FOREX, { side: 'short' })
    },
    inspect: (data) =>
      expect(data).toMatchObject({ class: 'forex', side: 'short', status: 0, stake: '100', fee: '0', payout: '170' }),
    errors: { ...refusals(FOREX, sendForex), ...hours(FOREX, sendForex), ...money(FOREX, CRYPTO) },
  },
  'microtrade/sell_quote': {
    ok: (server) => saleQuoted(server),
    inspect: (data) =>
      expect([Number(data.proceeds) > 60 && Number(data.proceeds) < 170, data.payout, data.lasts]).toEqual([
        true,
        '170',
        10,
      ]),
    errors: {
      dataNotFound: async (server) => quoteSecondsSale(server, await secondsTrader(server), 'unknown'),
      tradeRecordGone: (server) => saleQuoted(server, {}, () => server.clock.advance(61)),
      saleNotPossible: (server) => saleQuoted(server, {}, () => server.clock.advance(56)),
      featureNotEnabled: (server) => withoutSale(server, () => saleQuoted(server)),
    },
  },
  'microtrade/sell': {
    ok: (server) => sold(server),
    inspect: ({ status, proceeds, result }) =>
      expect([status, Number(result)]).toEqual([4, Number((Number(proceeds) - 100.5).toFixed(8))]),
    errors: {
      ...ends(sold),
      saleNotPossible: (server) => sold(server, {}, () => server.clock.advance(56)),
      quoteExpired: (server) => sold(server, { until: server.clock.now() - 1 }),
      priceChanged: (server) => sold(server, { least: '170' }),
      featureNotEnabled: (server) => withoutSale(server, () => sold(server)),
    },
  },
  'microtrade/cancel': {
    ok: (server) => cancelled(server),
    inspect: ({ status, result, cancelFee, proceeds }) =>
      expect([status, result, cancelFee, proceeds]).toEqual([5, '-10', '10', null]),
    errors: {
      ...ends(cancelled),
      amountError: (server) => cancelled(server, { cancelFee: '9.99' }),
      orderCannotBeCancelled: (server) => cancelled(server, {}, () => server.clock.advance(6)),
    },
  },
  'microtrade/lists': {
    ok: async (server) =>
      server.call(
        'microtrade/lists',
        { state: 'running', symbol: CRYPTO, side: 'long' },
        as(await bought(server, CRYPTO)),
      ),
    inspect: ({ rows, next }) =>
      expect([rows.map(({ symbol, status }) => [symbol, status]), next]).toEqual([[[CRYPTO, 0]], null]),
    errors: {},
  },
  'microtrade/whlists': {
    async ok(server) {
      const who = await bought(server, FOREX)
      await activate(server, who, CRYPTO)
      await buySeconds(server, who, CRYPTO)
      return await server.call('microtrade/whlists', {}, as(who))
    },
    inspect: ({ rows }) => expect(rows.map(({ symbol }) => symbol)).toEqual([FOREX]),
    errors: {},
  },
  'microtrade/order': {
    async ok(server) {
      const who = await secondsTrader(server)
      const { data } = await buySeconds(server, who)
      return await server.call('microtrade/order', { id: data.id }, as(who))
    },
    inspect: (data) => expect(data).toMatchObject({ status: 0, stake: '100' }),
    errors: {
      async dataNotFound(server) {
        const { data } = await buySeconds(server, await secondsTrader(server))
        return await server.call('microtrade/order', { id: data.id }, as(await server.person()))
      },
    },
  },
}
