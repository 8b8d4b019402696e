import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallId } from '../../../generated/calls.ts'
import { fromMilliseconds } from '../../../engine/language/values/time.ts'
import { openDatabase } from '../../kit/storage/openDatabase.ts'
import { createTestServer, START_MS, type TestServer } from '../../../../tests/support/server/testServer.ts'
import { createSliderCaptcha } from './login/sliderCaptcha.ts'
import { TERMS_VERSION } from './terms.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const NOW = fromMilliseconds(START_MS)

describe('the slide', () => {
  it('is redeemed once across the processes of a database', async () => {
    const { db } = server.context
    const { challenge } = await createSliderCaptcha(db).create(NOW)
    const tries = await Promise.all(Array.from({ length: 5 }, () => createSliderCaptcha(db).redeem(challenge, NOW)))
    expect(tries.filter((redeemed) => redeemed)).toHaveLength(1)
  })
  it('is void after its time, when altered, and for another database', async () => {
    const other = await openDatabase(':memory:')
    const slides = createSliderCaptcha(server.context.db)
    const { challenge } = await slides.create(NOW)
    expect(await slides.redeem(challenge.replace(/^\d+/, String(NOW + 99_999)), NOW)).toBe(false)
    expect(await createSliderCaptcha(other.db).redeem(challenge, NOW)).toBe(false)
    expect(await slides.redeem(challenge, NOW + 120)).toBe(false)
    for (const text of ['', '.', '..', 'a.b.c']) expect(await slides.redeem(text, NOW)).toBe(false)
    expect(await slides.redeem((await slides.create(NOW)).challenge, NOW + 119)).toBe(true)
    await other.close()
  })
  it('is voided by a wrong password', async () => {
    const { challenge } = (await server.call('captcha/slide', {})).data
    const attempt = { type: 'account', account: 'demo', password: 'wrong-one', slide: challenge }
    expect((await server.call('user/login', attempt)).code).toBe('wrongPassword')
    expect((await server.call('user/login', { ...attempt, password: 'demo1234' })).code).toBe('wrongSlide')
  })
})

describe('a chosen password', () => {
  it.each<[CallId, Record<string, unknown>]>([
    ['user/register', { type: 'email', account: 'x@example.org', code: '000000', country: 'DE', terms: TERMS_VERSION }],
    ['user/addressreg', { address: `T${'y'.repeat(33)}`, country: 'DE', terms: TERMS_VERSION }],
    ['user/forget', { type: 'email', account: 'x@example.org', code: '000000' }],
    ['safe/update_password', { oldPassword: 'another1' }],
  ])('of %s has 6 to 16 characters', async (call, payload) => {
    const { token } = await server.person()
    const options = call === 'safe/update_password' ? { token } : {}
    const send = (length: number) => server.call(call, { ...payload, password: 'a'.repeat(length) }, options)
    for (const length of [0, 5, 17])
      expect(await send(length), String(length)).toMatchObject({
        code: 'parameterError',
        params: { field: 'password' },
      })
    for (const length of [6, 16]) expect((await send(length)).code, String(length)).not.toBe('parameterError')
  })
})

