import { expect } from 'vitest'
import { png, type Person, type World } from '../testing/testServer.ts'
import type { Cases } from './types.ts'
import { advanced, verified } from './identity.ts'

let made = 0

async function picture(world: World, { token }: Person): Promise<string> {
  return (await world.upload(token, png(500_000 + ++made))).data.id
}

/** A deposit of 100 USDT by TRC20, with what is to be different. */
async function charge(world: World, more: Record<string, unknown> = {}, person?: Person) {
  const who = person ?? (await world.person())
  const screenshot = await picture(world, who)
  const payload = { mode: 'real', channel: 'wallet', currency: 'USDT', network: 'TRC20', amount: '100', screenshot, ...more }
  return await world.call('wallet/charge_req', payload, { token: who.token, headers: { 'idempotency-key': `deposit-case-${++made}` } })
}

async function marked(world: World, column: 'frozen' | 'locked'): Promise<Person> {
  const person = await world.person()
  await world.context.db.updateTable('users').set({ [column]: 1 }).where('account', '=', person.account).execute()
  return person
}

export const cases: Cases = {
  'wallet/charge_info': {
    ok: async (world) => world.call('wallet/charge_info', {}, { token: (await world.person()).token }),
    look: ({ options }) => expect(new Set(options.map(({ channel }) => channel))).toEqual(new Set(['wallet', 'card', 'manual', 'c2c'])),
    errors: {},
  },
  'wallet/get_in_address': {
    ok: async (world) => world.call('wallet/get_in_address', { channel: 'wallet', currency: 'USDT', network: 'TRC20' }, { token: (await world.person()).token }),
    look: (place) => expect(place).toMatchObject({ currency: 'USDT', network: 'TRC20', address: expect.stringMatching(/^T\w{33}$/), sandbox: true }),
    errors: { wrongCurrencyType: async (world) => world.call('wallet/get_in_address', { channel: 'wallet', currency: 'USDT', network: 'BTC' }, { token: (await world.person()).token }) },
  },
  'wallet/charge_req': {
    ok: (world) => charge(world),
    look: (deposit) => expect(deposit).toMatchObject({ channel: 'wallet', currency: 'USDT', network: 'TRC20', amount: '100', status: 0, reason: null, reviewed: null, finished: null }),
    errors: {
      async demoForbids(world) {
        const person = await world.person()
        await world.call('user/switch_account', { mode: 'demo' }, { token: person.token })
        return await charge(world, { mode: 'demo' }, person)
      },
      async statusAbnormal(world) {
        const person = await world.person()
        await world.call('user/switch_account', { mode: 'demo' }, { token: person.token })
        return await charge(world, {}, person)
      },
      wrongCurrencyType: (world) => charge(world, { currency: 'BTC' }),
      amountError: (world) => charge(world, { amount: '100.000000001' }),
      minimumDeposit: (world) => charge(world, { amount: '9.99999999' }),
      amountAboveMaximum: (world) => charge(world, { amount: '50000.00000001' }),
      async slipNotFound(world) {
        const screenshot = await picture(world, await world.person())
        return await charge(world, { screenshot })
      },
      async slipStatusAbnormal(world) {
        const person = await verified(world)
        const screenshot = await picture(world, person)
        await advanced(world, person, { front: screenshot })
        return await charge(world, { screenshot }, person)
      },
      async fileExists(world) {
        const person = await world.person()
        const screenshot = await picture(world, person)
        await charge(world, { screenshot }, person)
        return await charge(world, { screenshot }, person)
      },
      accountFrozen: async (world) => charge(world, {}, await marked(world, 'frozen')),
      async userLocked(world) {
        const person = await world.person()
        const screenshot = await picture(world, person)
        await world.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', person.account).execute()
        const payload = { mode: 'real', channel: 'wallet', currency: 'USDT', network: 'TRC20', amount: '100', screenshot }
        return await world.call('wallet/charge_req', payload, { token: person.token, headers: { 'idempotency-key': `deposit-case-${++made}` } })
      },
    },
  },
  'chargelist/log': {
    async ok(world) {
      const person = await world.person()
      await charge(world, { amount: '20' }, person)
      await charge(world, { amount: '30' }, person)
      return await world.call('chargelist/log', { status: 0, currency: 'USDT' }, { token: person.token })
    },
    look: ({ rows, next }) => expect([rows.map(({ amount }) => amount), next]).toEqual([['30', '20'], null]),
    errors: {},
  },
  'wallet/detail': {
    async ok(world) {
      const person = await world.person()
      const { data } = await charge(world, {}, person)
      return await world.call('wallet/detail', { kind: 'deposit', id: data.id }, { token: person.token })
    },
    look: ({ deposit }) => expect(deposit).toMatchObject({ amount: '100', status: 0 }),
    errors: {
      async dataNotFound(world) {
        const { data } = await charge(world)
        return await world.call('wallet/detail', { kind: 'deposit', id: data.id }, { token: (await world.person()).token })
      },
    },
  },
}
