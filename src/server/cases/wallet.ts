import { expect } from 'vitest'
import { minor, type WalletKind } from '../ledger/index.ts'
import type { Person, World } from '../testing/testServer.ts'
import { MARGIN_REASON } from '../wallet/transfers.ts'
import type { Cases } from './types.ts'

let keys = 0
const newKey = () => `cases-key-${++keys}`

/** A transfer of 10 USDT of somebody's 1000, with what is to be different. */
async function send(world: World, more: Record<string, unknown> = {}, person?: Person, key = newKey()) {
  const { token } = person ?? (await world.person())
  const payload = { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: '10', ...more }
  return await world.call('wallet/transfer', payload, { token, headers: { 'idempotency-key': key } })
}

const idOf = async (world: World, { token }: Person) => (await world.call('user/info', {}, { token })).data.id

async function marked(world: World, column: 'frozen' | 'locked'): Promise<Person> {
  const person = await world.person()
  await world.context.db.updateTable('users').set({ [column]: 1 }).where('account', '=', person.account).execute()
  return person
}

/** Somebody with 50 USDT in the contract account, of which 1 is bound as margin. */
async function leveraged(world: World): Promise<Person> {
  const person = await world.person()
  const owner = await idOf(world, person)
  const account = { owner, kind: 'contract' as WalletKind, currency: 'USDT' }
  await world.context.ledger.post({ mode: 'real', reason: 'test', entries: [{ from: 'deposits', to: account, currency: 'USDT', amount: minor('50', 'USDT') }] })
  await world.context.ledger.hold({ ...account, mode: 'real', amount: minor('1', 'USDT'), reason: MARGIN_REASON })
  return person
}

export const cases: Cases = {
  'wallet/transfer': {
    ok: (world) => send(world),
    look: (data) => expect(data).toMatchObject({ mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: '10' }),
    errors: {
      insufficientBalance: (world) => send(world, { amount: '1000.00000001' }),
      amountError: (world) => send(world, { amount: '0.000000001' }),
      typeError: (world) => send(world, { to: 'coin' }),
      statusAbnormal: (world) => send(world, { mode: 'demo' }),
      currencyNotFound: (world) => send(world, { currency: 'NOPE' }),
      wrongCurrencyType: (world) => send(world, { currency: 'USD' }),
      leveragedTradeInProgress: async (world) => send(world, { from: 'contract', to: 'coin', amount: '1' }, await leveraged(world)),
      accountFrozen: async (world) => send(world, {}, await marked(world, 'frozen')),
      userLocked: async (world) => send(world, {}, await marked(world, 'locked')),
    },
  },
  'wallet/transfers': {
    async ok(world) {
      const person = await world.person()
      await send(world, { amount: '1.5' }, person)
      await send(world, { amount: '2' }, person)
      return await world.call('wallet/transfers', {}, { token: person.token })
    },
    look: ({ rows, next }) => expect([rows.map(({ amount }) => amount), next]).toEqual([['2', '1.5'], null]),
    errors: {},
  },
  'wallet/transfer_info': {
    ok: async (world) => world.call('wallet/transfer_info', {}, { token: (await leveraged(world)).token }),
    look: (data) => expect(data).toEqual({ rows: [{ currency: 'USDT', coin: '1000', contract: '0', step: '0.00000001' }], leveraged: true }),
    errors: {},
  },
  'wallet/outcome': {
    async ok(world) {
      const person = await world.person()
      const key = newKey()
      await send(world, {}, person, key)
      return await world.call('wallet/outcome', { key }, { token: person.token })
    },
    look: (data) => expect(data).toEqual({ done: true, success: 'transferred' }),
    errors: { parameterError: async (world) => world.call('wallet/outcome', { key: 'with spaces in it' }, { token: (await world.person()).token }) },
  },
}
