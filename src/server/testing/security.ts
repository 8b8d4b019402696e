import { codeAt, STEP_SECONDS } from '../security/totp.ts'
import type { Person, Reply, World } from './testServer.ts'

/** What every person of a test world logs in with. */
export const PASSWORD = 'secret1'
export const PAY_PASSWORD = '246810'

export const as = ({ token }: Pick<Person, 'token'>): { token: string } => ({ token })
export const wrong = (code: string): string => (code === '111111' ? '222222' : '111111')

/** Sets the payment password for the first time, with what is to be different. */
export const setPayPassword = (world: World, person: Person, more: Record<string, unknown> = {}): Promise<Reply<'safe/pay_password'>> =>
  world.call('safe/pay_password', { way: 'set', loginPassword: PASSWORD, password: PAY_PASSWORD, ...more }, as(person))

/** A proof of the payment password for one call, as a money call that needs it takes it: `payProof`. Sets the password if there is none. */
export async function payProof(world: World, person: Person, call: string): Promise<string> {
  const ask = () => world.call('safe/pay_verify', { call, password: PAY_PASSWORD }, as(person))
  let reply = await ask()
  if (reply.code === 'payPasswordRequired') {
    await setPayPassword(world, person)
    reply = await ask()
  }
  if (reply.type !== 'ok') throw new Error(`No proof: ${reply.code}`)
  return reply.data.proof
}

export const google = (world: World, person: Person, payload: Record<string, unknown>): Promise<Reply<'safe/google'>> => world.call('safe/google', payload, as(person))

/** What the person's app shows now. */
export const appCode = (world: World, secret: string): string => codeAt(secret, Math.floor(world.clock.now() / STEP_SECONDS))

export async function withKey(world: World): Promise<Person & { secret: string }> {
  const person = await world.person()
  const { data } = await google(world, person, { way: 'get' })
  return { ...person, secret: data.key?.secret.replaceAll(' ', '') ?? '' }
}

/** Somebody whose second factor is on, a time step ago. */
export async function withTwoFactor(world: World): Promise<Person & { secret: string; recoveryCodes: string[] }> {
  const person = await withKey(world)
  const { data } = await google(world, person, { way: 'set', password: PASSWORD, code: appCode(world, person.secret) })
  await world.clock.advance(STEP_SECONDS)
  return { ...person, recoveryCodes: data.recoveryCodes }
}

/** The first step of a login: the slide names the rest of it. */
export async function firstStep(world: World, account: string): Promise<{ challenge: string; reply: Reply<'user/login'> }> {
  const { challenge } = (await world.call('captcha/slide', {})).data
  return { challenge, reply: await world.call('user/login', { type: 'account', account, password: PASSWORD, slide: challenge }) }
}

export const lastStep = (world: World, challenge: string, code: string): Promise<Reply<'user/login_code'>> => world.call('user/login_code', { challenge, code })
