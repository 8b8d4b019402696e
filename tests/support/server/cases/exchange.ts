import { expect } from 'vitest'
import type { Literal } from '../../../../src/engine/language/values/units.ts'
import type { CallId } from '../../../../src/generated/calls.ts'
import type { FlashQuote } from '../../../../src/generated/entities.ts'
import type { OperatorServer } from '../../../../src/generated/operator.ts'
import { minor } from '../../../../src/server/kit/ledger/index.ts'
import { refusedName } from '../flows/identity.ts'
import { withSettings } from '../flows/trading.ts'
import { certify, setUserFields } from '../flows/withdrawals.ts'
import type { Person, Reply, TestServer } from '../testServer.ts'
import type { Cases } from '../caseTypes.ts'

let keys = 0
const newKey = () => `exchange-case-${++keys}`

const ask = (server: TestServer, { token }: Person, more: Record<string, unknown> = {}) =>
  server.call('wallet/flash_quote', { mode: 'real', from: 'USDT', to: 'BTC', pay: '100', ...more }, { token })

const send = (
  server: TestServer,
  { token }: Person,
  { id, from, to, pay, receive, fee }: FlashQuote,
  more: Record<string, unknown> = {},
) =>
  server.call(
    'wallet/flashAgainst',
    { mode: 'real', quote: id, from, to, pay, receive, fee, ...more },
    { token, headers: { 'idempotency-key': newKey() } },
  )

/** A user with a verified name. */
async function exchanger(server: TestServer): Promise<Person> {
  const person = await server.person()
  await certify(server, person)
  return person
}

/** A user with a quote for 100 of their 1000 USDT. */
async function quoted(server: TestServer): Promise<{ person: Person; quote: FlashQuote }> {
  const person = await exchanger(server)
  return { person, quote: (await ask(server, person)).data }
}

const mark = (server: TestServer, { account }: Person, column: 'frozen' | 'locked') =>
  server.context.db
    .updateTable('users')
    .set({ [column]: 1 })
    .where('account', '=', account)
    .execute()

async function marked(server: TestServer, column: 'frozen' | 'locked'): Promise<Person> {
  const person = await exchanger(server)
  await mark(server, person, column)
  return person
}

/** Refusals of the verification and of the markets, common to the quote and the exchange; `prepare` returns the request. */
function refusals<C extends CallId>(
  prepare: (server: TestServer) => Promise<{ person: Person; request: () => Promise<Reply<C>> }>,
) {
  const under = (settings: Partial<OperatorServer['trading']>) => async (server: TestServer) => {
    const { request } = await prepare(server)
    return await withSettings(server, 'trading', settings, request)
  }
  return {
    featureNotEnabled: under({ enabled: false }),
    featureUnavailable: under({ disabled: ['BTCUSDT'] }),
    tradingClosing: under({ closing: ['BTCUSDT'] }),
    async realNameRequired(server: TestServer) {
      const { person, request } = await prepare(server)
      await setUserFields(server, person, { identity: 0 })
      return await request()
    },
    async realNameFailed(server: TestServer) {
      const { person, request } = await prepare(server)
      await setUserFields(server, person, { identity: 0 })
      await refusedName(server, person)
      return await request()
    },
  }
}

const refill = (server: TestServer, { token }: Person) =>
  server.call('user/demo_refill', { mode: 'demo' }, { token, headers: { 'idempotency-key': newKey() } })

/** A user in demo mode, the balance reduced by `lost`. */
async function practising(server: TestServer, lost: Literal | null): Promise<Person> {
  const person = await server.person()
  await server.call('user/switch_account', { mode: 'demo' }, { token: person.token })
  if (lost !== null) await lose(server, person, lost)
  return person
}

async function lose(server: TestServer, person: Person, amount: Literal): Promise<void> {
  const { id } = (await server.call('user/info', {}, { token: person.token })).data
  await server.context.ledger.post({
    mode: 'demo',
    reason: 'test',
    entries: [{ from: { owner: id, kind: 'coin' }, to: 'trading', currency: 'USDT', amount: minor(amount, 'USDT') }],
  })
}

