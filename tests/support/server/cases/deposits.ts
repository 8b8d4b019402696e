import { expect } from 'vitest'
import { unusedPng, type Person, type TestServer } from '../testServer.ts'
import type { Cases } from '../caseTypes.ts'
import { advanced, verified } from './identity.ts'

let deposits = 0

async function picture(server: TestServer, { token }: Person): Promise<string> {
  return (await server.upload(token, unusedPng())).data.id
}

/** A deposit of 100 USDT by TRC20; `more` overrides fields. */
async function charge(server: TestServer, more: Record<string, unknown> = {}, person?: Person) {
  const who = person ?? (await server.person())
  const screenshot = await picture(server, who)
  const payload = {
    mode: 'real',
    channel: 'wallet',
    currency: 'USDT',
    network: 'TRC20',
    amount: '100',
    screenshot,
    ...more,
  }
  return await server.call('wallet/charge_req', payload, {
    token: who.token,
    headers: { 'idempotency-key': `deposit-case-${++deposits}` },
  })
}

async function marked(server: TestServer, column: 'frozen' | 'locked'): Promise<Person> {
  const person = await server.person()
  await server.context.db
    .updateTable('users')
    .set({ [column]: 1 })
    .where('account', '=', person.account)
    .execute()
  return person
}

export const cases: Cases = {
  'wallet/charge_info': {
    ok: async (server) => server.call('wallet/charge_info', {}, { token: (await server.person()).token }),
    inspect: ({ options }) =>
      expect(new Set(options.map(({ channel }) => channel))).toEqual(new Set(['wallet', 'card', 'manual', 'c2c'])),
    errors: {},
  },
  'wallet/get_in_address': {
    ok: async (server) =>
      server.call(
        'wallet/get_in_address',
        { channel: 'wallet', currency: 'USDT', network: 'TRC20' },
        { token: (await server.person()).token },
      ),
    inspect: (place) =>
      expect(place).toMatchObject({
        currency: 'USDT',
        network: 'TRC20',
        address: expect.stringMatching(/^T\w{33}$/),
        sandbox: true,
      }),
    errors: {
      wrongCurrencyType: async (server) =>
        server.call(
          'wallet/get_in_address',
          { channel: 'wallet', currency: 'USDT', network: 'BTC' },
          { token: (await server.person()).token },
        ),
    },
  },
  'wallet/charge_req': {
    ok: (server) => charge(server),
    inspect: (deposit) =>
      expect(deposit).toMatchObject({
        channel: 'wallet',
        currency: 'USDT',
        network: 'TRC20',
        amount: '100',
        status: 0,
        reason: null,
        reviewed: null,
        finished: null,
      }),
    errors: {
      async demoForbids(server) {
        const person = await server.person()
        await server.call('user/switch_account', { mode: 'demo' }, { token: person.token })
        return await charge(server, { mode: 'demo' }, person)
      },
      async statusAbnormal(server) {
        const person = await server.person()
        await server.call('user/switch_account', { mode: 'demo' }, { token: person.token })
        return await charge(server, {}, person)
      },
      wrongCurrencyType: (server) => charge(server, { currency: 'BTC' }),
      amountError: (server) => charge(server, { amount: '100.000000001' }),
      minimumDeposit: (server) => charge(server, { amount: '9.99999999' }),
      amountAboveMaximum: (server) => charge(server, { amount: '50000.00000001' }),
      async slipNotFound(server) {
        const screenshot = await picture(server, await server.person())
        return await charge(server, { screenshot })
      },
      async slipStatusAbnormal(server) {
        const person = await verified(server)
        const screenshot = await picture(server, person)
        await advanced(server, person, { front: screenshot })
        return await charge(server, { screenshot }, person)
      },
      async fileExists(server) {
        const person = await server.person()
        const screenshot = await picture(server, person)
        await charge(server, { screenshot }, person)
        return await charge(server, { screenshot }, person)
      },
      accountFrozen: async (server) => charge(server, {}, await marked(server, 'frozen')),
      async userLocked(server) {
        const person = await server.person()
        const screenshot = await picture(server, person)
        await server.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', person.account).execute()
        const payload = {
          mode: 'real',
          channel: 'wallet',
          currency: 'USDT',
          network: 'TRC20',
          amount: '100',
          screenshot,
        }
        return await server.call('wallet/charge_req', payload, {
          token: person.token,
          headers: { 'idempotency-key': `deposit-case-${++deposits}` },
        })
      },
    },
  },
  'chargelist/log': {
    async ok(server) {
      const person = await server.person()
      await charge(server, { amount: '20' }, person)
      await charge(server, { amount: '30' }, person)
      return await server.call('chargelist/log', { status: 0, currency: 'USDT' }, { token: person.token })
    },
    inspect: ({ rows, next }) => expect([rows.map(({ amount }) => amount), next]).toEqual([['30', '20'], null]),
    errors: {},
  },
  'wallet/detail': {
    async ok(server) {
      const person = await server.person()
      const { data } = await charge(server, {}, person)
      return await server.call('wallet/detail', { kind: 'deposit', id: data.id }, { token: person.token })
    },
    inspect: ({ deposit }) => expect(deposit).toMatchObject({ amount: '100', status: 0 }),
    errors: {
      async dataNotFound(server) {
        const { data } = await charge(server)
        return await server.call(
          'wallet/detail',
          { kind: 'deposit', id: data.id },
          { token: (await server.person()).token },
        )
      },
    },
  },
}
