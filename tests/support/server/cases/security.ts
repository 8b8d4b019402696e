import { expect } from 'vitest'
import {
  appCode,
  as,
  firstStep,
  google,
  lastStep,
  PASSWORD,
  PAY_PASSWORD,
  setPayPassword,
  steppedUp,
  withKey,
  withTwoFactor,
  wrong,
} from '../flows/security.ts'
import { setUserFields } from '../flows/withdrawals.ts'
import type { Person, TestServer } from '../testServer.ts'
import type { Cases } from '../caseTypes.ts'

let numbers = 0
const email = () => `safe${++numbers}@example.org`
let phones = 0
const phone = () => `+49 15122${String(++phones).padStart(5, '0')}`

async function untilTooMany<R extends { code: unknown }>(send: () => Promise<R>): Promise<R> {
  for (let i = 0; i < 5; i++) await send()
  return await send()
}

const change = (server: TestServer, person: Person, more: Record<string, unknown> = {}) =>
  server.call('safe/update_password', { oldPassword: PASSWORD, password: 'another1', ...more }, as(person))

const firstPin = (server: TestServer, person: Person, password: string) =>
  change(server, person, { way: 'payment', password })

async function withPin(server: TestServer): Promise<Person> {
  const person = await server.person()
  expect((await setPayPassword(server, person)).code).toBe('set')
  return person
}

/** Binds an address with the code that was sent; `more` overrides fields. */
async function bind(server: TestServer, person: Person, address: string, more: Record<string, unknown> = {}) {
  await server.call('sms_mail', { email: address, purpose: 'bindEmail' })
  const payload = { way: 'bind', email: address, code: await server.code(address), ...more }
  return await steppedUp(server, person, 'safe/email', payload)
}

/** Binds a phone as `bind` does an e-mail address. */
async function bindPhone(server: TestServer, person: Person, number: string, more: Record<string, unknown> = {}) {
  await server.call('sms_send_d', { phone: number, purpose: 'bindPhone' })
  const payload = { way: 'bind', phone: number, code: await server.code(number), ...more }
  return await steppedUp(server, person, 'safe/phone', payload)
}

const setPhrase = (server: TestServer, person: Person) =>
  steppedUp(server, person, 'safe/mail_phrase_set', { way: 'set', phrase: 'blue heron' })

/** A user whose account an operator has frozen. */
async function frozen(server: TestServer, person: Person): Promise<Person> {
  await setUserFields(server, person, { frozen: 1 })
  return person
}