export const cases: Cases = {
  'wallet/flashAgainstList': {
    ok: async (server) => server.call('wallet/flashAgainstList', {}, { token: (await server.person()).token }),
    inspect({ rows, fee }) {
      expect(rows[0]).toMatchObject({
        currency: 'USDT',
        name: 'Tether',
        available: '1000',
        minimum: '10',
        maximum: '50000',
        rate: '1.00',
      })
      expect(rows.length).toBeGreaterThan(10)
      expect(fee).toBe('0.1')
    },
    errors: {},
  },
  'wallet/flash_quote': {
    ok: async (server) => ask(server, await exchanger(server)),
    inspect: (data) => expect(data).toMatchObject({ mode: 'real', from: 'USDT', to: 'BTC', pay: '100', lasts: 10 }),
    errors: {
      missingParameter: async (server) => ask(server, await exchanger(server), { pay: null }),
      parameterError: async (server) => ask(server, await exchanger(server), { receive: '1' }),
      amountError: async (server) => ask(server, await exchanger(server), { pay: '100.001' }),
      amountBelowMinimum: async (server) => ask(server, await exchanger(server), { pay: '9.99' }),
      amountAboveMaximum: async (server) => ask(server, await exchanger(server), { pay: '50000.01' }),
      typeError: async (server) => ask(server, await exchanger(server), { to: 'USDT' }),
      currencyNotFound: async (server) => ask(server, await exchanger(server), { to: 'NOPE' }),
      statusAbnormal: async (server) => ask(server, await exchanger(server), { mode: 'demo' }),
      accountFrozen: async (server) => ask(server, await marked(server, 'frozen')),
      userLocked: async (server) => ask(server, await marked(server, 'locked')),
      async tooManyRequests(server) {
        const person = await exchanger(server)
        for (let i = 0; i < 60; i++) await ask(server, person)
        return await ask(server, person)
      },
      ...refusals(async (server) => {
        const person = await exchanger(server)
        return { person, request: () => ask(server, person) }
      }),
    },
  },
  'wallet/flashAgainst': {
    async ok(server) {
      const { person, quote } = await quoted(server)
      return await send(server, person, quote)
    },
    inspect: (data) => expect(data).toMatchObject({ from: 'USDT', to: 'BTC', pay: '100' }),
    errors: {
      async dataNotFound(server) {
        const { quote } = await quoted(server)
        return await send(server, await exchanger(server), quote)
      },
      async quoteExpired(server) {
        const { person, quote } = await quoted(server)
        await server.clock.advance(quote.lasts)
        return await send(server, person, quote)
      },
      async tradeStatusAbnormal(server) {
        const { person, quote } = await quoted(server)
        await send(server, person, quote)
        return await send(server, person, quote)
      },
      async amountError(server) {
        const { person, quote } = await quoted(server)
        return await send(server, person, quote, { receive: '1' })
      },
      async insufficientBalance(server) {
        const person = await exchanger(server)
        return await send(server, person, (await ask(server, person, { pay: '1000.01' })).data)
      },
      async statusAbnormal(server) {
        const { person, quote } = await quoted(server)
        await server.call('user/switch_account', { mode: 'demo' }, { token: person.token })
        return await send(server, person, quote)
      },
      async accountFrozen(server) {
        const { person, quote } = await quoted(server)
        await mark(server, person, 'frozen')
        return await send(server, person, quote)
      },
      async userLocked(server) {
        const { person, quote } = await quoted(server)
        await mark(server, person, 'locked')
        return await send(server, person, quote)
      },
      ...refusals(async (server) => {
        const { person, quote } = await quoted(server)
        return { person, request: () => send(server, person, quote) }
      }),
    },
  },
  'wallet/myFlashAgainstList': {
    async ok(server) {
      const { person, quote } = await quoted(server)
      await send(server, person, quote)
      return await server.call('wallet/myFlashAgainstList', {}, { token: person.token })
    },
    inspect: ({ rows, next }) => expect([rows.map(({ pay }) => pay), next]).toEqual([['100'], null]),
    errors: {},
  },
  'lh/wh_bzhl_list': {
    ok: async (server) => server.call('lh/wh_bzhl_list', {}, { token: (await server.person()).token }),
    inspect({ currency, rows }) {
      expect(currency).toBe('USDT')
      expect(rows.map((row) => row.currency)).not.toContain('USDT')
      expect(rows.find((row) => row.currency === 'USD')).toEqual({ currency: 'USD', name: 'US Dollar', rate: '1.00' })
    },
    errors: {
      currencyNotFound: async (server) =>
        server.call('lh/wh_bzhl_list', { currency: 'NOPE' }, { token: (await server.person()).token }),
    },
  },
  'user/demo_refill': {
    ok: async (server) => refill(server, await practising(server, '99000.5')),
    inspect: ({ rows }) =>
      expect(rows.map(({ mode, kind, currency, balance }) => [mode, kind, currency, balance])).toEqual([
        ['demo', 'coin', 'USDT', '100000'],
      ]),
    errors: {
      refillNotNeeded: async (server) => refill(server, await practising(server, null)),
      async refillTooEarly(server) {
        const person = await practising(server, '1')
        await refill(server, person)
        await lose(server, person, '1')
        return await refill(server, person)
      },
      statusAbnormal: async (server) => refill(server, await server.person()),
      async accountFrozen(server) {
        const person = await practising(server, '1')
        await mark(server, person, 'frozen')
        return await refill(server, person)
      },
      async userLocked(server) {
        const person = await practising(server, '1')
        await mark(server, person, 'locked')
        return await refill(server, person)
      },
    },
  },
}
