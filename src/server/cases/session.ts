import { expect } from 'vitest'
import { firstStep, withTwoFactor } from '../testing/security.ts'
import type { World } from '../testing/testServer.ts'
import { leverage } from '../testing/withdrawals.ts'
import type { Cases } from './types.ts'

const form = { type: 'account', password: 'secret1', country: 'DE' }
const address = `T${'x'.repeat(33)}`
let numbers = 0
const phone = () => `+49 15100${String(++numbers).padStart(5, '0')}`
const email = () => `reader${++numbers}@example.org`

/** Sends the call until it is refused for being made too often. */
async function untilTooMany<R extends { code: unknown }>(send: () => Promise<R>, most: number): Promise<R> {
  for (let i = 0; i < most; i++) {
    const reply = await send()
    if (reply.code === 'tooManyRequests') return reply
  }
  return await send()
}

async function registered(world: World, kind: 'phone' | 'email'): Promise<string> {
  const account = kind === 'phone' ? phone() : email()
  await world.call(kind === 'phone' ? 'sms_send_d' : 'sms_mail', { [kind]: account, purpose: 'register' })
  const reply = await world.call('user/register', { ...form, type: kind, account, code: await world.code(account) })
  expect(reply.code).toBe('registered')
  return account
}

async function again(world: World, kind: 'phone' | 'email') {
  const account = await registered(world, kind)
  await world.clock.advance(60)
  await world.call(kind === 'phone' ? 'sms_send_d' : 'sms_mail', { [kind]: account, purpose: 'register' })
  return await world.call('user/register', { ...form, type: kind, account, code: await world.code(account) })
}

/** The same person on another device. */
const elsewhere = async (world: World, account: string) => (await world.login(account, 'secret1')).data.token

