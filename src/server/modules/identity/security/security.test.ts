import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  appCode,
  as,
  factorsOf,
  firstStep,
  google,
  lastStep,
  PASSWORD,
  PAY_PASSWORD,
  payProof,
  setPayPassword,
  stepUp,
  steppedUp,
  withKey,
  withTwoFactor,
  wrong,
} from '../../../../../tests/support/server/flows/security.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { requireProof, consumeProof } from './payProofs.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const CALL = 'wallet/transfer'
const idOf = async (person: Person) => (await server.call('user/info', {}, as(person))).data.id
const verify = (person: Person, password: string) =>
  server.call('safe/pay_verify', { call: CALL, password }, as(person))
const tally = (codes: unknown[]) =>
  Object.fromEntries(
    [...new Set(codes.map(String))].toSorted().map((code) => [code, codes.filter((other) => other === code).length]),
  )
const titles = async (person: Person) =>
  (await server.call('user/usermessage', {}, as(person))).data.rows.map(({ title }) => title)

describe('a change of the login password', () => {
  const change = (person: Person, oldPassword: string, password: string) =>
    server.call('safe/update_password', { oldPassword, password }, as(person))

  it('ends every other session, not this one', async () => {
    const current = await server.person()
    const other = { ...current, token: (await server.login(current.account, PASSWORD)).data.token }
    expect((await change(current, PASSWORD, 'another1')).data).toEqual({ ended: 1 })
    expect((await server.call('user/info', {}, as(other))).code).toBe('sessionExpired')
    expect((await server.call('user/info', {}, as(current))).type).toBe('ok')
    expect((await server.login(current.account, PASSWORD)).code).toBe('wrongPassword')
    expect((await server.login(current.account, 'another1')).type).toBe('ok')
    expect(await titles(current)).toContain('Your password was changed')
  })

  it('happens once if concurrent', async () => {
    const person = await server.person()
    const codes = (await Promise.all([change(person, PASSWORD, 'another1'), change(person, PASSWORD, 'another2')])).map(
      ({ code }) => code,
    )
    expect(tally(codes)).toEqual({ oldPasswordWrong: 1, passwordChanged: 1 })
  })

  it('allows five wrong passwords, also concurrent ones', async () => {
    const person = await server.person()
    const codes = (
      await Promise.all(Array.from({ length: 200 }, (_, index) => change(person, `wrong-${index}`, 'another1')))
    ).map(({ code }) => code)
    expect(tally(codes)).toEqual({ oldPasswordWrong: 5, tooManyRequests: 195 })
  })
})

