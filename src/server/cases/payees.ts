import { expect } from 'vitest'
import { withdraw, withdrawer } from '../testing/withdrawals.ts'
import type { Person, World } from '../testing/testServer.ts'
import type { Cases } from './types.ts'

const CARD = { kind: 'card', number: '4242 4242 4242 4242', holder: 'Ann Reader', bank: 'First Bank' }
const TRON = { kind: 'address', currency: 'USDT', network: 'TRC20', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }

async function save(world: World, more: Record<string, unknown> = {}, base: Record<string, unknown> = TRON, person?: Person) {
  const { token } = person ?? (await world.person())
  return await world.call('user/cash_save', { ...base, ...more }, { token })
}

export const cases: Cases = {
  'user/cash_save': {
    ok: (world) => save(world),
    look: ({ id }) => expect(id).toMatch(/^[\w-]+$/),
    errors: {
      missingParameter: (world) => save(world, { address: null }),
      parameterError: (world) => save(world, { address: 'too short' }),
      wrongCardNumber: (world) => save(world, { number: '4242 4242 4242 4241' }, CARD),
      wrongAddress: (world) => save(world, { network: 'ERC20' }),
      currencyNotAdded: (world) => save(world, { currency: 'XRP' }),
      wrongCurrencyType: (world) => save(world, { currency: 'ETH' }),
      async addressExists(world) {
        const person = await world.person()
        await save(world, {}, CARD, person)
        return await save(world, { number: '4242424242424242', holder: 'Somebody Else' }, CARD, person)
      },
      async payeesFull(world) {
        const person = await world.person()
        const { id } = (await world.call('user/info', {}, { token: person.token })).data
        const rows = Array.from({ length: 20 }, (_, at) => ({ id: `full-${at}-${id}`, user_id: id, kind: 'card' as const, number: `${at}`, holder: 'A', bank: 'B', currency: null, network: null, created: 0, deleted: null }))
        await world.context.db.insertInto('payees').values(rows).execute()
        return await save(world, {}, CARD, person)
      },
    },
  },
  'user/cash_info': {
    async ok(world) {
      const person = await world.person()
      await save(world, {}, TRON, person)
      await save(world, {}, CARD, person)
      return await world.call('user/cash_info', {}, { token: person.token })
    },
    look({ cards, addresses, coins }) {
      expect(cards).toMatchObject([{ number: '•••• •••• •••• 4242', holder: 'Ann Reader', bank: 'First Bank' }])
      expect(addresses).toMatchObject([{ currency: 'USDT', network: 'TRC20', address: TRON.address }])
      expect(coins[0]).toEqual({ currency: 'USDT', networks: ['TRC20', 'ERC20'] })
    },
    errors: {},
  },
  'user/cash_del': {
    async ok(world) {
      const person = await world.person()
      const { data } = await save(world, {}, TRON, person)
      return await world.call('user/cash_del', { id: data.id }, { token: person.token })
    },
    errors: {
      async noPermissionToDeleteAddress(world) {
        const { data } = await save(world)
        return await world.call('user/cash_del', { id: data.id }, { token: (await world.person()).token })
      },
      async withdrawalPending(world) {
        const who = await withdrawer(world)
        await withdraw(world, who)
        return await world.call('user/cash_del', { id: who.payee }, { token: who.token })
      },
    },
  },
}
