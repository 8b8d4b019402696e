import { expect } from 'vitest'
import { unusedPng, type Person, type TestServer } from '../testServer.ts'
import type { Cases } from '../caseTypes.ts'

let numbers = 1000
/** An unused passport number; its last digits may force a refusal. */
export const passport = (end = '77') => `N${++numbers}${end.padStart(4, '5')}`

export const REVIEW_SECONDS = 60

const given = (more: Record<string, unknown> = {}) => ({
  level: 'primary',
  firstName: 'Anna',
  lastName: "O'Neil",
  country: 'PT',
  documentType: 'passport',
  number: passport(),
  ...more,
})

/** Applies for the first level of verification with a valid, unused document; `more` overrides fields. */
export const primary = (server: TestServer, { token }: Pick<Person, 'token'>, more: Record<string, unknown> = {}) =>
  server.call('user/real_name', given(more), { token })

/** A user whose first level is certified. */
export async function verified(server: TestServer, more: Record<string, unknown> = {}): Promise<Person> {
  const person = await server.person()
  const reply = await primary(server, person, more)
  if (reply.type !== 'ok') throw new Error(`The verification: ${String(reply.code)}`)
  await server.clock.advance(REVIEW_SECONDS)
  return person
}

/** Uploads a unique picture and returns its id. */
export const picture = async (server: TestServer, { token }: Pick<Person, 'token'>) =>
  (await server.upload(token, unusedPng())).data.id

/** Uploads both sides of a document and applies for the second level of verification; `more` overrides fields. */
export async function advanced(server: TestServer, person: Pick<Person, 'token'>, more: Record<string, unknown> = {}) {
  return await server.call(
    'user/real_name',
    { level: 'advanced', front: await picture(server, person), back: await picture(server, person), ...more },
    { token: person.token },
  )
}

export const cases: Cases = {
  'user/real_name': {
    ok: async (server) => primary(server, await server.person()),
    inspect: (data) => expect(data).toEqual({ level: 'primary', status: 1 }),
    errors: {
      missingParameter: async (server) => primary(server, await server.person(), { firstName: undefined }),
      parameterError: async (server) => primary(server, await server.person(), { firstName: 'Anna1' }),
      countryRestricted: async (server) => primary(server, await server.person(), { country: 'CU' }),
      documentNumberInvalid: async (server) =>
        primary(server, await server.person(), { country: 'GB', number: '12345678' }),
      async idNumberVerified(server) {
        const number = passport()
        await verified(server, { number })
        return await primary(server, await server.person(), {
          number: `${number.slice(0, 3)}-${number.slice(3)}`.toLowerCase(),
        })
      },
      async alreadyApplied(server) {
        const person = await server.person()
        await primary(server, person)
        return await primary(server, person)
      },
      noUpgradeNeeded: async (server) => primary(server, await verified(server)),
      realNameRequired: async (server) => advanced(server, await server.person()),
      async dataNotFound(server) {
        const [person, other] = [await verified(server), await server.person()]
        return await advanced(server, person, { back: await picture(server, other) })
      },
      async fileExists(server) {
        const person = await verified(server)
        const one = await picture(server, person)
        return await advanced(server, person, { front: one, back: one })
      },
      async tooManyRequests(server) {
        const person = await server.person()
        for (let i = 0; i < 20; i++) await primary(server, person, { country: 'GB', number: '1234' })
        return await primary(server, person)
      },
    },
  },
  'user/getrealinfo': {
    async ok(server) {
      const person = await verified(server, { number: `AB${++numbers}56` })
      await advanced(server, person)
      return await server.call('user/getrealinfo', {}, { token: person.token })
    },
    inspect({ primary: first, advanced: second }) {
      expect(first).toMatchObject({
        status: 2,
        reason: null,
        given: {
          firstName: 'Anna',
          lastName: "O'Neil",
          country: 'PT',
          documentType: 'passport',
          number: null,
          maskedNumber: 'AB•••56',
        },
      })
      expect(second).toMatchObject({ status: 1, reason: null })
      expect(second.front).toMatch(/^\/media\/uploads\/[\w-]{43}\?expires=\d+&signature=[\w-]{43}$/)
    },
    errors: {},
  },
  'user/datastatistics': {
    ok: async (server) =>
      server.call(
        'user/datastatistics',
        { timeZone: 'Europe/Berlin' },
        { token: (await server.login('demo', 'demo1234')).data.token },
      ),
    inspect: (data) =>
      expect(data).toMatchObject({
        accuracy: null,
        positions: 0,
        orders: 0,
        long: { orders: 0, successes: 0 },
        yesterday: { orders: 0, volume: '0', profit: '0', currency: 'USDT' },
        proportions: [
          { kind: 'spot', count: 0 },
          { kind: 'seconds', count: 0 },
          { kind: 'leveraged', count: 0 },
        ],
      }),
    errors: {},
  },
}