describe('the payment password', () => {
  /** A user after five wrong attempts: two, then, ten minutes later, three of many concurrent ones. */
  async function blocked() {
    const person = await server.person()
    await setPayPassword(server, person)
    for (let i = 0; i < 2; i++) await verify(person, '000000')
    await server.clock.advance(600)
    const codes = (
      await Promise.all(Array.from({ length: 200 }, (_, index) => verify(person, String(100_000 + index))))
    ).map(({ code }) => code)
    return { person, codes }
  }

  it('allows five attempts, also concurrent ones', async () => {
    expect(tally((await blocked()).codes)).toEqual({ tooManyRequests: 197, wrongPayPassword: 3 })
  })

  it('is blocked for 15 minutes from the last attempt', async () => {
    const { person } = await blocked()
    // The right password is refused too, with the remaining time.
    expect(await verify(person, PAY_PASSWORD)).toMatchObject({ code: 'tooManyRequests', params: { seconds: 900 } })
    await server.clock.advance(899)
    expect(await verify(person, PAY_PASSWORD)).toMatchObject({ code: 'tooManyRequests', params: { seconds: 1 } })
    await server.clock.advance(1)
    expect((await verify(person, PAY_PASSWORD)).type).toBe('ok')
  })

  it('resets the count after the right one', async () => {
    const person = await server.person()
    await setPayPassword(server, person)
    for (const password of ['000000', '000001', '000002', '000003', PAY_PASSWORD, '000004'])
      await verify(person, password)
    expect((await verify(person, '000005')).code).toBe('wrongPayPassword')
  })

  it('is stored as a slow hash only, never returned', async () => {
    const person = await server.person()
    await setPayPassword(server, person)
    const { pay_password: kept } = await server.context.db
      .selectFrom('users')
      .select('pay_password')
      .where('account', '=', person.account)
      .executeTakeFirstOrThrow()
    expect(kept).toMatch(/^scrypt\$/)
    const user = (await server.call('user/info', {}, as(person))).data
    expect(user.hasPayPassword).toBe(true)
    expect(JSON.stringify(user)).not.toContain('scrypt')
  })

  it('is reset with a step-up proof, which works once, and lifts the block', async () => {
    const person = await server.person()
    await setPayPassword(server, person)
    for (let i = 0; i < 6; i++) await verify(person, '000000')
    const stepUpProof = await stepUp(server, person, 'safe/pay_password', 'reset')
    const reset = (password: string) =>
      server.call('safe/pay_password', { way: 'reset', password, stepUpProof }, as(person))
    const codes = (await Promise.all([reset('135791'), reset('975310')])).map((reply) => reply.code)
    expect(tally(codes)).toEqual({ set: 1, stepUpRequired: 1 })
    expect(
      tally((await Promise.all([verify(person, '135791'), verify(person, '975310')])).map((reply) => reply.type)),
    ).toEqual({ error: 1, ok: 1 })
  })

  it('is reset by two step-ups at once as by one after the other', async () => {
    const person = await server.person()
    await setPayPassword(server, person)
    const proofs = [
      await stepUp(server, person, 'safe/pay_password', 'reset'),
      await stepUp(server, person, 'safe/pay_password', 'reset'),
    ]
    const codes = await Promise.all(
      proofs.map(async (stepUpProof, index) => {
        const password = ['135791', '975310'][index] ?? ''
        return (await server.call('safe/pay_password', { way: 'reset', password, stepUpProof }, as(person))).code
      }),
    )
    expect(codes).toEqual(['set', 'set'])
    expect(
      tally((await Promise.all([verify(person, '135791'), verify(person, '975310')])).map((reply) => reply.type)),
    ).toEqual({ error: 1, ok: 1 })
  })
})

