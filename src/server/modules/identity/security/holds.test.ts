import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_CONFIG } from '../../../config.ts'
import {
  as,
  google,
  appCode,
  PASSWORD,
  PAY_PASSWORD,
  setPayPassword,
  stepUp,
  steppedUp,
  withTwoFactor,
} from '../../../../../tests/support/server/flows/security.ts'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import {
  bindPayee,
  cancel,
  certify,
  withdraw,
  withdrawer,
  TRON,
} from '../../../../../tests/support/server/flows/withdrawals.ts'
import { withdrawals } from '../../money/withdrawals/job.ts'
import { holdSeconds } from './holds.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

const ADDRESS = { kind: 'address', currency: 'USDT', network: 'TRC20', address: TRON }
const way = async (person: Person) =>
  (await server.call('wallet/out_info', { mode: 'real' }, as(person))).data.ways.find(
    ({ currency }) => currency === 'USDT',
  )
const record = async (person: Person, id: string) =>
  (await server.call('wallet/detail', { kind: 'withdrawal', id }, as(person))).data.withdrawal
const titles = async (person: Person) =>
  (await server.call('user/usermessage', {}, as(person))).data.rows.map(({ title }) => title)

/** A user who may withdraw to a payee that was added now. */
async function beginner() {
  const person = await server.person()
  await certify(server, person)
  const { data } = await steppedUp(server, person, 'user/cash_save', ADDRESS)
  return { ...person, payee: data.id, added: server.clock.now() }
}

describe('a withdrawal to a payee that was never paid', () => {
  it('waits until the hold ends, which is shown before', async () => {
    const who = await beginner()
    expect(await way(who)).toMatchObject({ lastPaid: null, heldUntil: who.added + 120, heldBy: 'payeeAdded' })
    const { data } = await withdraw(server, who)
    expect(data).toMatchObject({ status: 0, heldUntil: who.added + 120, heldBy: 'payeeAdded' })
    const observed: unknown[] = []
    for (const seconds of [119, 1, 20]) {
      await server.clock.advance(seconds)
      observed.push((await record(who, data.id))?.status)
    }
    expect(observed).toEqual([0, 1, 2])
    expect(await way(who)).toMatchObject({ lastPaid: who.added + 140, heldUntil: null, heldBy: null })
  })

  it('can be cancelled while it waits', async () => {
    const who = await beginner()
    const { data } = await withdraw(server, who)
    await server.clock.advance(110)
    expect((await cancel(server, who, data.id)).code).toBe('cancelled')
  })

  it('is not approved by an operator before the hold ends', async () => {
    const who = await beginner()
    const { data } = await withdraw(server, who)
    const { context } = server
    const row = await context.db
      .selectFrom('withdrawals')
      .selectAll()
      .where('id', '=', data.id)
      .executeTakeFirstOrThrow()
    expect(await withdrawals.answer(context, row, { approve: true })).toBeNull()
    expect(await withdrawals.answer(context, row, { approve: false, reason: 'riskRefused' })).toMatchObject({
      status: 3n,
    })
  })

  it.each([
    [
      'payPassword',
      (who: Person) => setPayPassword(server, who, { way: 'change', oldPassword: PAY_PASSWORD, password: '135791' }),
    ],
    ['payPassword', (who: Person) => setPayPassword(server, who, { way: 'reset', password: '135791' })],
    [
      'password',
      (who: Person) => server.call('safe/update_password', { oldPassword: PASSWORD, password: 'another1' }, as(who)),
    ],
    [
      'email',
      async (who: Person) => {
        const email = `${who.account}@hold.example`
        await server.call('sms_mail', { email, purpose: 'bindEmail' })
        return await steppedUp(server, who, 'safe/email', { way: 'bind', email, code: await server.code(email) })
      },
    ],
    [
      'phone',
      async (who: Person) => {
        const phone = '+49 15133300001'
        await server.call('sms_send_d', { phone, purpose: 'bindPhone' })
        return await steppedUp(server, who, 'safe/phone', { way: 'bind', phone, code: await server.code(phone) })
      },
    ],
  ] as const)('waits again after a change of %s', async (cause, change) => {
    const who = await withdrawer(server)
    await setPayPassword(server, who)
    expect(await way(who)).toMatchObject({ heldUntil: null })
    expect((await change(who)).type).toBe('ok')
    expect(await way(who)).toMatchObject({ heldUntil: server.clock.now() + 120, heldBy: cause })
    await server.clock.advance(120)
    expect(await way(who)).toMatchObject({ heldUntil: null })
  })

  it('waits again after the second factor was switched off', async () => {
    const who = await withTwoFactor(server)
    await bindPayee(server, who)
    await server.clock.advance(30)
    await google(server, who, { way: 'off', password: PASSWORD, code: appCode(server, who.secret) })
    expect(await way(who)).toMatchObject({ heldBy: 'twoFactorOff' })
  })

  it('does not wait for a payee that was paid, regardless of the change', async () => {
    const who = await withdrawer(server)
    await withdraw(server, who)
    await server.clock.advance(40)
    await setPayPassword(server, who, { way: 'reset', password: '135791' })
    expect(await way(who)).toMatchObject({ heldUntil: null })
  })

  it('waits a day outside a sandbox, and as long as the operator says', () => {
    const { app, server: settings } = DEFAULT_CONFIG
    expect(holdSeconds({ app: { ...app, sandbox: false }, server: settings })).toBe(86_400)
    expect(holdSeconds({ app, server: { ...settings, holdSeconds: 600 } as typeof settings })).toBe(600)
  })
})

