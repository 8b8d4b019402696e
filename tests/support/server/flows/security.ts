import { contract } from '../../../../src/generated/contract.ts'
import type { CallId } from '../../../../src/generated/calls.ts'
import { STEP_SECONDS } from '../../../../src/server/modules/identity/security/totp.ts'
import type { Person, Reply, TestServer } from '../testServer.ts'
import { codeAt } from '../totp.ts'

/** Login password of every test user. */
export const PASSWORD = 'secret71'
export const PAY_PASSWORD = '246810'

/** Returns the options of a call that is sent by a user. */
export const as = ({ token }: Pick<Person, 'token'>): { token: string } => ({ token })
/** Returns a code of six digits that differs from the given one. */
export const wrong = (code: string): string => (code === '111111' ? '222222' : '111111')

/** Who steps up: an authenticator app has a `secret`, which the server accepts a code of each step once. */
type Confirming = Pick<Person, 'token'> & { secret?: string; password?: string }

/** The factors that the server requires of a user for a call and a value, as the fields of safe/step_up. */
export async function factorsOf(
  server: TestServer,
  person: Confirming,
  call: string,
  value: string,
): Promise<Record<string, string> | null> {
  const { factors, targets } = (await server.call('safe/step_up_info', { call, value }, as(person))).data
  if (factors.length === 0) return null
  const given: Record<string, string> = {}
  for (const factor of factors) {
    if (factor === 'password') given.password = person.password ?? PASSWORD
    else if (factor === 'authenticator') {
      await server.clock.advance(STEP_SECONDS)
      given.authenticator = appCode(server, person.secret ?? '')
    } else {
      const by = targets[0]?.by ?? 'email'
      const address = (await server.call('user/info', {}, as(person))).data[by] ?? ''
      // Another code at once, without an advance of the clock, which would change prices and end proofs.
      await server.context.db
        .deleteFrom('codes')
        .where('purpose', '=', 'stepUp')
        .where('target', '=', address)
        .execute()
      await server.call('safe/step_up_code', { by }, as(person))
      Object.assign(given, { by, code: await server.code(address) })
    }
  }
  return given
}

/** Obtains a step-up proof for a call and a value; undefined if the call requires none. */
export async function stepUp(
  server: TestServer,
  person: Confirming,
  call: string,
  value = '',
): Promise<string | undefined> {
  const factors = await factorsOf(server, person, call, value)
  if (!factors) return undefined
  const reply = await server.call('safe/step_up', { call, value, ...factors }, as(person))
  if (reply.type !== 'ok') throw new Error(`No step-up proof: ${reply.code}`)
  return reply.data.proof
}

/** Sends a call with the step-up proof that it requires. */
export async function steppedUp<C extends CallId>(
  server: TestServer,
  person: Confirming,
  call: C,
  payload: Record<string, unknown>,
): Promise<Reply<C>> {
  const value = payload[contract[call].stepUp?.by ?? '']
  const proof = await stepUp(server, person, call, typeof value === 'string' ? value : '')
  return await server.call(call, { ...payload, ...(proof !== undefined && { stepUpProof: proof }) }, as(person))
}

/** Sets the payment password: for the first time, or as `more` says; with a step-up proof. */
export const setPayPassword = (
  server: TestServer,
  person: Confirming,
  more: Record<string, unknown> = {},
): Promise<Reply<'safe/pay_password'>> =>
  steppedUp(server, person, 'safe/pay_password', {
    way: 'set',
    ...(more.way === undefined && { loginPassword: PASSWORD }),
    password: PAY_PASSWORD,
    ...more,
  })

/** Issues a payment proof for one call (`payProof` of a money call). Sets the payment password if there is none. */
export async function payProof(server: TestServer, person: Person, call: string): Promise<string> {
  const ask = () => server.call('safe/pay_verify', { call, password: PAY_PASSWORD }, as(person))
  let reply = await ask()
  if (reply.code === 'payPasswordRequired') {
    await setPayPassword(server, person)
    reply = await ask()
  }
  if (reply.type !== 'ok') throw new Error(`No proof: ${reply.code}`)
  return reply.data.proof
}

/** Sends the call that manages two-factor login. */
export const google = (
  server: TestServer,
  person: Person,
  payload: Record<string, unknown>,
): Promise<Reply<'safe/google'>> => server.call('safe/google', payload, as(person))

/** The current TOTP code. */
export const appCode = (server: TestServer, secret: string): string =>
  codeAt(secret, Math.floor(server.clock.now() / STEP_SECONDS))

/** Registers a user with a TOTP key that is not confirmed yet; `secret` is without spaces. */
export async function withKey(server: TestServer): Promise<Person & { secret: string }> {
  const person = await server.person()
  const { data } = await google(server, person, { way: 'get' })
  return { ...person, secret: data.key?.secret.replaceAll(' ', '') ?? '' }
}

/** A user with the second factor, enabled a step ago. */
export async function withTwoFactor(server: TestServer): Promise<Person & { secret: string; recoveryCodes: string[] }> {
  const person = await withKey(server)
  const { data } = await google(server, person, {
    way: 'set',
    password: PASSWORD,
    code: appCode(server, person.secret),
  })
  await server.clock.advance(STEP_SECONDS)
  return { ...person, recoveryCodes: data.recoveryCodes }
}

/** First step of a login; the slide names the second. */
export async function firstStep(
  server: TestServer,
  account: string,
): Promise<{ challenge: string; reply: Reply<'user/login'> }> {
  const { challenge } = (await server.call('captcha/slide', {})).data
  return {
    challenge,
    reply: await server.call('user/login', { type: 'account', account, password: PASSWORD, slide: challenge }),
  }
}

/** Sends the second step of a login, with a TOTP code or a recovery code. */
export const lastStep = (server: TestServer, challenge: string, code: string): Promise<Reply<'user/login_code'>> =>
  server.call('user/login_code', { challenge, code })