/** The token of the link in a notice to a user with an e-mail address. */
async function freezeLink(server: TestServer, person: Person & { email: string }): Promise<string> {
  await change(server, person)
  const { link } = await server.context.db
    .selectFrom('notices')
    .select('link')
    .where('target', '=', person.email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return new URL(String(link).replace('#/', ''), 'http://sandbox.example').searchParams.get('token') ?? ''
}

const verifyFor = (server: TestServer, person: Person, more: Record<string, unknown> = {}) =>
  server.call('safe/step_up', { call: 'user/cash_save', value: '', password: PASSWORD, ...more }, as(person))

async function bound(server: TestServer): Promise<Person & { email: string }> {
  const person = await server.person()
  const address = email()
  expect((await bind(server, person, address)).code).toBe('set')
  await server.clock.advance(60)
  return { ...person, email: address }
}

export const cases: Cases = {
  'safe/update_password': {
    ok: async (server) => change(server, await server.person()),
    inspect: (data) => expect(data).toEqual({ ended: 0 }),
    errors: {
      parameterError: async (server) => firstPin(server, await server.person(), 'another1'),
      weakPayPassword: async (server) => firstPin(server, await server.person(), '123456'),
      statusAbnormal: async (server) => firstPin(server, await withPin(server), '246810'),
      commonPassword: async (server) => change(server, await server.person(), { password: 'Iloveyou' }),
      oldPasswordWrong: async (server) => change(server, await server.person(), { oldPassword: 'wrong-one' }),
      passwordUnchanged: async (server) => change(server, await server.person(), { password: PASSWORD }),
      async tooManyRequests(server) {
        const person = await server.person()
        return await untilTooMany(() => change(server, person, { oldPassword: 'wrong-one' }))
      },
    },
  },
  'safe/pay_password': {
    ok: async (server) => setPayPassword(server, await server.person()),
    errors: {
      weakPayPassword: async (server) => setPayPassword(server, await server.person(), { password: '123456' }),
      wrongPassword: async (server) => setPayPassword(server, await server.person(), { loginPassword: 'wrong-one' }),
      wrongPayPassword: async (server) =>
        setPayPassword(server, await withPin(server), { way: 'change', oldPassword: '000000', password: '135791' }),
      stepUpRequired: async (server) =>
        server.call('safe/pay_password', { way: 'reset', password: '135791' }, as(await withPin(server))),
      accountFrozen: async (server) =>
        setPayPassword(server, await frozen(server, await withPin(server)), { way: 'reset', password: '135791' }),
      passwordUnchanged: async (server) =>
        setPayPassword(server, await withPin(server), { way: 'change', oldPassword: PAY_PASSWORD }),
      payPasswordRequired: async (server) =>
        setPayPassword(server, await server.person(), { way: 'change', oldPassword: '135791' }),
      statusAbnormal: async (server) => setPayPassword(server, await withPin(server)),
      async tooManyRequests(server) {
        const person = await withPin(server)
        return await untilTooMany(() =>
          setPayPassword(server, person, { way: 'change', oldPassword: '000000', password: '135791' }),
        )
      },
    },
  },
  'safe/pay_verify': {
    ok: async (server) =>
      server.call('safe/pay_verify', { call: 'wallet/transfer', password: PAY_PASSWORD }, as(await withPin(server))),
    inspect: ({ expiresAfter }) => expect(expiresAfter).toBe(120),
    errors: {
      wrongPayPassword: async (server) =>
        server.call('safe/pay_verify', { call: 'wallet/transfer', password: '000000' }, as(await withPin(server))),
      payPasswordRequired: async (server) =>
        server.call('safe/pay_verify', { call: 'wallet/transfer', password: PAY_PASSWORD }, as(await server.person())),
      illegalOperation: async (server) =>
        server.call('safe/pay_verify', { call: 'user/info', password: PAY_PASSWORD }, as(await withPin(server))),
      illegalRequest: async (server) =>
        server.call('safe/pay_verify', { call: 'made/up', password: PAY_PASSWORD }, as(await withPin(server))),
      async tooManyRequests(server) {
        const person = await withPin(server)
        return await untilTooMany(() =>
          server.call('safe/pay_verify', { call: 'wallet/transfer', password: '000000' }, as(person)),
        )
      },
    },
  },
  'safe/email': {
    ok: async (server) => bind(server, await server.person(), email()),
    inspect: (data) => expect(data.email).toMatch(/^safe\d+@example\.org$/),
    errors: {
      emailExists: async (server) => bind(server, await server.person(), (await bound(server)).email),
      wrongCode: async (server) => bind(server, await server.person(), email(), { code: '000000' }),
      stepUpRequired: async (server) =>
        server.call('safe/email', { way: 'bind', email: email(), code: '123456' }, as(await server.person())),
      accountFrozen: async (server) => bind(server, await frozen(server, await server.person()), email()),
      statusAbnormal: async (server) => bind(server, await bound(server), email()),
    },
  },
  'safe/phone': {
    ok: async (server) => bindPhone(server, await server.person(), phone()),
    inspect: (data) => expect(data.phone).toMatch(/^\+49 15122\d{5}$/),
    errors: {
      async phoneExists(server) {
        const taken = phone()
        expect((await bindPhone(server, await server.person(), taken)).code).toBe('set')
        await server.clock.advance(60)
        return await bindPhone(server, await server.person(), taken)
      },
      wrongCode: async (server) => bindPhone(server, await server.person(), phone(), { code: '000000' }),
      stepUpRequired: async (server) =>
        server.call('safe/phone', { way: 'bind', phone: phone(), code: '123456' }, as(await server.person())),
      accountFrozen: async (server) => bindPhone(server, await frozen(server, await server.person()), phone()),
      statusAbnormal: async (server) => bindPhone(server, await server.person(), phone(), { way: 'change' }),
    },
  },
  'safe/mail_phrase': {
    async ok(server) {
      const person = await server.person()
      await setPhrase(server, person)
      return await server.call('safe/mail_phrase', {}, as(person))
    },
    inspect: (data) => expect(data).toEqual({ beginning: 'bl' }),
    errors: {},
  },
  'safe/mail_phrase_set': {
    ok: async (server) => setPhrase(server, await server.person()),
    errors: {
      stepUpRequired: async (server) =>
        server.call('safe/mail_phrase_set', { way: 'set', phrase: 'blue heron' }, as(await server.person())),
      accountFrozen: async (server) => setPhrase(server, await frozen(server, await server.person())),
      statusAbnormal: async (server) =>
        steppedUp(server, await server.person(), 'safe/mail_phrase_set', { way: 'remove' }),
    },
  },
  'safe/freeze': {
    ok: async (server) => server.call('safe/freeze', {}, as(await server.person())),
    errors: {},
  },
  'safe/freeze_link': {
    async ok(server) {
      return await server.call('safe/freeze_link', { token: await freezeLink(server, await bound(server)) })
    },
    errors: {
      dataNotFound: async (server) => server.call('safe/freeze_link', { token: 'x'.repeat(43) }),
      async userLocked(server) {
        const person = await bound(server)
        const token = await freezeLink(server, person)
        await setUserFields(server, person, { locked: 1 })
        return await server.call('safe/freeze_link', { token })
      },
    },
  },
  'safe/step_up_info': {
    async ok(server) {
      const person = await bound(server)
      return await server.call('safe/step_up_info', { call: 'user/cash_save', value: '' }, as(person))
    },
    inspect: (data) =>
      expect(data).toEqual({
        factors: ['password', 'code'],
        targets: [{ by: 'email', address: 'sa•••@example.org' }],
        passkey: null,
      }),
    errors: {
      illegalRequest: async (server) =>
        server.call('safe/step_up_info', { call: 'made/up', value: '' }, as(await server.person())),
      illegalOperation: async (server) =>
        server.call('safe/step_up_info', { call: 'user/info', value: '' }, as(await server.person())),
    },
  },
  'safe/step_up_code': {
    ok: async (server) => server.call('safe/step_up_code', { by: 'email' }, as(await bound(server))),
    inspect: (data) => expect(data).toEqual({ resendAfter: 60, expiresAfter: 600 }),
    errors: {
      statusAbnormal: async (server) => server.call('safe/step_up_code', { by: 'phone' }, as(await server.person())),
      async tooManyRequests(server) {
        const person = await bound(server)
        await server.call('safe/step_up_code', { by: 'email' }, as(person))
        return await server.call('safe/step_up_code', { by: 'email' }, as(person))
      },
    },
  },
  'safe/step_up': {
    ok: async (server) => verifyFor(server, await server.person()),
    inspect: ({ expiresAfter }) => expect(expiresAfter).toBe(300),
    errors: {
      wrongPassword: async (server) => verifyFor(server, await server.person(), { password: 'wrong-one' }),
      wrongCode: async (server) => verifyFor(server, await bound(server), { by: 'email', code: '000000' }),
      passkeyFailed: async (server) => verifyFor(server, await server.person(), { passkey: '{}' }),
      illegalRequest: async (server) => verifyFor(server, await server.person(), { call: 'made/up' }),
      illegalOperation: async (server) =>
        verifyFor(server, await server.person(), { call: 'safe/pay_password', value: 'set' }),
      statusAbnormal: async (server) => verifyFor(server, await bound(server), { by: 'phone', code: '000000' }),
      async tooManyRequests(server) {
        const person = await server.person()
        return await untilTooMany(() => verifyFor(server, person, { password: 'wrong-one' }))
      },
    },
  },
  'safe/google': {
    async ok(server) {
      const person = await withKey(server)
      return await google(server, person, { way: 'set', password: PASSWORD, code: appCode(server, person.secret) })
    },
    inspect: (data) => expect(data).toMatchObject({ on: true, key: null, recoveryCodes: { length: 8 } }),
    errors: {
      async wrongCode(server) {
        const person = await withKey(server)
        return await google(server, person, {
          way: 'set',
          password: PASSWORD,
          code: wrong(appCode(server, person.secret)),
        })
      },
      async wrongPassword(server) {
        const person = await withKey(server)
        return await google(server, person, { way: 'set', password: 'wrong-one', code: appCode(server, person.secret) })
      },
      statusAbnormal: async (server) =>
        google(server, await server.person(), { way: 'off', password: PASSWORD, code: '123456' }),
      async tooManyRequests(server) {
        const person = await withKey(server)
        return await untilTooMany(() => google(server, person, { way: 'set', password: 'wrong-one', code: '123456' }))
      },
    },
  },
  'user/login_code': {
    async ok(server) {
      const { account, secret } = await withTwoFactor(server)
      return await lastStep(server, (await firstStep(server, account)).challenge, appCode(server, secret))
    },
    inspect: ({ user }) => expect(user.hasTwoFactor).toBe(true),
    errors: {
      async wrongCode(server) {
        const { account, secret } = await withTwoFactor(server)
        return await lastStep(server, (await firstStep(server, account)).challenge, wrong(appCode(server, secret)))
      },
      loginExpired: (server) => lastStep(server, 'made.up', '123456'),
      async userLocked(server) {
        const { account, secret } = await withTwoFactor(server)
        const { challenge } = await firstStep(server, account)
        await server.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', account).execute()
        return await lastStep(server, challenge, appCode(server, secret))
      },
      async tooManyRequests(server) {
        const { account, secret } = await withTwoFactor(server)
        for (let login = 0; login < 2; login++) {
          const { challenge } = await firstStep(server, account)
          for (let i = 0; i < 5; i++) await lastStep(server, challenge, wrong(appCode(server, secret)))
        }
        return await lastStep(server, (await firstStep(server, account)).challenge, wrong(appCode(server, secret)))
      },
    },
  },
}