describe('a proof of the payment password', () => {
  const take = async (person: Person, call: string, proof: unknown) =>
    consumeProof(server.context, await idOf(person), call, proof)
  const refused = { code: 'wrongPayPassword' }

  it('works once', async () => {
    const person = await server.person()
    const proof = await payProof(server, person, CALL)
    const taken = await Promise.allSettled(Array.from({ length: 20 }, () => take(person, CALL, proof)))
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('works for its user, its call and two minutes', async () => {
    const [person, other] = [await server.person(), await server.person()]
    const proof = await payProof(server, person, CALL)
    await expect(take(other, CALL, proof)).rejects.toMatchObject(refused)
    await expect(take(person, 'upload', proof)).rejects.toMatchObject(refused)
    for (const forged of ['', 'x'.repeat(43), undefined, null, 7, ['a']])
      await expect(take(person, CALL, forged)).rejects.toMatchObject(refused)
    await server.clock.advance(119)
    await take(person, CALL, proof)
    const late = await payProof(server, person, CALL)
    await server.clock.advance(120)
    await expect(take(person, CALL, late)).rejects.toMatchObject(refused)
  })

  it('is required only by calls that declare it', async () => {
    const person = await server.person()
    const asked = { call: CALL, userId: await idOf(person) }
    await requireProof(server.context, { needs: ['verified'] }, { ...asked, proof: undefined })
    await expect(
      requireProof(server.context, { needs: ['verified', 'payPassword'] }, { ...asked, proof: undefined }),
    ).rejects.toMatchObject(refused)
    await requireProof(
      server.context,
      { needs: ['payPassword'] },
      { ...asked, proof: await payProof(server, person, CALL) },
    )
  })

  it('is void after a payment password change', async () => {
    const person = await server.person()
    const proof = await payProof(server, person, CALL)
    expect(
      (await setPayPassword(server, person, { way: 'change', oldPassword: PAY_PASSWORD, password: '135791' })).code,
    ).toBe('set')
    await expect(take(person, CALL, proof)).rejects.toMatchObject(refused)
  })

  it('is not consumed by a refused call', async () => {
    const person = await server.person()
    const proof = await payProof(server, person, CALL)
    const id = await idOf(person)
    const work = server.context.db.transaction().execute(async (trx) => {
      await consumeProof({ ...server.context, db: trx }, id, CALL, proof)
      throw new Error('refused')
    })
    await expect(work).rejects.toThrow('refused')
    await take(person, CALL, proof)
  })
})

describe('an e-mail address', () => {
  it('is changed with a code to it and a code to the address before', async () => {
    const person = await server.person()
    const [first, second] = ['first@example.org', 'Second@Example.org']
    const bind = async (way: 'bind' | 'change', email: string) => {
      await server.call('sms_mail', { email, purpose: 'bindEmail' })
      const code = await server.code(email.toLowerCase())
      return await steppedUp(server, person, 'safe/email', { way, email, code })
    }
    expect((await bind('bind', first)).data).toEqual({ email: first })
    expect(await factorsOf(server, person, 'safe/email', '')).toEqual({
      password: PASSWORD,
      by: 'email',
      code: await server.code(first),
    })
    expect((await bind('change', second)).data).toEqual({ email: second.toLowerCase() })
    expect((await server.login(second, PASSWORD, 'email')).type).toBe('ok')
    expect((await server.login(first, PASSWORD, 'email')).code).toBe('wrongPassword')
    expect(await titles(person)).toContain('Your email was saved')
  })
})

describe('a phone', () => {
  it('is added and changed with a code to it, opens the account, and belongs to one user', async () => {
    const [person, other] = [await server.person(), await server.person()]
    const [first, second] = ['+49 15155500001', '+49 15155500002']
    const bind = async (who: Person, way: 'bind' | 'change', phone: string) => {
      await server.call('sms_send_d', { phone, purpose: 'bindPhone' })
      const reply = await steppedUp(server, who, 'safe/phone', { way, phone, code: await server.code(phone) })
      await server.clock.advance(60)
      return reply
    }
    expect((await bind(person, 'change', first)).code).toBe('statusAbnormal')
    expect((await bind(person, 'bind', first)).data).toEqual({ phone: first })
    expect(await factorsOf(server, person, 'safe/phone', '')).toMatchObject({ password: PASSWORD, by: 'phone' })
    expect((await bind(other, 'bind', first)).code).toBe('phoneExists')
    expect((await bind(person, 'change', second)).data).toEqual({ phone: second })
    expect((await server.login(second, PASSWORD, 'phone')).type).toBe('ok')
    expect((await server.login(first, PASSWORD, 'phone')).code).toBe('wrongPassword')
    expect((await bind(other, 'bind', first)).data).toEqual({ phone: first })
  })
})

describe('the second factor', () => {
  const off = (person: Awaited<ReturnType<typeof withTwoFactor>>, more: object = {}) =>
    google(server, person, { way: 'off', password: PASSWORD, code: appCode(server, person.secret), ...more })

  it('accepts each code once if concurrent', async () => {
    const { account, secret } = await withTwoFactor(server)
    const challenges = [(await firstStep(server, account)).challenge, (await firstStep(server, account)).challenge]
    const codes = (
      await Promise.all(challenges.map((challenge) => lastStep(server, challenge, appCode(server, secret))))
    ).map(({ code }) => code)
    expect(tally(codes)).toEqual({ loginDone: 1, wrongCode: 1 })
  })

  it('allows five attempts and five minutes, also concurrently', async () => {
    const { account, secret } = await withTwoFactor(server)
    const { challenge } = await firstStep(server, account)
    const guess = wrong(appCode(server, secret))
    const codes = (await Promise.all(Array.from({ length: 200 }, () => lastStep(server, challenge, guess)))).map(
      ({ code }) => code,
    )
    expect(tally(codes)).toEqual({ loginExpired: 195, wrongCode: 5 })
    expect((await lastStep(server, challenge, appCode(server, secret))).code).toBe('loginExpired')
    const next = await firstStep(server, account)
    await server.clock.advance(300)
    expect((await lastStep(server, next.challenge, appCode(server, secret))).code).toBe('loginExpired')
  })

  it('opens no session without the code, and one per login', async () => {
    const { account, secret } = await withTwoFactor(server)
    const { challenge, reply } = await firstStep(server, account)
    expect(reply).toMatchObject({ code: 'twoFactorRequired', data: null })
    expect((await lastStep(server, challenge, appCode(server, secret))).code).toBe('loginDone')
    await server.clock.advance(30)
    expect((await lastStep(server, challenge, appCode(server, secret))).code).toBe('loginExpired')
  })

  it('is not blocked by codes of a stranger who knows the password', async () => {
    const { account, secret } = await withTwoFactor(server)
    const stranger = { ip: '203.0.113.9' }
    const codes: unknown[] = []
    for (let at = 0; at < 12; at++) {
      const { challenge } = (await server.call('captcha/slide', {}, stranger)).data
      const login = { type: 'account', account, password: PASSWORD, slide: challenge }
      await server.call('user/login', login, stranger)
      const guess = { challenge, code: wrong(appCode(server, secret)) }
      codes.push((await server.call('user/login_code', guess, stranger)).code)
    }
    expect(tally(codes)).toEqual({ tooManyRequests: 7, wrongCode: 5 })
    const { challenge } = await firstStep(server, account)
    expect((await lastStep(server, challenge, appCode(server, secret))).code).toBe('loginDone')
  })

  it('accepts a recovery code once, in any notation', async () => {
    const { account, recoveryCodes } = await withTwoFactor(server)
    const [code = ''] = recoveryCodes
    expect(code).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)
    expect(
      (await lastStep(server, (await firstStep(server, account)).challenge, code.toLowerCase().replace('-', ' '))).code,
    ).toBe('loginDone')
    expect((await lastStep(server, (await firstStep(server, account)).challenge, code)).code).toBe('wrongCode')
  })

  it.each([
    ['spaces', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ['a hyphen', (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`],
    ['Arabic digits', (code: string) => code.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))],
    [
      'full-width digits',
      (code: string) => code.replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    ],
  ])('accepts a code with %s at login, and to disable it', async (_name, spelled) => {
    const person = await withTwoFactor(server)
    const { challenge } = await firstStep(server, person.account)
    expect((await lastStep(server, challenge, spelled(appCode(server, person.secret)))).code).toBe('loginDone')
    await server.clock.advance(30)
    expect((await off(person, { code: spelled(appCode(server, person.secret)) })).data.on).toBe(false)
  })

  it('counts no text that cannot be a code', async () => {
    const { account, secret } = await withTwoFactor(server)
    const { challenge } = await firstStep(server, account)
    for (const text of ['12345', '1234567', '12a456', 'ABCDEF', '--------'])
      for (let i = 0; i < 4; i++) expect((await lastStep(server, challenge, text)).code).toBe('parameterError')
    expect((await lastStep(server, challenge, appCode(server, secret))).code).toBe('loginDone')
  })

  it('is enabled with a code of the shown key, which is never shown again', async () => {
    const person = await withKey(server)
    expect((await google(server, person, { way: 'get' })).data.key?.secret).toBe(
      person.secret.match(/.{4}/g)?.join(' '),
    )
    await google(server, person, { way: 'set', password: PASSWORD, code: appCode(server, person.secret) })
    expect((await google(server, person, { way: 'get' })).data).toEqual({ on: true, key: null, recoveryCodes: [] })
  })

  it('is disabled with a code and the password', async () => {
    const person = await withTwoFactor(server)
    expect((await off(person, { password: 'wrong-one' })).code).toBe('wrongPassword')
    expect((await off(person)).data.on).toBe(false)
    expect((await server.login(person.account, PASSWORD)).type).toBe('ok')
  })

  it('has another key after it was disabled', async () => {
    const person = await withTwoFactor(server)
    expect((await off(person)).data.on).toBe(false)
    expect((await google(server, person, { way: 'get' })).data.key?.uri).not.toContain(person.secret)
  })
})