describe('a notice', () => {
  const bound = async () => {
    const person = await server.person()
    const email = `${person.account}@notice.example`
    await server.call('sms_mail', { email, purpose: 'bindEmail' })
    await steppedUp(server, person, 'safe/email', { way: 'bind', email, code: await server.code(email) })
    return { ...person, email }
  }
  const sent = (to: string) =>
    server.context.db.selectFrom('notices').selectAll().where('target', '=', to).orderBy('id').execute()
  const tokenOf = (link: string | null | undefined) => String(link).split('token=')[1] ?? ''

  it('of each step goes to the inbox and the e-mail address', async () => {
    const person = await bound()
    await steppedUp(server, person, 'user/cash_save', ADDRESS)
    await setPayPassword(server, person)
    expect(await titles(person)).toEqual(expect.arrayContaining(['A payee was added', 'Your payment password was set']))
    const mails = await sent(person.email)
    expect(mails.map(({ title }) => title)).toEqual(['A payee was added', 'Your payment password was set'])
    expect(mails[0]?.text).toContain('freeze your account')
    expect(mails[0]?.link).toMatch(/^\/h5\/#\/pages\/user\/freeze\?token=/)
  })

  it('goes to a replaced e-mail address for a week', async () => {
    const person = await bound()
    const email = `other-${person.email}`
    await server.call('sms_mail', { email, purpose: 'bindEmail' })
    await steppedUp(server, person, 'safe/email', { way: 'change', email, code: await server.code(email) })
    expect((await sent(person.email)).map(({ title }) => title)).toEqual(['Your email was saved'])
    await setPayPassword(server, person)
    expect([(await sent(person.email)).length, (await sent(email)).length]).toEqual([2, 1])
    await server.clock.advance(7 * 86_400)
    await setPayPassword(server, person, { way: 'reset', password: '135791' })
    expect([(await sent(person.email)).length, (await sent(email)).length]).toEqual([0, 1])
  })

  it('of another phone goes to the e-mail address and for a week to the phone before, in their one spelling', async () => {
    const person = await bound()
    const bind = async (way: 'bind' | 'change', phone: string, spelling: string) => {
      await server.call('sms_send_d', { phone, purpose: 'bindPhone' })
      const given = { way, phone: spelling, code: await server.code(phone) }
      expect((await steppedUp(server, person, 'safe/phone', given)).data).toEqual({ phone })
    }
    const [before, after] = ['+49 15144400001', '+49 15144400002']
    await bind('bind', before, '+49 015144400001')
    await server.clock.advance(60)
    await bind('change', after, after)
    const titlesTo = async (to: string) => (await sent(to)).map(({ title }) => title)
    expect(await titlesTo(person.email)).toEqual(['Your phone number was saved', 'Your phone number was saved'])
    expect([await titlesTo(before), await titlesTo(after)]).toEqual([['Your phone number was saved'], []])
    await setPayPassword(server, person)
    expect([await titlesTo(before), await titlesTo(after)].map((titles) => titles.length)).toEqual([2, 1])
    await server.clock.advance(7 * 86_400)
    await setPayPassword(server, person, { way: 'reset', password: '135791' })
    expect([await titlesTo(before), await titlesTo(after)].map((titles) => titles.length)).toEqual([0, 1])
  })

  it('of a blocked payment password is sent once', async () => {
    const person = await bound()
    await setPayPassword(server, person)
    const guess = (password: string) => server.call('safe/pay_verify', { call: 'wallet/out', password }, as(person))
    await Promise.all(Array.from({ length: 20 }, (_, index) => guess(String(100_000 + index))))
    expect((await titles(person)).filter((title) => title === 'Payment password blocked')).toHaveLength(1)
  })

  it('of a login reports another kind of device only', async () => {
    const person = await server.person()
    const login = async (agent: string) => {
      const { data } = await server.call('captcha/slide', {})
      const payload = { type: 'account', account: person.account, password: PASSWORD, slide: data.challenge }
      await server.call('user/login', payload, { headers: { 'user-agent': agent } })
    }
    const agent = 'Mozilla/5.0 (Android 16) Gecko/153.0 Firefox/153.0'
    await server.login(person.account, PASSWORD)
    await login(agent)
    await login(agent)
    expect((await titles(person)).filter((title) => title.startsWith('Login on another device'))).toEqual([
      'Login on another device: Firefox, Android',
    ])
  })

  it('freezes the account by its link, once, and ends all sessions', async () => {
    const person = await bound()
    await setPayPassword(server, person)
    const [mail] = await sent(person.email)
    const freeze = () => server.call('safe/freeze_link', { token: tokenOf(mail?.link) })
    expect((await freeze()).code).toBe('set')
    expect((await freeze()).code).toBe('dataNotFound')
    expect((await server.call('user/info', {}, as(person))).code).toBe('sessionExpired')
    const again = (await server.login(person.account, PASSWORD)).data.token
    expect((await server.call('user/info', {}, { token: again })).data.frozen).toBe(true)
    expect(await titles({ ...person, token: again })).toContain('Your account is frozen')
  })

  it('has a link that is valid for a week', async () => {
    const person = await bound()
    await setPayPassword(server, person)
    const [mail] = await sent(person.email)
    await server.clock.advance(7 * 86_400)
    expect((await server.call('safe/freeze_link', { token: tokenOf(mail?.link) })).code).toBe('dataNotFound')
  })
})

describe('a frozen account', () => {
  it('pays no withdrawal, and the session that has frozen it remains', async () => {
    const who = await withdrawer(server)
    const other = (await server.login(who.account, PASSWORD)).data.token
    const { data } = await withdraw(server, who)
    expect((await server.call('safe/freeze', {}, as(who))).code).toBe('set')
    await server.clock.advance(3600)
    expect((await record(who, data.id))?.status).toBe(0)
    expect((await server.call('user/info', {}, { token: other })).code).toBe('sessionExpired')
    expect(
      (
        await server.call(
          'user/cash_save',
          { ...ADDRESS, stepUpProof: await stepUp(server, who, 'user/cash_save') },
          as(who),
        )
      ).code,
    ).toBe('accountFrozen')
  })
})
