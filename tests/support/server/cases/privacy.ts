import { expect } from 'vitest'
import { steppedUp } from '../flows/security.ts'
import { emptied } from '../flows/closing.ts'
import { setUserFields, withdraw, withdrawer } from '../flows/withdrawals.ts'
import type { Cases } from '../caseTypes.ts'

export const cases: Cases = {
  'user/agreements': {
    async ok(server) {
      const { token } = await server.person()
      await server.call('trade/activate', { symbol: 'ETHUSDT', product: 'leveraged' }, { token })
      return await server.call('user/agreements', {}, { token })
    },
    inspect({ documents, risks }) {
      expect(documents.map(({ document }) => document)).toEqual(['privacy', 'risk', 'terms'])
      expect(risks).toMatchObject([{ product: 'leveraged', version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }])
    },
    errors: {},
  },
  'user/close': {
    ok: async (server) => steppedUp(server, await emptied(server), 'user/close', {}),
    errors: {
      stepUpRequired: async (server) => server.call('user/close', {}, { token: (await emptied(server)).token }),
      async accountFrozen(server) {
        const person = await emptied(server)
        await setUserFields(server, person, { frozen: 1 })
        return await steppedUp(server, person, 'user/close', {})
      },
      accountNotEmpty: async (server) => steppedUp(server, await server.person(), 'user/close', {}),
    },
  },
  'user/close_info': {
    async ok(server) {
      const who = await withdrawer(server)
      await withdraw(server, who)
      return await server.call('user/close_info', {}, { token: who.token })
    },
    inspect({ balances, open, mayClose }) {
      expect(balances).toEqual([{ account: 'coin', currency: 'USDT', amount: '1000' }])
      expect(open).toEqual([{ kind: 'withdrawals', count: 1 }])
      expect(mayClose).toBe(false)
    },
    errors: {},
  },
  'user/export': {
    ok: async (server) => steppedUp(server, await server.person(), 'user/export', {}),
    inspect({ name, text, complete }) {
      expect(name).toMatch(/^account-data-\d{4}-\d\d-\d\d\.json$/)
      expect(JSON.parse(text)).toMatchObject({ format: 1, truncated: [] })
      expect(complete).toBe(true)
    },
    errors: {
      stepUpRequired: async (server) => server.call('user/export', {}, { token: (await server.person()).token }),
      async accountFrozen(server) {
        const person = await server.person()
        await setUserFields(server, person, { frozen: 1 })
        return await steppedUp(server, person, 'user/export', {})
      },
    },
  },
}
