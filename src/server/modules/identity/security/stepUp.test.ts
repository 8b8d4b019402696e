import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  appCode,
  as,
  factorsOf,
  PASSWORD,
  payProof,
  setPayPassword,
  stepUp,
  steppedUp,
  withTwoFactor,
  wrong,
} from '../../../../../tests/support/server/flows/security.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { setUserFields, withdraw, withdrawer } from '../../../../../tests/support/server/flows/withdrawals.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const CARD = { kind: 'card', number: '4242 4242 4242 4242', holder: 'Ann Miller', bank: 'First Bank' }
const save = async (person: Pick<Person, 'token'>, stepUpProof?: unknown) =>
  (await server.call('user/cash_save', { ...CARD, ...(stepUpProof !== undefined && { stepUpProof }) }, as(person))).code
const info = async (person: Person, call: string, value = '') =>
  (await server.call('safe/step_up_info', { call, value }, as(person))).data

describe('a step-up proof', () => {
  it('is used once, also by concurrent calls', async () => {
    const person = await server.person()
    const proof = await stepUp(server, person, 'user/cash_save')
    const codes = await Promise.all(Array.from({ length: 20 }, () => save(person, proof)))
    expect(codes.filter((code) => code === 'added')).toHaveLength(1)
    expect(codes.filter((code) => code === 'stepUpRequired')).toHaveLength(19)
  })

  it('is refused without it, and for a made-up text', async () => {
    const person = await server.person()
    for (const proof of [undefined, '', 'x'.repeat(43)]) expect(await save(person, proof)).toBe('stepUpRequired')
  })

  it('is refused for another call', async () => {
    const person = await server.person()
    expect(await save(person, await stepUp(server, person, 'safe/email'))).toBe('stepUpRequired')
  })

  it('is refused for another value of the call', async () => {
    const person = await server.person()
    await setPayPassword(server, person)
    const stepUpProof = await stepUp(server, person, 'safe/pay_password', 'change')
    expect(
      (await server.call('safe/pay_password', { way: 'reset', password: '135791', stepUpProof }, as(person))).code,
    ).toBe('stepUpRequired')
  })

  it('is refused in another session of the same user', async () => {
    const person = await server.person()
    const other = { token: (await server.login(person.account, PASSWORD)).data.token }
    expect(await save(other, await stepUp(server, person, 'user/cash_save'))).toBe('stepUpRequired')
  })

  it('is refused for another user', async () => {
    const [person, other] = [await server.person(), await server.person()]
    expect(await save(other, await stepUp(server, person, 'user/cash_save'))).toBe('stepUpRequired')
  })

  it('ends with its session', async () => {
    const person = await server.person()
    const proof = await stepUp(server, person, 'user/cash_save')
    await server.call('user/logout', {}, as(person))
    expect(await save({ token: (await server.login(person.account, PASSWORD)).data.token }, proof)).toBe(
      'stepUpRequired',
    )
    expect(
      await server.context.db
        .selectFrom('step_up_proofs')
        .select('hash')
        .where('call', '=', 'user/cash_save')
        .execute(),
    ).not.toContainEqual(proof)
  })

  it('is valid for five minutes', async () => {
    const person = await server.person()
    const proof = await stepUp(server, person, 'user/cash_save')
    await server.clock.advance(300)
    expect(await save(person, proof)).toBe('stepUpRequired')
  })

  it('is not consumed by a refused call', async () => {
    const person = await server.person()
    const stepUpProof = await stepUp(server, person, 'user/cash_save')
    const wrongCard = { ...CARD, number: '4242 4242 4242 4241', stepUpProof }
    expect((await server.call('user/cash_save', wrongCard, as(person))).code).toBe('wrongCardNumber')
    expect(await save(person, stepUpProof)).toBe('added')
  })

  it('is stored as a hash only', async () => {
    const person = await server.person()
    const proof = await stepUp(server, person, 'user/cash_save')
    const rows = await server.context.db.selectFrom('step_up_proofs').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(
      JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(proof)
  })

  it('is not accepted for a frozen account', async () => {
    const person = await server.person()
    const proof = await stepUp(server, person, 'user/cash_save')
    await setUserFields(server, person, { frozen: 1 })
    expect(await save(person, proof)).toBe('accountFrozen')
  })
})

describe('the factors', () => {
  it('are a code of the authenticator app where the user has one', async () => {
    const person = await withTwoFactor(server)
    expect(await info(person, 'user/cash_save')).toEqual({ factors: ['authenticator'], targets: [], passkey: null })
    const guess = { authenticator: wrong(appCode(server, person.secret)) }
    const payload = { call: 'user/cash_save', value: '' }
    expect((await server.call('safe/step_up', { ...payload, ...guess }, as(person))).code).toBe('wrongCode')
    // The login password does not replace it.
    expect((await server.call('safe/step_up', { ...payload, password: PASSWORD }, as(person))).code).toBe(
      'missingParameter',
    )
    expect((await steppedUp(server, person, 'user/cash_save', CARD)).code).toBe('added')
  })

  it('include a recovery code in place of the app, once', async () => {
    const person = await withTwoFactor(server)
    const payload = { call: 'user/cash_save', value: '', authenticator: person.recoveryCodes[0] }
    expect((await server.call('safe/step_up', payload, as(person))).type).toBe('ok')
    expect((await server.call('safe/step_up', payload, as(person))).code).toBe('wrongCode')
  })

  it('are password and code where an address is bound', async () => {
    const person = {
      account: 'demo',
      inviteCode: '',
      ...(await server.login('demo', 'demo1234')).data,
      password: 'demo1234',
    }
    const { factors, targets } = await info(person, 'user/cash_save')
    expect(factors).toEqual(['password', 'code'])
    expect(targets).toEqual([
      { by: 'email', address: 'de•••@example.com' },
      { by: 'phone', address: '••• 456' },
    ])
    const given = await factorsOf(server, person, 'user/cash_save', '')
    const payload = { call: 'user/cash_save', value: '', ...given }
    for (const [missing, code] of [
      [{ password: 'wrong-one' }, 'wrongPassword'],
      [{ code: wrong(String(given?.code)) }, 'wrongCode'],
      [{ code: null }, 'missingParameter'],
      [{ password: null }, 'missingParameter'],
    ] as const)
      expect((await server.call('safe/step_up', { ...payload, ...missing }, as(person))).code).toBe(code)
    expect((await server.call('safe/step_up', payload, as(person))).type).toBe('ok')
    // The code works once.
    expect((await server.call('safe/step_up', payload, as(person))).code).toBe('wrongCode')
  })

  it('are not required for a payee that was paid before', async () => {
    const who = await withdrawer(server)
    expect((await info(who, 'wallet/out', who.payee)).factors).toEqual(['password'])
    expect((await withdraw(server, who, { stepUpProof: 'x'.repeat(43) })).code).toBe('stepUpRequired')
    expect((await withdraw(server, who)).code).toBe('withdrawalRequested')
    await server.clock.advance(7 * 86_400)
    expect((await info(who, 'wallet/out', who.payee)).factors).toEqual([])
    const proof = await payProof(server, who, 'wallet/out')
    expect((await withdraw(server, who, { payProof: proof, stepUpProof: null })).code).toBe('withdrawalRequested')
  })

  it('are limited to five wrong passwords, also concurrent ones', async () => {
    const person = await server.person()
    const guess = (password: string) =>
      server.call('safe/step_up', { call: 'user/cash_save', value: '', password }, as(person))
    const codes = (await Promise.all(Array.from({ length: 50 }, (_, index) => guess(`wrong-${index}`)))).map(
      ({ code }) => code,
    )
    expect(codes.filter((code) => code === 'wrongPassword')).toHaveLength(5)
    expect(await guess(PASSWORD)).toMatchObject({ code: 'tooManyRequests', params: { seconds: 900 } })
  })
})
