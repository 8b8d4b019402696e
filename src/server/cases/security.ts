import { expect } from 'vitest'
import { appCode, as, firstStep, google, lastStep, PASSWORD, PAY_PASSWORD, setPayPassword, withKey, withTwoFactor, wrong } from '../testing/security.ts'
import type { Person, World } from '../testing/testServer.ts'
import type { Cases } from './types.ts'

let numbers = 0
const email = () => `safe${++numbers}@example.org`

async function untilTooMany<R extends { code: unknown }>(send: () => Promise<R>): Promise<R> {
  for (let i = 0; i < 5; i++) await send()
  return await send()
}

const change = (world: World, person: Person, more: Record<string, unknown> = {}) => world.call('safe/update_password', { oldPassword: PASSWORD, password: 'another1', ...more }, as(person))

async function withPin(world: World): Promise<Person> {
  const person = await world.person()
  expect((await setPayPassword(world, person)).code).toBe('set')
  return person
}

/** Binds an address; the codes are the ones that were sent, unless `more` says others. */
async function bind(world: World, person: Person, address: string, more: Record<string, unknown> = {}) {
  await world.call('sms_mail', { email: address, purpose: 'bindEmail' })
  return await world.call('safe/email', { way: 'bind', email: address, code: await world.code(address), password: PASSWORD, ...more }, as(person))
}

async function bound(world: World): Promise<Person & { email: string }> {
  const person = await world.person()
  const address = email()
  expect((await bind(world, person, address)).code).toBe('set')
  await world.clock.advance(60)
  return { ...person, email: address }
}

export const cases: Cases = {
  'safe/update_password': {
    ok: async (world) => change(world, await world.person()),
    look: (data) => expect(data).toEqual({ ended: 0 }),
    errors: {
      oldPasswordWrong: async (world) => change(world, await world.person(), { oldPassword: 'wrong-one' }),
      passwordUnchanged: async (world) => change(world, await world.person(), { password: PASSWORD }),
      async tooManyRequests(world) {
        const person = await world.person()
        return await untilTooMany(() => change(world, person, { oldPassword: 'wrong-one' }))
      },
    },
  },
  'safe/pay_password': {
    ok: async (world) => setPayPassword(world, await world.person()),
    errors: {
      wrongPassword: async (world) => setPayPassword(world, await world.person(), { loginPassword: 'wrong-one' }),
      wrongPayPassword: async (world) => setPayPassword(world, await withPin(world), { way: 'change', oldPassword: '000000', password: '135791' }),
      wrongCode: async (world) => setPayPassword(world, await withPin(world), { way: 'reset', by: 'phone', code: '123456' }),
      passwordUnchanged: async (world) => setPayPassword(world, await withPin(world), { way: 'change', oldPassword: PAY_PASSWORD }),
      payPasswordRequired: async (world) => setPayPassword(world, await world.person(), { way: 'change', oldPassword: '135791' }),
      statusAbnormal: async (world) => setPayPassword(world, await withPin(world)),
      async tooManyRequests(world) {
        const person = await withPin(world)
        return await untilTooMany(() => setPayPassword(world, person, { way: 'change', oldPassword: '000000', password: '135791' }))
      },
    },
  },
  'safe/pay_verify': {
    ok: async (world) => world.call('safe/pay_verify', { call: 'wallet/transfer', password: PAY_PASSWORD }, as(await withPin(world))),
    look: ({ expiresAfter }) => expect(expiresAfter).toBe(120),
    errors: {
      wrongPayPassword: async (world) => world.call('safe/pay_verify', { call: 'wallet/transfer', password: '000000' }, as(await withPin(world))),
      payPasswordRequired: async (world) => world.call('safe/pay_verify', { call: 'wallet/transfer', password: PAY_PASSWORD }, as(await world.person())),
      illegalOperation: async (world) => world.call('safe/pay_verify', { call: 'user/info', password: PAY_PASSWORD }, as(await withPin(world))),
      illegalRequest: async (world) => world.call('safe/pay_verify', { call: 'made/up', password: PAY_PASSWORD }, as(await withPin(world))),
      async tooManyRequests(world) {
        const person = await withPin(world)
        return await untilTooMany(() => world.call('safe/pay_verify', { call: 'wallet/transfer', password: '000000' }, as(person)))
      },
    },
  },
  'safe/email': {
    ok: async (world) => bind(world, await world.person(), email()),
    look: (data) => expect(data.email).toMatch(/^safe\d+@example\.org$/),
    errors: {
      emailExists: async (world) => bind(world, await world.person(), (await bound(world)).email),
      wrongCode: async (world) => bind(world, await world.person(), email(), { code: '000000' }),
      wrongPassword: async (world) => bind(world, await world.person(), email(), { password: 'wrong-one' }),
      statusAbnormal: async (world) => bind(world, await bound(world), email()),
      async tooManyRequests(world) {
        const person = await world.person()
        return await untilTooMany(() => world.call('safe/email', { way: 'bind', email: 'safe@example.org', code: '123456', password: 'wrong-one' }, as(person)))
      },
    },
  },
  'safe/google': {
    async ok(world) {
      const person = await withKey(world)
      return await google(world, person, { way: 'set', password: PASSWORD, code: appCode(world, person.secret) })
    },
    look: (data) => expect(data).toMatchObject({ on: true, key: null, recoveryCodes: { length: 8 } }),
    errors: {
      async wrongCode(world) {
        const person = await withKey(world)
        return await google(world, person, { way: 'set', password: PASSWORD, code: wrong(appCode(world, person.secret)) })
      },
      async wrongPassword(world) {
        const person = await withKey(world)
        return await google(world, person, { way: 'set', password: 'wrong-one', code: appCode(world, person.secret) })
      },
      statusAbnormal: async (world) => google(world, await world.person(), { way: 'off', password: PASSWORD, code: '123456' }),
      async tooManyRequests(world) {
        const person = await withKey(world)
        return await untilTooMany(() => google(world, person, { way: 'set', password: 'wrong-one', code: '123456' }))
      },
    },
  },
  'user/login_code': {
    async ok(world) {
      const { account, secret } = await withTwoFactor(world)
      return await lastStep(world, (await firstStep(world, account)).challenge, appCode(world, secret))
    },
    look: ({ user }) => expect(user.hasTwoFactor).toBe(true),
    errors: {
      async wrongCode(world) {
        const { account, secret } = await withTwoFactor(world)
        return await lastStep(world, (await firstStep(world, account)).challenge, wrong(appCode(world, secret)))
      },
      loginExpired: (world) => lastStep(world, 'made.up', '123456'),
      async userLocked(world) {
        const { account, secret } = await withTwoFactor(world)
        const { challenge } = await firstStep(world, account)
        await world.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', account).execute()
        return await lastStep(world, challenge, appCode(world, secret))
      },
      async tooManyRequests(world) {
        const { account, secret } = await withTwoFactor(world)
        for (let login = 0; login < 2; login++) {
          const { challenge } = await firstStep(world, account)
          for (let i = 0; i < 5; i++) await lastStep(world, challenge, wrong(appCode(world, secret)))
        }
        return await lastStep(world, (await firstStep(world, account)).challenge, wrong(appCode(world, secret)))
      },
    },
  },
}
