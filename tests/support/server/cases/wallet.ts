import { expect } from 'vitest'
import { minor, type WalletKind } from '../../../../src/server/kit/ledger/index.ts'
import type { Person, TestServer } from '../testServer.ts'
import { MARGIN_REASON } from '../../../../src/server/modules/money/wallet/transfers.ts'
import type { Cases } from '../caseTypes.ts'

let keys = 0
const newKey = () => `cases-key-${++keys}`

/** Transfers 10 of the user's 1,000 USDT; `more` overrides payload fields. */
async function send(server: TestServer, more: Record<string, unknown> = {}, person?: Person, key = newKey()) {
  const { token } = person ?? (await server.person())
  const payload = { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: '10', ...more }
  return await server.call('wallet/transfer', payload, { token, headers: { 'idempotency-key': key } })
}

const idOf = async (server: TestServer, { token }: Person) => (await server.call('user/info', {}, { token })).data.id

async function marked(server: TestServer, column: 'frozen' | 'locked'): Promise<Person> {
  const person = await server.person()
  await server.context.db
    .updateTable('users')
    .set({ [column]: 1 })
    .where('account', '=', person.account)
    .execute()
  return person
}

/** A user with 50 USDT in the contract account, 1 of it bound as margin. */
async function leveraged(server: TestServer): Promise<Person> {
  const person = await server.person()
  const owner = await idOf(server, person)
  const account = { owner, kind: 'contract' as WalletKind, currency: 'USDT' }
  await server.context.ledger.post({
    mode: 'real',
    reason: 'test',
    entries: [{ from: 'deposits', to: account, currency: 'USDT', amount: minor('50', 'USDT') }],
  })
  await server.context.ledger.hold({ ...account, mode: 'real', amount: minor('1', 'USDT'), reason: MARGIN_REASON })
  return person
}

export const cases: Cases = {
  'wallet/statement': {
    ok: async (server) => {
      const person = await server.person()
      await send(server, {}, person)
      return await server.call('wallet/statement', { mode: 'real', currency: 'USDT', days: 30 }, person)
    },
    inspect: (data) =>
      expect(data).toMatchObject({
        rows: [
          { type: 'transfer', kind: 'contract', amount: '10', balance: '10' },
          { type: 'transfer', kind: 'coin', amount: '-10', balance: '990' },
          { type: 'opening', kind: 'coin', amount: '1000', balance: '1000' },
        ],
        next: null,
      }),
    errors: {},
  },
  'wallet/statement_csv': {
    ok: async (server) => {
      const person = await server.person()
      await send(server, {}, person)
      return await server.call('wallet/statement_csv', { mode: 'real', currency: 'USDT', days: 30 }, person)
    },
    inspect: (data) => expect(data).toMatchObject({ entries: 3, complete: true }),
    errors: {},
  },
  'wallet/transfer': {
    ok: (server) => send(server),
    inspect: (data) =>
      expect(data).toMatchObject({ mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: '10' }),
    errors: {
      insufficientBalance: (server) => send(server, { amount: '1000.00000001' }),
      amountError: (server) => send(server, { amount: '0.000000001' }),
      typeError: (server) => send(server, { to: 'coin' }),
      statusAbnormal: (server) => send(server, { mode: 'demo' }),
      currencyNotFound: (server) => send(server, { currency: 'NOPE' }),
      wrongCurrencyType: (server) => send(server, { currency: 'USD' }),
      leveragedTradeInProgress: async (server) =>
        send(server, { from: 'contract', to: 'coin', amount: '1' }, await leveraged(server)),
      accountFrozen: async (server) => send(server, {}, await marked(server, 'frozen')),
      userLocked: async (server) => send(server, {}, await marked(server, 'locked')),
    },
  },
  'wallet/performance': {
    async ok(server) {
      const person = await server.person()
      await send(server, { amount: '2' }, person)
      return await server.call(
        'wallet/performance',
        { mode: 'real', timeZone: 'Europe/Berlin', costs: true },
        { token: person.token },
      )
    },
    inspect: ({ total, coin, contract, costs }) =>
      expect([total, coin, contract, costs].flat().map((row) => ('amount' in row ? row.amount : row))).toEqual([
        '0',
        '0',
        '0',
      ]),
    errors: {},
  },
  'wallet/transfers': {
    async ok(server) {
      const person = await server.person()
      await send(server, { amount: '1.5' }, person)
      await send(server, { amount: '2' }, person)
      return await server.call('wallet/transfers', {}, { token: person.token })
    },
    inspect: ({ rows, next }) => expect([rows.map(({ amount }) => amount), next]).toEqual([['2', '1.5'], null]),
    errors: {},
  },
  'wallet/transfer_info': {
    ok: async (server) => server.call('wallet/transfer_info', {}, { token: (await leveraged(server)).token }),
    inspect: (data) =>
      expect(data).toEqual({
        rows: [{ currency: 'USDT', coin: '1000', contract: '0', step: '0.00000001' }],
        leveraged: true,
      }),
    errors: {},
  },
  'wallet/outcome': {
    async ok(server) {
      const person = await server.person()
      const key = newKey()
      await send(server, {}, person, key)
      return await server.call('wallet/outcome', { key }, { token: person.token })
    },
    inspect: (data) => expect(data).toEqual({ done: true, success: 'transferred' }),
    errors: {
      parameterError: async (server) =>
        server.call('wallet/outcome', { key: 'with spaces in it' }, { token: (await server.person()).token }),
    },
  },
}