describe('password guessing', () => {
  it('allows ten attempts, also concurrent ones', async () => {
    const { account } = await server.person()
    const codes = (await Promise.all(Array.from({ length: 30 }, () => server.login(account, 'wrong-one')))).map(
      ({ code }) => code,
    )
    expect(codes.filter((code) => code === 'wrongPassword')).toHaveLength(10)
    expect(codes.filter((code) => code === 'tooManyRequests')).toHaveLength(20)
    // The right password is refused too until the delay is over.
    const refused = await server.login(account, 'secret71')
    expect(refused.code).toBe('tooManyRequests')
    await server.clock.advance(Number(refused.params.seconds))
    expect((await server.login(account, 'secret71')).type).toBe('ok')
  })
  const guess = async (account: string, password: string, ip: string) => {
    const { challenge } = (await server.call('captcha/slide', {}, { ip })).data
    return await server.call('user/login', { type: 'account', account, password, slide: challenge }, { ip })
  }

  it('by strangers does not delay the owner on a known device', async () => {
    const { account } = await server.person()
    for (let at = 0; at < 120; at++) await guess(account, 'wrong-one', `198.51.100.${at % 60}`)
    expect((await server.login(account, 'secret71')).type).toBe('ok')
  })

  it('is delayed by a minute at most, also from many addresses', async () => {
    const { account } = await server.person()
    let guesses = 0
    const begin = server.clock.now()
    while (server.clock.now() < begin + 3600) {
      const reply = await guess(account, 'wrong-one', `203.0.113.${guesses % 250}`)
      if (reply.code === 'wrongPassword') guesses += 1
      else {
        expect(reply).toMatchObject({ code: 'tooManyRequests' })
        expect(Number(reply.params.seconds)).toBeLessThanOrEqual(60)
        await server.clock.advance(Number(reply.params.seconds))
      }
    }
    // Twenty at once, then one a minute.
    expect(guesses).toBeGreaterThan(60)
    expect(guesses).toBeLessThan(90)
    await server.clock.advance(60)
    expect((await guess(account, 'secret71', '192.0.2.9')).type).toBe('ok')
  })

  it('counts all names and spellings of a user together', async () => {
    const { account } = await server.person()
    const names = [
      { type: 'account', account },
      { type: 'account', account: account.toUpperCase() },
      { type: 'phone', account: '+49 1701234599' },
      { type: 'email', account: 'guessed@example.org' },
      { type: 'email', account: 'Guessed@Example.ORG' },
    ]
    const { db } = server.context
    const own = { phone: '+49 1701234599', email: 'guessed@example.org' }
    await db.updateTable('users').set(own).where('account', '=', account).execute()
    const codes: unknown[] = []
    for (let at = 0; at < 15; at++) {
      const { challenge } = (await server.call('captcha/slide', {})).data
      codes.push((await server.call('user/login', { ...names[at % 5], password: 'wrong-one', slide: challenge })).code)
    }
    expect(codes.filter((code) => code === 'wrongPassword')).toHaveLength(10)
    expect(codes.slice(10)).toEqual(Array.from({ length: 5 }, () => 'tooManyRequests'))
  })

  it('does not count successes', async () => {
    const { account } = await server.person()
    for (let i = 0; i < 12; i++) expect((await server.login(account, 'secret71')).type).toBe('ok')
  })
})

describe('a phone', () => {
  const SPELLINGS = ['+49 15112345678', '+49 015112345678']
  const MISDIVIDED = ['+491 5112345678', '+4915 112345678', '+4 915112345678']
  const send = (phone: string, purpose = 'register') => server.call('sms_send_d', { phone, purpose })
  const registerPhone = async (account: string, code: string) =>
    await server.call('user/register', {
      type: 'phone',
      account,
      code,
      password: 'secret71',
      country: 'DE',
      terms: TERMS_VERSION,
    })
  const codes = (to: string) =>
    server.context.db.selectFrom('outbox').select('code').where('target', '=', to).orderBy('id', 'desc').execute()

  it('has one limit of codes, one account and one login in all spellings', async () => {
    const [phone = '', other = ''] = SPELLINGS
    expect(await send(other)).toMatchObject({ type: 'ok' })
    expect(await send(phone)).toMatchObject({ code: 'tooManyRequests' })
    for (const spelling of [...SPELLINGS, ...MISDIVIDED])
      expect(await send(spelling)).toMatchObject({ code: 'tooManyRequests' })
    const [sent] = await codes(phone)
    expect(await registerPhone(other, sent?.code ?? '')).toMatchObject({ type: 'ok', data: { account: phone } })
    await server.clock.advance(60)
    await send(phone)
    const [second] = await codes(phone)
    for (const account of SPELLINGS)
      expect(await registerPhone(account, second?.code ?? '')).toMatchObject({ code: 'phoneExists' })
    for (const account of [...SPELLINGS, ...MISDIVIDED])
      for (const type of ['phone', 'account'] as const)
        expect((await server.login(account, 'secret71', type)).data.user.phone).toBe(phone)
    await send(other, 'forget')
    const [forgotten] = await codes(phone)
    const reset = { type: 'phone', account: other, code: forgotten?.code, password: 'secret2' }
    expect(await server.call('user/forget', reset)).toMatchObject({ type: 'ok', data: { account: phone } })
    expect((await server.login(phone, 'secret2', 'phone')).type).toBe('ok')
  })

  it('that begins with a zero keeps it', async () => {
    await send('+39 0612345678')
    expect(await codes('+39 0612345678')).toHaveLength(1)
  })
})

