import { expect } from 'vitest'
import { useUpload } from '../../../../src/server/modules/content/uploads/uses.ts'
import { emptied } from '../flows/closing.ts'
import { as, firstStep, steppedUp, withTwoFactor } from '../flows/security.ts'
import { unusedPng, type Person, type TestServer } from '../testServer.ts'
import type { Cases } from '../caseTypes.ts'
import { TERMS_VERSION } from '../../../../src/server/modules/identity/terms.ts'

const form = { type: 'account', password: 'secret71', country: 'DE', terms: TERMS_VERSION }
const address = `T${'x'.repeat(33)}`
let numbers = 0
const phone = () => `+49 15100${String(++numbers).padStart(5, '0')}`
const email = () => `user${++numbers}@example.org`

/** Repeats the call until the rate limit refuses it. */
async function untilTooMany<R extends { code: unknown }>(send: () => Promise<R>, most: number): Promise<R> {
  for (let i = 0; i < most; i++) {
    const reply = await send()
    if (reply.code === 'tooManyRequests') return reply
  }
  return await send()
}

async function registered(server: TestServer, kind: 'phone' | 'email'): Promise<string> {
  const account = kind === 'phone' ? phone() : email()
  await server.call(kind === 'phone' ? 'sms_send_d' : 'sms_mail', { [kind]: account, purpose: 'register' })
  const reply = await server.call('user/register', { ...form, type: kind, account, code: await server.code(account) })
  expect(reply.code).toBe('registered')
  return account
}

async function again(server: TestServer, kind: 'phone' | 'email') {
  const account = await registered(server, kind)
  await server.clock.advance(60)
  await server.call(kind === 'phone' ? 'sms_send_d' : 'sms_mail', { [kind]: account, purpose: 'register' })
  return await server.call('user/register', { ...form, type: kind, account, code: await server.code(account) })
}

/** The same user on another device. */
const elsewhere = async (server: TestServer, account: string) => (await server.login(account, 'secret71')).data.token

/** Uploads a picture and returns its id. */
const pictureOf = async (server: TestServer, { token }: Person) => (await server.upload(token, unusedPng())).data.id

async function locked(server: TestServer): Promise<Person> {
  const person = await server.person()
  await server.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', person.account).execute()
  return person
}

