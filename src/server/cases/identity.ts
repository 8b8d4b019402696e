import { expect } from 'vitest'
import { png, type Person, type World } from '../testing/testServer.ts'
import type { Cases } from './types.ts'

let numbers = 1000
/** A passport nobody has used; its end may force a refusal. */
export const passport = (end = '77') => `N${++numbers}${end.padStart(4, '5')}`

let pictures = 500_000
export const REVIEW_SECONDS = 60

const given = (more: Record<string, unknown> = {}) => ({ level: 'primary', firstName: 'Anna', lastName: "O'Neil", country: 'PT', documentType: 'passport', number: passport(), ...more })

export const primary = (world: World, { token }: Pick<Person, 'token'>, more: Record<string, unknown> = {}) => world.call('user/real_name', given(more), { token })

/** Somebody whose first level is certified. */
export async function verified(world: World, more: Record<string, unknown> = {}): Promise<Person> {
  const person = await world.person()
  const reply = await primary(world, person, more)
  if (reply.type !== 'ok') throw new Error(`The verification: ${String(reply.code)}`)
  await world.clock.advance(REVIEW_SECONDS)
  return person
}

export const picture = async (world: World, { token }: Pick<Person, 'token'>) => (await world.upload(token, png(++pictures))).data.id

export async function advanced(world: World, person: Pick<Person, 'token'>, more: Record<string, unknown> = {}) {
  return await world.call('user/real_name', { level: 'advanced', front: await picture(world, person), back: await picture(world, person), ...more }, { token: person.token })
}

export const cases: Cases = {
  'user/real_name': {
    ok: async (world) => primary(world, await world.person()),
    look: (data) => expect(data).toEqual({ level: 'primary', status: 1 }),
    errors: {
      missingParameter: async (world) => primary(world, await world.person(), { firstName: undefined }),
      parameterError: async (world) => primary(world, await world.person(), { firstName: 'Anna1' }),
      countryRestricted: async (world) => primary(world, await world.person(), { country: 'CU' }),
      documentNumberInvalid: async (world) => primary(world, await world.person(), { country: 'GB', number: '12345678' }),
      async idNumberVerified(world) {
        const number = passport()
        await verified(world, { number })
        return await primary(world, await world.person(), { number: `${number.slice(0, 3)}-${number.slice(3)}`.toLowerCase() })
      },
      async alreadyApplied(world) {
        const person = await world.person()
        await primary(world, person)
        return await primary(world, person)
      },
      noUpgradeNeeded: async (world) => primary(world, await verified(world)),
      realNameRequired: async (world) => advanced(world, await world.person()),
      async dataNotFound(world) {
        const [person, other] = [await verified(world), await world.person()]
        return await advanced(world, person, { back: await picture(world, other) })
      },
      async fileExists(world) {
        const person = await verified(world)
        const one = await picture(world, person)
        return await advanced(world, person, { front: one, back: one })
      },
      async tooManyRequests(world) {
        const person = await world.person()
        for (let i = 0; i < 20; i++) await primary(world, person, { country: 'GB', number: '1234' })
        return await primary(world, person)
      },
    },
  },
  'user/getrealinfo': {
    async ok(world) {
      const person = await verified(world, { number: `AB${++numbers}56` })
      await advanced(world, person)
      return await world.call('user/getrealinfo', {}, { token: person.token })
    },
    look({ primary: first, advanced: second }) {
      expect(first).toMatchObject({ status: 2, reason: null, given: { firstName: 'Anna', lastName: "O'Neil", country: 'PT', documentType: 'passport', number: null, maskedNumber: 'AB•••56' } })
      expect(second).toMatchObject({ status: 1, reason: null })
      expect(second.front).toMatch(/^\/media\/uploads\/[\w-]{43}\?expires=\d+&signature=[\w-]{43}$/)
    },
    errors: {},
  },
  'user/datastatistics': {
    ok: async (world) => world.call('user/datastatistics', {}, { token: (await world.login('demo', 'demo1234')).data.token }),
    look: (data) =>
      expect(data).toMatchObject({
        accuracy: null,
        positions: 0,
        orders: 0,
        long: { orders: 0, successes: 0 },
        yesterday: { orders: 0, volume: '0', profit: '0', currency: 'USDT' },
        proportions: [{ kind: 'spot', count: 0 }, { kind: 'seconds', count: 0 }, { kind: 'leveraged', count: 0 }],
      }),
    errors: {},
  },
}
