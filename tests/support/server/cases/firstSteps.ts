import { expect } from 'vitest'
import { as } from '../flows/security.ts'
import type { Cases } from '../caseTypes.ts'

export const cases: Cases = {
  'user/first_steps': {
    ok: async (server) => server.call('user/first_steps', {}, as(await server.person())),
    inspect({ steps, dismissed }) {
      expect(steps.map(({ step, state }) => [step, state])).toEqual([
        ['recover', 'open'],
        ['secure', 'open'],
        ['verify', 'open'],
        ['fund', 'open'],
        ['practise', 'open'],
      ])
      expect(dismissed).toBe(false)
    },
    errors: {},
  },
  'user/first_steps_dismiss': {
    ok: async (server) => server.call('user/first_steps_dismiss', {}, as(await server.person())),
    errors: {},
  },
}