const register = (account: string, code: string) =>
  server.call('user/register', {
    type: 'email',
    account,
    code,
    password: 'secret71',
    country: 'DE',
    terms: TERMS_VERSION,
  })
const send = (email: string, purpose = 'register', ip = '127.0.0.1') =>
  server.call('sms_mail', { email, purpose }, { ip })

describe('a code', () => {
  it('allows five attempts, even concurrent', async () => {
    const email = 'five@example.org'
    await send(email)
    const code = await server.code(email)
    const wrong = code === '111111' ? '222222' : '111111'
    await Promise.all(Array.from({ length: 12 }, () => register(email, wrong)))
    expect((await register(email, code)).code).toBe('wrongCode')
  })
  it('works for ten minutes', async () => {
    const email = 'late@example.org'
    await send(email)
    await server.clock.advance(600)
    expect((await register(email, await server.code(email))).code).toBe('wrongCode')
  })
  it('works once if concurrent', async () => {
    const email = 'once@example.org'
    await send(email)
    const code = await server.code(email)
    const codes = (await Promise.all([register(email, code), register(email, code)])).map((reply) => reply.code)
    expect(codes.filter((code) => code === 'registered')).toHaveLength(1)
  })
  it('sets one password if concurrent', async () => {
    const email = 'demo@example.com'
    await send(email, 'forget')
    const code = await server.code(email)
    const forget = (password: string) => server.call('user/forget', { type: 'email', account: email, code, password })
    const codes = (await Promise.all([forget('another1'), forget('another2')])).map((reply) => reply.code)
    expect(codes.map(String).toSorted()).toEqual(['passwordChanged', 'wrongCode'])
    await server.clock.advance(60)
  })
  it('is valid for its purpose and address only', async () => {
    const [email, other] = ['purpose@example.org', 'other@example.org']
    await send(email)
    const code = await server.code(email)
    expect((await server.call('user/forget', { type: 'email', account: email, code, password: 'another1' })).code).toBe(
      'wrongCode',
    )
    expect((await register(other, code)).code).toBe('wrongCode')
    expect((await register(email, code)).code).toBe('registered')
  })
  it('stays valid if the registration fails otherwise', async () => {
    const email = 'kept@example.org'
    await send(email)
    const code = await server.code(email)
    expect(
      (
        await server.call('user/register', {
          type: 'email',
          account: email,
          code,
          password: 'secret71',
          country: 'DE',
          terms: TERMS_VERSION,
          inviteCode: 'NOTACODE',
        })
      ).code,
    ).toBe('wrongInviteCode')
    expect((await register(email, code)).code).toBe('registered')
  })
  it('is sent again after 60 s, which voids the earlier one', async () => {
    const email = 'again@example.org'
    await send(email)
    const first = await server.code(email)
    await server.clock.advance(59)
    expect(await send(email)).toMatchObject({ code: 'tooManyRequests', params: { seconds: 1 } })
    await server.clock.advance(1)
    expect((await send(email)).code).toBe('codeSent')
    if ((await server.code(email)) !== first) expect((await register(email, first)).code).toBe('wrongCode')
  })
  describe('sent by strangers', () => {
    /** Requests a code from another address each time, as soon as possible. Returns the number of codes in a time, and the longest delay, in seconds. */
    async function flood(email: string, purpose: string, seconds: number): Promise<{ sent: number; longest: number }> {
      const end = server.clock.now() + seconds
      let sent = 0
      let longest = 0
      while (server.clock.now() < end) {
        const reply = await send(email, purpose, `198.51.100.${sent % 250}`)
        if (reply.code === 'codeSent') sent += 1
        else {
          longest = Math.max(longest, Number(reply.params.seconds))
          await server.clock.advance(Number(reply.params.seconds))
        }
      }
      return { sent, longest }
    }

    it('delays the owner by half an hour at most, for its purpose only', async () => {
      const { account } = await server.person()
      const email = 'flooded@example.org'
      await server.context.db.updateTable('users').set({ email }).where('account', '=', account).execute()
      const { sent, longest } = await flood(email, 'forget', 24 * 3600)
      expect([sent > 20, sent < 70, longest <= 1800]).toEqual([true, true, true])
      const reply = await send(email, 'forget')
      expect(Number(reply.params.seconds ?? 0)).toBeLessThanOrEqual(1800)
      expect((await send(email, 'bindEmail')).code).toBe('codeSent')
    })

    it('has the same delays for an unknown address', async () => {
      const { account } = await server.person()
      const email = 'delayed@example.org'
      await server.context.db.updateTable('users').set({ email }).where('account', '=', account).execute()
      const known = await flood(email, 'forget', 2 * 3600)
      expect(await flood('unregistered@example.org', 'forget', 2 * 3600)).toEqual(known)
    })
  })

  it('does not reveal if an address is known', async () => {
    const known = await send('demo@example.com', 'forget')
    const unknown = await send('unknown@example.com', 'forget')
    expect({ ...known, headers: null }).toEqual({ ...unknown, headers: null })
    await expect(server.code('unknown@example.com')).rejects.toThrow('Nothing was sent')
    expect(await server.code('demo@example.com')).toMatch(/^\d{6}$/)
  })
})

