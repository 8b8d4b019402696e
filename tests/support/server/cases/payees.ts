import { expect } from 'vitest'
import { sandboxAddress } from '../../../../src/server/modules/money/deposits/instructions.ts'
import { steppedUp } from '../flows/security.ts'
import { certify, setUserFields, withdraw, withdrawer } from '../flows/withdrawals.ts'
import type { Person, TestServer } from '../testServer.ts'
import type { Cases } from '../caseTypes.ts'

const CARD = { kind: 'card', number: '4242 4242 4242 4242', holder: 'Ann Miller', bank: 'First Bank' }
const TRON = { kind: 'address', currency: 'USDT', network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }

async function save(
  server: TestServer,
  more: Record<string, unknown> = {},
  base: Record<string, unknown> = TRON,
  person?: Person,
) {
  return await steppedUp(server, person ?? (await server.person()), 'user/cash_save', { ...base, ...more })
}

/** Switches the whitelist of a user on or off. */
const whitelist = (server: TestServer, person: Person, way: 'on' | 'off') =>
  steppedUp(server, person, 'safe/whitelist_set', { way })

/** A user whose whitelist is on. */
async function restricted(server: TestServer): Promise<Person> {
  const person = await server.person()
  await whitelist(server, person, 'on')
  return person
}

export const cases: Cases = {
  'safe/whitelist': {
    async ok(server) {
      const person = await restricted(server)
      await whitelist(server, person, 'off')
      return await server.call('safe/whitelist', {}, { token: person.token })
    },
    inspect: (data) => expect(data).toMatchObject({ on: true, endsAt: expect.any(Number) }),
    errors: {},
  },
  'safe/whitelist_set': {
    ok: async (server) => whitelist(server, await restricted(server), 'off'),
    errors: {
      async stepUpRequired(server) {
        const { token } = await restricted(server)
        return await server.call('safe/whitelist_set', { way: 'off' }, { token })
      },
      async accountFrozen(server) {
        const person = await restricted(server)
        await setUserFields(server, person, { frozen: 1 })
        return await whitelist(server, person, 'off')
      },
      statusAbnormal: async (server) => whitelist(server, await restricted(server), 'on'),
    },
  },
  'user/cash_save': {
    ok: (server) => save(server),
    inspect: ({ id }) => expect(id).toMatch(/^[\w-]+$/),
    errors: {
      stepUpRequired: async (server) => server.call('user/cash_save', TRON, { token: (await server.person()).token }),
      async accountFrozen(server) {
        const person = await server.person()
        await setUserFields(server, person, { frozen: 1 })
        return await save(server, {}, TRON, person)
      },
      missingParameter: (server) => save(server, { address: null }),
      parameterError: (server) => save(server, { address: 'too short' }),
      wrongCardNumber: (server) => save(server, { number: '4242 4242 4242 4241' }, CARD),
      async holderDiffers(server) {
        const person = await server.person()
        await certify(server, person, { first_name: 'Bob', last_name: 'Stone' })
        return await save(server, {}, CARD, person)
      },
      wrongAddress: (server) => save(server, { network: 'ERC20' }),
      ownDepositAddress: (server) => save(server, { address: sandboxAddress('ann', 'USDT', 'TRC20') }),
      currencyNotAdded: (server) => save(server, { currency: 'XRP' }),
      wrongCurrencyType: (server) => save(server, { currency: 'ETH' }),
      async addressExists(server) {
        const person = await server.person()
        await save(server, {}, CARD, person)
        return await save(server, { number: '4242424242424242', holder: 'Other Holder' }, CARD, person)
      },
      async payeesFull(server) {
        const person = await server.person()
        const { id } = (await server.call('user/info', {}, { token: person.token })).data
        const rows = Array.from({ length: 20 }, (_, at) => ({
          id: `full-${at}-${id}`,
          user_id: id,
          kind: 'card' as const,
          number: `${at}`,
          holder: 'A',
          bank: 'B',
          currency: null,
          network: null,
          created: 0,
          deleted: null,
        }))
        await server.context.db.insertInto('payees').values(rows).execute()
        return await save(server, {}, CARD, person)
      },
    },
  },
  'user/cash_info': {
    async ok(server) {
      const person = await server.person()
      await save(server, {}, TRON, person)
      await save(server, {}, CARD, person)
      return await server.call('user/cash_info', {}, { token: person.token })
    },
    inspect({ cards, addresses, coins }) {
      expect(cards).toMatchObject([{ number: '•••• •••• •••• 4242', holder: 'Ann Miller', bank: 'First Bank' }])
      expect(addresses).toMatchObject([{ currency: 'USDT', network: 'TRC20', address: TRON.address }])
      expect(coins[0]).toEqual({ currency: 'USDT', networks: ['TRC20', 'ERC20'] })
    },
    errors: {},
  },
  'user/cash_label': {
    async ok(server) {
      const person = await server.person()
      const { data } = await save(server, {}, TRON, person)
      return await server.call('user/cash_label', { id: data.id, label: 'Savings' }, { token: person.token })
    },
    errors: {
      async dataNotFound(server) {
        const { data } = await save(server)
        const { token } = await server.person()
        return await server.call('user/cash_label', { id: data.id, label: 'Savings' }, { token })
      },
      async parameterError(server) {
        const { token } = await server.person()
        return await server.call('user/cash_label', { id: 'some', label: 'x'.repeat(31) }, { token })
      },
    },
  },
  'user/cash_del': {
    async ok(server) {
      const person = await server.person()
      const { data } = await save(server, {}, TRON, person)
      return await server.call('user/cash_del', { id: data.id }, { token: person.token })
    },
    errors: {
      async noPermissionToDeleteAddress(server) {
        const { data } = await save(server)
        return await server.call('user/cash_del', { id: data.id }, { token: (await server.person()).token })
      },
      async withdrawalPending(server) {
        const who = await withdrawer(server)
        await withdraw(server, who)
        return await server.call('user/cash_del', { id: who.payee }, { token: who.token })
      },
    },
  },
}
