import { expect } from 'vitest'
import { as } from '../flows/security.ts'
import { limited, limit } from '../flows/selfLimits.ts'
import type { Cases } from '../caseTypes.ts'

export const cases: Cases = {
  'safe/limits': {
    async ok(server) {
      const person = await limited(server)
      await limit(server, person, { maximum: null })
      await server.call('safe/pause', { length: 'hours24' }, as(person))
      return await server.call('safe/limits', {}, as(person))
    },
    inspect({ rows, pause }) {
      expect(rows).toHaveLength(6)
      expect(rows[0]).toMatchObject({ kind: 'deposit', period: 'day', maximum: '100', nextMaximum: null })
      expect(rows[0]?.changesAt).not.toBeNull()
      expect(pause?.kind).toBe('timeOut')
    },
    errors: {},
  },
  'safe/limit_set': {
    ok: async (server) => limit(server, await limited(server), { maximum: '250' }),
    inspect: (data) => expect(data).toMatchObject({ maximum: '100', nextMaximum: '250', left: '100' }),
    errors: {
      amountError: async (server) => limit(server, await server.person(), { maximum: '-1' }),
      amountAboveMaximum: async (server) => limit(server, await server.person(), { maximum: '1000000001' }),
      statusAbnormal: async (server) => limit(server, await limited(server), { maximum: '100' }),
    },
  },
  'safe/pause': {
    ok: async (server) => server.call('safe/pause', { length: 'days7' }, as(await server.person())),
    inspect: (data) => expect(data.kind).toBe('timeOut'),
    errors: {
      async statusAbnormal(server) {
        const person = await server.person()
        await server.call('safe/pause', { length: 'days7' }, as(person))
        return await server.call('safe/pause', { length: 'hours24' }, as(person))
      },
    },
  },
}