describe('a new user', () => {
  it('is funded in the demo account and shown to the inviter', async () => {
    const inviter = await server.person()
    const invited = await server.person({ inviteCode: inviter.inviteCode.toLowerCase() })
    const { data } = await server.call('user/invite', {}, { token: inviter.token })
    expect(data.count).toBe(1)
    expect(data.rows[0]?.account.slice(0, 2)).toBe(invited.account.slice(0, 2))
    expect(data.rows[0]?.account).not.toBe(invited.account)
    const user = (await server.call('user/info', {}, { token: inviter.token })).data
    expect(user.inviteList).toHaveLength(1)
    expect(await server.context.ledger.verify()).toEqual([])
  })
  it('is created once if concurrent', async () => {
    const codes = (
      await Promise.all(
        ['TwinName', 'twinname'].map((account) =>
          server.call('user/register', {
            type: 'account',
            account,
            password: 'secret71',
            country: 'DE',
            terms: TERMS_VERSION,
          }),
        ),
      )
    ).map(({ code }) => code)
    expect(codes.map(String).toSorted()).toEqual(['registered', 'usernameExists'])
  })
  it('needs an invite code if the operator says so', async () => {
    const { DEFAULT_CONFIG } = await import('../../config.ts')
    const strict = await createTestServer({
      operator: { ...DEFAULT_CONFIG, app: { ...DEFAULT_CONFIG.app, inviteRequired: true } },
    })
    const reply = await strict.call('user/register', {
      type: 'account',
      account: 'nocode',
      password: 'secret71',
      country: 'DE',
      terms: TERMS_VERSION,
    })
    expect(reply).toMatchObject({ code: 'missingParameter', params: { name: 'inviteCode' } })
    await strict.close()
  })
})