export const cases: Cases = {
  'user/sessions': {
    async ok(server) {
      const { account, token } = await server.person()
      await server.clock.advance(1)
      await elsewhere(server, account)
      return await server.call('user/sessions', {}, { token })
    },
    inspect: ({ rows }) => expect(rows.map(({ current }) => current)).toEqual([true, false]),
    errors: {},
  },
  'user/sessions_end': {
    async ok(server) {
      const { account, token } = await server.person()
      await elsewhere(server, account)
      return await server.call('user/sessions_end', {}, { token })
    },
    inspect: (data) => expect(data).toEqual({ ended: 1 }),
    errors: {
      async dataNotFound(server) {
        const { token } = await server.person()
        const { rows } = (await server.call('user/sessions', {}, { token })).data
        return await server.call('user/sessions_end', { id: rows[0]?.id }, { token })
      },
      async userLocked(server) {
        const { account, token } = await server.person()
        await server.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', account).execute()
        return await server.call('user/sessions_end', {}, { token })
      },
    },
  },
  'captcha/slide': { ok: (server) => server.call('captcha/slide', {}), errors: {} },
  'user/login': {
    ok: (server) => server.login('demo', 'demo1234'),
    inspect: ({ user }) =>
      expect(user).toMatchObject({ account: 'demo', inviteCode: 'WELCOME1', mode: 'real', identity: 2, frozen: false }),
    errors: {
      wrongPassword: (server) => server.login('demo', 'secret71'),
      wrongSlide: (server) =>
        server.call('user/login', { type: 'account', account: 'demo', password: 'demo1234', slide: 'made.up' }),
      async userLocked(server) {
        const { account } = await server.person()
        await server.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', account).execute()
        return await server.login(account, 'secret71')
      },
      async accountClosed(server) {
        const person = await emptied(server)
        await steppedUp(server, person, 'user/close', {})
        return await server.login(person.account, 'secret71')
      },
      async wrongCode(server) {
        const { account } = await withTwoFactor(server)
        const { challenge } = (await server.call('captcha/slide', {})).data
        const payload = { type: 'account', account, password: 'secret71', slide: challenge }
        return await server.call('user/login', { ...payload, code: '000000' })
      },
      twoFactorRequired: async (server) => (await firstStep(server, (await withTwoFactor(server)).account)).reply,
      async tooManyRequests(server) {
        const { account } = await server.person()
        return await untilTooMany(() => server.login(account, 'wrong-one'), 20)
      },
    },
  },
  'user/register': {
    ok: (server) => server.call('user/register', { ...form, account: 'freshname', inviteCode: 'WELCOME1' }),
    inspect: (data) => expect(data).toEqual({ account: 'freshname', token: expect.any(String) }),
    errors: {
      commonPassword: (server) => server.call('user/register', { ...form, account: 'newuser', password: 'NewUser' }),
      usernameExists: (server) => server.call('user/register', { ...form, account: 'DEMO' }),
      phoneExists: (server) => again(server, 'phone'),
      emailExists: (server) => again(server, 'email'),
      wrongCode: (server) => server.call('user/register', { ...form, type: 'phone', account: phone(), code: '000000' }),
      wrongInviteCode: (server) =>
        server.call('user/register', { ...form, account: 'newuser', inviteCode: 'NOT-A-CODE' }),
      referrerNotFound: (server) =>
        server.call('user/register', { ...form, account: 'newuser', inviteCode: 'NBDYHERE' }),
      countryRestricted: (server) => server.call('user/register', { ...form, account: 'newuser', country: 'CU' }),
      termsRequired: (server) => server.call('user/register', { ...form, account: 'newuser', terms: '' }),
      termsChanged: (server) => server.call('user/register', { ...form, account: 'newuser', terms: '2020-01-01' }),
      missingParameter: (server) => server.call('user/register', { ...form, type: 'email', account: email() }),
      parameterError: (server) => server.call('user/register', { ...form, account: '1 no name' }),
      tooManyRequests: (server) =>
        untilTooMany(() => server.call('user/register', { ...form, account: 'demo' }, { ip: '10.0.0.1' }), 310),
    },
  },
  'user/addressreg': {
    ok: (server) =>
      server.call('user/addressreg', { address, password: 'secret71', country: 'FR', terms: TERMS_VERSION }),
    errors: {
      commonPassword: (server) =>
        server.call('user/addressreg', { address, password: 'Password', country: 'FR', terms: TERMS_VERSION }),
      addressExists: async (server) => {
        await server.call('user/addressreg', {
          address: `${address}2`,
          password: 'secret71',
          country: 'FR',
          terms: TERMS_VERSION,
        })
        return await server.call('user/addressreg', {
          address: `${address}2`,
          password: 'secret71',
          country: 'FR',
          terms: TERMS_VERSION,
        })
      },
      wrongInviteCode: (server) =>
        server.call('user/addressreg', {
          address: `${address}3`,
          password: 'secret71',
          country: 'FR',
          terms: TERMS_VERSION,
          inviteCode: 'NOT-A-CODE',
        }),
      referrerNotFound: (server) =>
        server.call('user/addressreg', {
          address: `${address}3`,
          password: 'secret71',
          country: 'FR',
          terms: TERMS_VERSION,
          inviteCode: 'NBDYHERE',
        }),
      countryRestricted: (server) =>
        server.call('user/addressreg', {
          address: `${address}3`,
          password: 'secret71',
          country: 'KP',
          terms: TERMS_VERSION,
        }),
      termsRequired: (server) => server.call('user/addressreg', { address, password: 'secret71', country: 'FR' }),
      termsChanged: (server) =>
        server.call('user/addressreg', { address, password: 'secret71', country: 'FR', terms: '2020-01-01' }),
      missingParameter: (server) =>
        server.call('user/addressreg', { address: `${address}3`, country: 'FR', terms: TERMS_VERSION }),
      tooManyRequests: (server) =>
        untilTooMany(
          () =>
            server.call(
              'user/addressreg',
              { address, password: 'secret71', country: 'FR', terms: TERMS_VERSION },
              { ip: '10.0.0.2' },
            ),
          310,
        ),
    },
  },
  'user/forget': {
    async ok(server) {
      const account = await registered(server, 'email')
      await server.call('sms_mail', { email: account, purpose: 'forget' })
      return await server.call('user/forget', {
        type: 'email',
        account,
        code: await server.code(account),
        password: 'another1',
      })
    },
    errors: {
      commonPassword: (server) =>
        server.call('user/forget', { type: 'phone', account: phone(), code: '123456', password: 'Password' }),
      wrongCode: (server) =>
        server.call('user/forget', { type: 'phone', account: phone(), code: '123456', password: 'another1' }),
      parameterError: (server) =>
        server.call('user/forget', { type: 'phone', account: '15112345678', code: '123456', password: 'another1' }),
      tooManyRequests: (server) =>
        untilTooMany(
          () =>
            server.call(
              'user/forget',
              { type: 'phone', account: phone(), code: '123456', password: 'another1' },
              { ip: '10.0.0.3' },
            ),
          110,
        ),
    },
  },
  'user/info': {
    async ok(server) {
      const { token } = await server.person({ inviteCode: 'WELCOME1' })
      return await server.call('user/info', {}, { token })
    },
    inspect: (user) =>
      expect(user).toMatchObject({
        country: 'DE',
        terms: { version: TERMS_VERSION, time: expect.any(Number) },
        inviteList: [],
        mode: 'real',
        hasPayPassword: false,
      }),
    errors: {},
  },
  'user/logout': {
    ok: async (server) => server.call('user/logout', {}, { token: (await server.person()).token }),
    errors: {},
  },
  'user/switch_account': {
    ok: async (server) =>
      server.call('user/switch_account', { mode: 'demo' }, { token: (await server.person()).token }),
    inspect: (user) => expect(user.mode).toBe('demo'),
    errors: {
      async accountFrozen(server) {
        const { account, token } = await server.person()
        await server.context.db.updateTable('users').set({ frozen: 1 }).where('account', '=', account).execute()
        return await server.call('user/switch_account', { mode: 'demo' }, { token })
      },
    },
  },
  sms_send_d: {
    ok: (server) => server.call('sms_send_d', { phone: phone(), purpose: 'register' }),
    inspect: (data) => expect(data).toEqual({ resendAfter: 60, expiresAfter: 600 }),
    errors: {
      async tooManyRequests(server) {
        const number = phone()
        await server.call('sms_send_d', { phone: number, purpose: 'register' })
        return await server.call('sms_send_d', { phone: number, purpose: 'register' })
      },
    },
  },
  sms_mail: {
    ok: (server) => server.call('sms_mail', { email: email(), purpose: 'register' }),
    errors: {
      async tooManyRequests(server) {
        const to = email()
        await server.call('sms_mail', { email: to, purpose: 'register' })
        return await server.call('sms_mail', { email: to.toUpperCase(), purpose: 'register' })
      },
    },
  },
  getareacode: {
    ok: (server) => server.call('getareacode', {}, { lang: 'de' }),
    inspect({ rows }) {
      expect(rows.find(({ country }) => country === 'DE')).toEqual({
        country: 'DE',
        name: 'Deutschland',
        areaCode: '+49',
        restricted: false,
      })
      expect(
        rows
          .filter(({ restricted }) => restricted)
          .map(({ country }) => country)
          .toSorted(),
      ).toEqual(['CN', 'CU', 'IL', 'KP', 'VU'])
    },
    errors: {},
  },
  status: {
    ok: (server) => server.call('status', {}),
    inspect: (data) => expect(data).toMatchObject({ name: 'Placard', sandbox: true }),
    errors: {},
  },
  'user/watchlist': {
    async ok(server) {
      const person = await server.person()
      await server.call('user/watchlist', { add: ['ETHUSDT', 'BTCUSDT', 'NOSUCH', 'XAUUSD'], remove: [] }, as(person))
      return await server.call(
        'user/watchlist',
        { add: ['XAUUSD', 'SOLUSDT'], remove: ['BTCUSDT', 'XAUUSD'] },
        as(person),
      )
    },
    inspect: ({ watchlist }) => expect(watchlist).toEqual(['ETHUSDT', 'XAUUSD', 'SOLUSDT']),
    errors: {
      userLocked: async (server) =>
        server.call('user/watchlist', { add: ['BTCUSDT'], remove: [] }, as(await locked(server))),
    },
  },
  'user/nickname': {
    ok: async (server) => server.call('user/nickname', { nickname: ' Ann  of Aix ' }, as(await server.person())),
    inspect: (data) => expect(data.nickname).toBe('Ann of Aix'),
    errors: {
      parameterError: async (server) =>
        server.call('user/nickname', { nickname: 'a\u0007b' }, as(await server.person())),
      userLocked: async (server) => server.call('user/nickname', { nickname: 'Ann' }, as(await locked(server))),
    },
  },
  'user/avatar': {
    async ok(server) {
      const ann = await server.person()
      return await server.call('user/avatar', { picture: await pictureOf(server, ann) }, as(ann))
    },
    inspect: (data) => expect(data.avatar).toMatch(/^\/media\/uploads\//),
    errors: {
      async dataNotFound(server) {
        const picture = await pictureOf(server, await server.person())
        return await server.call('user/avatar', { picture }, as(await server.person()))
      },
      async fileExists(server) {
        const ann = await server.person()
        const picture = await pictureOf(server, ann)
        const { id: userId } = (await server.call('user/info', {}, as(ann))).data
        await useUpload(server.context.db, { uploadId: picture, userId, purpose: 'identity' }, server.clock.now())
        return await server.call('user/avatar', { picture }, as(ann))
      },
      userLocked: async (server) => server.call('user/avatar', {}, as(await locked(server))),
    },
  },
  'set/lang': {
    ok: async (server) => server.call('set/lang', { language: 'ar' }, { token: (await server.person()).token }),
    inspect: (data) => expect(data.language).toBe('ar'),
    errors: {},
  },
}
