import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import { clearAttempts, countAttempt, countDelayedAttempt, refundAttempt } from '../../../kit/attempts.ts'
import { isKnownDevice, type LoginOrigin } from './knownDevices.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import { canonicalPhone } from '../../../kit/phones.ts'
import { newToken, sha256 } from '../../../kit/random.ts'
import type { UserRow } from '../tables.ts'

/** Of one address for one user. */
const PER_ACCOUNT_AND_IP = { free: 10, longest: 60, seconds: 900 }
/** Of all devices that are not known, for one user. */
const PER_ACCOUNT = { free: 20, longest: 60, seconds: 900 }
const PER_IP = { count: 200, seconds: 900 }

export interface Credentials {
  type: 'account' | 'phone' | 'email'
  account: string
  password: string
  slide: string
}

/** The user of a name to log in with. A telephone number, in each spelling, is an account name too. */
async function userNamed(
  { db }: Pick<ServerContext, 'db'>,
  type: Credentials['type'],
  name: string,
): Promise<UserRow | undefined> {
  const find = (column: Credentials['type'], text: string) =>
    db.selectFrom('users').selectAll().where(column, '=', text).executeTakeFirst()
  const user = type === 'phone' ? undefined : await find(type, name)
  return user ?? (type === 'email' ? undefined : await find('phone', canonicalPhone(name)))
}

const placeholders = new Map<number, Promise<string>>()

/** The hash of a random text at the cost of this server's passwords: comparing with it takes as long as with that of a user. */
function placeholderHash({ options: { passwordCost } }: Pick<ServerContext, 'options'>): Promise<string> {
  const known = placeholders.get(passwordCost) ?? hashPassword(newToken(), passwordCost)
  placeholders.set(passwordCost, known)
  return known
}

/**
 * Authenticates a user. Attempts are counted before the password is verified. A wrong one delays the next, and strangers do not delay
 * a device that the user has logged in from. Throws a refusal.
 */
export async function authenticate(
  context: ServerContext,
  origin: LoginOrigin,
  { type, account, password, slide }: Credentials,
): Promise<UserRow> {
  const { db, clock, captcha } = context
  const now = clock.now()
  if (!(await captcha.redeem(slide, now)))
    throw refuse('wrongSlide', { challenge: (await captcha.create(now)).challenge })
  const ipKey = `login-ip:${origin.ip}`
  await countAttempt(db, now, ipKey, PER_IP)
  const user = await userNamed(context, type, account)
  // Columns ignore case, and on PostgreSQL width and invisible characters: all names and spellings of a user count together.
  const name = user
    ? `user:${user.id}`
    : sha256(`${type}\n${(type === 'phone' ? canonicalPhone(account) : account).toLowerCase()}`)
  const keys = { account: `login:${name}`, own: `login:${name}:${origin.ip}` }
  await countDelayedAttempt(db, now, keys.own, PER_ACCOUNT_AND_IP)
  const isKnown = user !== undefined && (await isKnownDevice(context, user.id, origin))
  if (!isKnown) await countDelayedAttempt(db, now, keys.account, PER_ACCOUNT)
  // A stranger learns neither by the code nor by the time whether the user exists.
  const isRight = await verifyPassword(password, user?.password ?? (await placeholderHash(context)))
  if (!user || !isRight) throw refuse('wrongPassword')
  if (user.closed !== null) throw refuse('accountClosed', { time: asUnixSeconds(user.closed) })
  if (user.locked === 1n) throw refuse('userLocked')
  await clearAttempts(db, keys.own)
  if (!isKnown) await refundAttempt(db, keys.account)
  await refundAttempt(db, ipKey)
  return user
}
