import { expect } from 'vitest'
import { subscriber } from '../push.ts'
import { as } from '../flows/security.ts'
import type { Cases } from '../caseTypes.ts'

let endpoints = 0
const subscription = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/case-${++endpoints}`,
  ...subscriber().keys,
})

export const cases: Cases = {
  'push/subscribe': {
    ok: async (server) => server.call('push/subscribe', subscription(), as(await server.person())),
    errors: {
      illegalRequest: async (server) =>
        server.call(
          'push/subscribe',
          { ...subscription(), endpoint: 'https://internal.example/1' },
          as(await server.person()),
        ),
    },
  },
  'push/unsubscribe': {
    ok: async (server) => server.call('push/unsubscribe', {}, as(await server.person())),
    errors: {},
  },
  'user/notices': {
    ok: async (server) => server.call('user/notices', {}, as(await server.person())),
    inspect({ rows, subscribed }) {
      expect(rows[0]).toEqual({ kind: 'security', on: true, fixed: true })
      expect(rows.slice(1).every(({ on, fixed }) => on && !fixed)).toBe(true)
      expect(subscribed).toBe(false)
    },
    errors: {},
  },
  'user/notices_set': {
    ok: async (server) => server.call('user/notices_set', { kind: 'orders', on: false }, as(await server.person())),
    errors: {
      illegalOperation: async (server) =>
        server.call('user/notices_set', { kind: 'security', on: false }, as(await server.person())),
    },
  },
}
