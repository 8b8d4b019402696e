import { expect } from 'vitest'
import { activate, configured } from '../testing/trading.ts'
import type { Person, World } from '../testing/testServer.ts'
import type { Cases } from './types.ts'

async function marked(world: World, column: 'frozen' | 'locked'): Promise<Person> {
  const person = await world.person()
  await world.context.db.updateTable('users').set({ [column]: 1 }).where('account', '=', person.account).execute()
  return person
}

export const cases: Cases = {
  'trade/access': {
    ok: async (world) => world.call('trade/access', { symbol: 'BTCUSDT', product: 'seconds' }, { token: (await world.person()).token }),
    look(data) {
      expect(data).toMatchObject({ symbol: 'BTCUSDT', product: 'seconds', state: 'notActivated', activated: false, open: true, opens: null, closes: null, riskTitle: 'Risks of fixed-time contracts' })
      expect(data.risk.length).toBeGreaterThan(1)
    },
    errors: { pairNotFound: async (world) => world.call('trade/access', { symbol: 'EURUSD', product: 'spot' }, { token: (await world.person()).token }) },
  },
  'trade/activate': {
    ok: async (world) => activate(world, await world.person(), 'BTCUSDT', 'leveraged'),
    look: (data) => expect(data).toMatchObject({ product: 'leveraged', state: 'open', activated: true }),
    errors: {
      pairNotFound: async (world) => activate(world, await world.person(), 'NOPE', 'seconds'),
      async featureNotEnabled(world) {
        const person = await world.person()
        return await configured(world, 'trading', { enabled: false }, () => activate(world, person, 'BTCUSDT', 'seconds'))
      },
      async featureUnavailable(world) {
        const person = await world.person()
        return await configured(world, 'trading', { disabled: ['BTCUSDT'] }, () => activate(world, person, 'BTCUSDT', 'seconds'))
      },
      async tradingClosing(world) {
        const person = await world.person()
        return await configured(world, 'trading', { closing: ['BTCUSDT'] }, () => activate(world, person, 'BTCUSDT', 'seconds'))
      },
      async tradingAccountAlreadySet(world) {
        const person = await world.person()
        await activate(world, person, 'BTCUSDT', 'seconds')
        return await activate(world, person, 'BTCUSDT', 'seconds')
      },
      accountFrozen: async (world) => activate(world, await marked(world, 'frozen'), 'BTCUSDT', 'seconds'),
      userLocked: async (world) => activate(world, await marked(world, 'locked'), 'BTCUSDT', 'seconds'),
    },
  },
}