export const cases: Cases = {
  'user/sessions': {
    async ok(world) {
      const { account, token } = await world.person()
      await world.clock.advance(1)
      await elsewhere(world, account)
      return await world.call('user/sessions', {}, { token })
    },
    look: ({ rows }) => expect(rows.map(({ current }) => current)).toEqual([true, false]),
    errors: {},
  },
  'user/sessions_end': {
    async ok(world) {
      const { account, token } = await world.person()
      await elsewhere(world, account)
      return await world.call('user/sessions_end', {}, { token })
    },
    look: (data) => expect(data).toEqual({ ended: 1 }),
    errors: {
      async userLocked(world) {
        const { account, token } = await world.person()
        await world.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', account).execute()
        return await world.call('user/sessions_end', {}, { token })
      },
    },
  },
  'captcha/slide': { ok: (world) => world.call('captcha/slide', {}), errors: {} },
  'user/login': {
    ok: (world) => world.login('demo', 'demo1234'),
    look: ({ user }) => expect(user).toMatchObject({ account: 'demo', inviteCode: 'WELCOME1', mode: 'real', identity: 2, frozen: false }),
    errors: {
      accountNotFound: (world) => world.login('nobody_here', 'secret1'),
      userNotFound: (world) => world.login('nobody@example.org', 'secret1', 'email'),
      wrongPassword: (world) => world.login('demo', 'secret1'),
      wrongSlide: (world) => world.call('user/login', { type: 'account', account: 'demo', password: 'demo1234', slide: 'made.up' }),
      async userLocked(world) {
        const { account } = await world.person()
        await world.context.db.updateTable('users').set({ locked: 1 }).where('account', '=', account).execute()
        return await world.login(account, 'secret1')
      },
      twoFactorRequired: async (world) => (await firstStep(world, (await withTwoFactor(world)).account)).reply,
      async tooManyRequests(world) {
        const { account } = await world.person()
        return await untilTooMany(() => world.login(account, 'wrong-one'), 20)
      },
    },
  },
  'user/register': {
    ok: (world) => world.call('user/register', { ...form, account: 'freshname', inviteCode: 'WELCOME1' }),
    look: (data) => expect(data).toEqual({ account: 'freshname' }),
    errors: {
      usernameExists: (world) => world.call('user/register', { ...form, account: 'DEMO' }),
      phoneExists: (world) => again(world, 'phone'),
      emailExists: (world) => again(world, 'email'),
      wrongCode: (world) => world.call('user/register', { ...form, type: 'phone', account: phone(), code: '000000' }),
      wrongInviteCode: (world) => world.call('user/register', { ...form, account: 'somebody', inviteCode: 'NOT-A-CODE' }),
      referrerNotFound: (world) => world.call('user/register', { ...form, account: 'somebody', inviteCode: 'NBDYHERE' }),
      countryRestricted: (world) => world.call('user/register', { ...form, account: 'somebody', country: 'CU' }),
      missingParameter: (world) => world.call('user/register', { ...form, type: 'email', account: email() }),
      parameterError: (world) => world.call('user/register', { ...form, account: '1 no name' }),
      tooManyRequests: (world) => untilTooMany(() => world.call('user/register', { ...form, account: 'demo' }, { ip: '10.0.0.1' }), 310),
    },
  },
  'user/addressreg': {
    ok: (world) => world.call('user/addressreg', { address, password: 'secret1', country: 'FR' }),
    errors: {
      addressExists: async (world) => {
        await world.call('user/addressreg', { address: `${address}2`, password: 'secret1', country: 'FR' })
        return await world.call('user/addressreg', { address: `${address}2`, password: 'secret1', country: 'FR' })
      },
      wrongInviteCode: (world) => world.call('user/addressreg', { address: `${address}3`, password: 'secret1', country: 'FR', inviteCode: 'NOT-A-CODE' }),
      referrerNotFound: (world) => world.call('user/addressreg', { address: `${address}3`, password: 'secret1', country: 'FR', inviteCode: 'NBDYHERE' }),
      countryRestricted: (world) => world.call('user/addressreg', { address: `${address}3`, password: 'secret1', country: 'KP' }),
      missingParameter: (world) => world.call('user/addressreg', { address: `${address}3`, country: 'FR' }),
      tooManyRequests: (world) => untilTooMany(() => world.call('user/addressreg', { address, password: 'secret1', country: 'FR' }, { ip: '10.0.0.2' }), 310),
    },
  },
  'user/forget': {
    async ok(world) {
      const account = await registered(world, 'email')
      await world.call('sms_mail', { email: account, purpose: 'forget' })
      return await world.call('user/forget', { type: 'email', account, code: await world.code(account), password: 'another1' })
    },
    errors: {
      wrongCode: (world) => world.call('user/forget', { type: 'phone', account: phone(), code: '123456', password: 'another1' }),
      parameterError: (world) => world.call('user/forget', { type: 'phone', account: '15112345678', code: '123456', password: 'another1' }),
      tooManyRequests: (world) => untilTooMany(() => world.call('user/forget', { type: 'phone', account: phone(), code: '123456', password: 'another1' }, { ip: '10.0.0.3' }), 110),
    },
  },
  'user/info': {
    async ok(world) {
      const { token } = await world.person({ inviteCode: 'WELCOME1' })
      return await world.call('user/info', {}, { token })
    },
    look: (user) => expect(user).toMatchObject({ country: 'DE', inviteList: [], mode: 'real', hasPayPassword: false }),
    errors: {},
  },
  'user/logout': { ok: async (world) => world.call('user/logout', {}, { token: (await world.person()).token }), errors: {} },
  'user/switch_account': {
    ok: async (world) => world.call('user/switch_account', { mode: 'demo' }, { token: (await world.person()).token }),
    look: (user) => expect(user.mode).toBe('demo'),
    errors: {
      async accountFrozen(world) {
        const { account, token } = await world.person()
        await world.context.db.updateTable('users').set({ frozen: 1 }).where('account', '=', account).execute()
        return await world.call('user/switch_account', { mode: 'demo' }, { token })
      },
      async openPositionsForbid(world) {
        const person = await world.person()
        await leverage(world, person)
        return await world.call('user/switch_account', { mode: 'demo' }, { token: person.token })
      },
    },
  },
  sms_send_d: {
    ok: (world) => world.call('sms_send_d', { phone: phone(), purpose: 'register' }),
    look: (data) => expect(data).toEqual({ resendAfter: 60, expiresAfter: 600 }),
    errors: {
      async tooManyRequests(world) {
        const number = phone()
        await world.call('sms_send_d', { phone: number, purpose: 'register' })
        return await world.call('sms_send_d', { phone: number, purpose: 'register' })
      },
    },
  },
  sms_mail: {
    ok: (world) => world.call('sms_mail', { email: email(), purpose: 'register' }),
    errors: {
      async tooManyRequests(world) {
        const to = email()
        await world.call('sms_mail', { email: to, purpose: 'register' })
        return await world.call('sms_mail', { email: to.toUpperCase(), purpose: 'register' })
      },
    },
  },
  getareacode: {
    ok: (world) => world.call('getareacode', {}, { lang: 'de' }),
    look({ rows }) {
      expect(rows.find(({ country }) => country === 'DE')).toEqual({ country: 'DE', name: 'Deutschland', areaCode: '+49', restricted: false })
      expect(rows.filter(({ restricted }) => restricted).map(({ country }) => country).toSorted()).toEqual(['CN', 'CU', 'IL', 'KP', 'VU'])
    },
    errors: {},
  },
  status: { ok: (world) => world.call('status', {}), look: (data) => expect(data).toMatchObject({ name: 'Placard', sandbox: true }), errors: {} },
  'set/lang': {
    ok: async (world) => world.call('set/lang', { language: 'ar' }, { token: (await world.person()).token }),
    look: (data) => expect(data.language).toBe('ar'),
    errors: {},
  },
}
