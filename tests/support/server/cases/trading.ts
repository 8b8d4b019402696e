import { expect } from 'vitest'
import { activate, withSettings } from '../trading.ts'
import type { Person, TestServer } from '../testServer.ts'
import type { Cases } from './types.ts'

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
  'trade/access': {
    ok: async (server) =>
      server.call('trade/access', { symbol: 'BTCUSDT', product: 'seconds' }, { token: (await server.person()).token }),
    inspect(data) {
      expect(data).toMatchObject({
        symbol: 'BTCUSDT',
        product: 'seconds',
        state: 'notActivated',
        activated: false,
        open: true,
        opens: null,
        closes: null,
        riskTitle: 'Risks of fixed-time contracts',
      })
      expect(data.risk.length).toBeGreaterThan(1)
    },
    errors: {
      pairNotFound: async (server) =>
        server.call('trade/access', { symbol: 'NOPE', product: 'spot' }, { token: (await server.person()).token }),
    },
  },
  'trade/activate': {
    ok: async (server) => activate(server, await server.person(), 'BTCUSDT', 'leveraged'),
    inspect: (data) => expect(data).toMatchObject({ product: 'leveraged', state: 'open', activated: true }),
    errors: {
      pairNotFound: async (server) => activate(server, await server.person(), 'NOPE', 'seconds'),
      async featureNotEnabled(server) {
        const person = await server.person()
        return await withSettings(server, 'trading', { enabled: false }, () =>
          activate(server, person, 'BTCUSDT', 'seconds'),
        )
      },
      async featureUnavailable(server) {
        const person = await server.person()
        return await withSettings(server, 'trading', { disabled: ['BTCUSDT'] }, () =>
          activate(server, person, 'BTCUSDT', 'seconds'),
        )
      },
      async tradingClosing(server) {
        const person = await server.person()
        return await withSettings(server, 'trading', { closing: ['BTCUSDT'] }, () =>
          activate(server, person, 'BTCUSDT', 'seconds'),
        )
      },
      async tradingAccountAlreadySet(server) {
        const person = await server.person()
        await activate(server, person, 'BTCUSDT', 'seconds')
        return await activate(server, person, 'BTCUSDT', 'seconds')
      },
      accountFrozen: async (server) => activate(server, await marked(server, 'frozen'), 'BTCUSDT', 'seconds'),
      userLocked: async (server) => activate(server, await marked(server, 'locked'), 'BTCUSDT', 'seconds'),
    },
  },
}
