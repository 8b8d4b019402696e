import type { ServerContext } from '../context.ts'
import { refuse } from '../errors.ts'
import { clearAttempts, countAttempt, refundAttempt } from './attempts.ts'
import { verifyPassword } from './passwords.ts'
import { sha256 } from './random.ts'
import type { UserRow } from './tables.ts'

const PER_ACCOUNT = { count: 10, seconds: 900 }
const PER_IP = { count: 200, seconds: 900 }

export interface Credentials {
  type: 'account' | 'phone' | 'email'
  account: string
  password: string
  slide: string
}

/** Authenticates a user. Attempts are counted before the password is verified. Throws a refusal. */
export async function authenticate(
  { db, clock, captcha }: ServerContext,
  ip: string,
  { type, account, password, slide }: Credentials,
): Promise<UserRow> {
  const now = clock.now()
  if (!(await captcha.redeem(slide, now))) throw refuse('wrongSlide')
  const keys = { account: `login:${sha256(`${type}\n${account.toLowerCase()}`)}`, ip: `login-ip:${ip}` }
  await countAttempt(db, now, keys.ip, PER_IP)
  await countAttempt(db, now, keys.account, PER_ACCOUNT)
  const user = await db.selectFrom('users').selectAll().where(type, '=', account).executeTakeFirst()
  if (!user) throw refuse(type === 'account' ? 'accountNotFound' : 'userNotFound')
  if (!(await verifyPassword(password, user.password))) throw refuse('wrongPassword')
  if (user.locked === 1n) throw refuse('userLocked')
  await clearAttempts(db, keys.account)
  await refundAttempt(db, keys.ip)
  return user
}
