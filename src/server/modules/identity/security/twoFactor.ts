import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { refuse } from '../../../kit/errors.ts'
import { clearAttempts, countAttempt, countDelayedAttempt } from '../../../kit/attempts.ts'
import { sha256 } from '../../../kit/random.ts'
import type { UserRow } from '../tables.ts'
import { keyUri, newSecret, stepOf } from './totp.ts'
import { twoFactorOwner } from '../../../kit/storage/encryption/encryption.ts'

const RECOVERY_CODES = 8
/** Limit per user, for a session or a device that the user has logged in from. */
const PER_USER = { count: 10, seconds: 900, renews: true }
/** Limit per user, for the logins of all other devices: a stranger who knows the password only delays the owner, who may use another device. */
const OF_STRANGERS = { free: 5, longest: 300, seconds: 24 * 3600 }

/** Who enters a code: strangers have a counter apart, so that they block no owner. */
export type CodeSource = 'known' | 'stranger'

const keyOf = (userId: string, source: CodeSource): string =>
  source === 'known' ? `totp:${userId}` : `totp:${userId}:strangers`

async function countCode({ db, clock }: ServerContext, userId: string, source: CodeSource): Promise<void> {
  const key = keyOf(userId, source)
  if (source === 'known') await countAttempt(db, clock.now(), key, PER_USER)
  else await countDelayedAttempt(db, clock.now(), key, OF_STRANGERS)
}
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const newRecoveryCode = (): string =>
  Array.from({ length: 10 }, (_, index) => (index === 5 ? '-' : '') + LETTERS[randomInt(LETTERS.length)]).join('')
const hashOf = (code: string): string => sha256(`recovery\n${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`)

/** Returns whether two-factor login is enabled; an unconfirmed key does not count. */
export async function hasTwoFactor(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('two_factor')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed', '=', 1n)
    .executeTakeFirst()
  return row !== undefined
}

/** Groups of four characters, for typing. */
const groupedKey = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ')

/** The unconfirmed TOTP key of a user; repeated calls return the same one. */
export async function pendingKey(
  { db, clock, operator, encryption }: ServerContext,
  user: UserRow,
): Promise<{ secret: string; uri: string }> {
  const owner = twoFactorOwner(user.id)
  const fresh = encryption.encryptText(newSecret(), owner)
  await db
    .insertInto('two_factor')
    .values({ user_id: user.id, secret: fresh, confirmed: 0, step: 0, created: clock.now() })
    .onConflict((on) => on.column('user_id').doNothing())
    .execute()
  const stored = await db
    .selectFrom('two_factor')
    .select('secret')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  let secret = encryption.decryptText(stored.secret, owner)
  if (secret === null) {
    // The encryption key of an unconfirmed TOTP key is lost.
    const replaced = await db
      .updateTable('two_factor')
      .set({ secret: fresh })
      .where('user_id', '=', user.id)
      .where('secret', '=', stored.secret)
      .where('confirmed', '=', 0n)
      .returning('secret')
      .executeTakeFirst()
    secret = replaced ? encryption.decryptText(replaced.secret, owner) : null
    if (secret === null) throw refuse('statusAbnormal')
  }
  return { secret: groupedKey(secret), uri: keyUri(operator.app.shortName, user.account, secret) }
}

/** Counts the attempt and verifies a TOTP code; each time step is valid once. Throws `wrongCode`. */
export async function verifyAppCode(
  context: ServerContext,
  userId: string,
  code: string,
  source: CodeSource = 'known',
): Promise<void> {
  const { db, clock, encryption } = context
  await countCode(context, userId, source)
  const row = await db.selectFrom('two_factor').select('secret').where('user_id', '=', userId).executeTakeFirst()
  const secret = row ? encryption.decryptText(row.secret, twoFactorOwner(userId)) : null
  const step = secret === null ? null : stepOf(secret, code, clock.now())
  if (step === null) throw refuse('wrongCode')
  const used = await db
    .updateTable('two_factor')
    .set({ step })
    .where('user_id', '=', userId)
    .where('step', '<', BigInt(step))
    .returning('step')
    .executeTakeFirst()
  if (!used) throw refuse('wrongCode')
  await clearAttempts(db, keyOf(userId, source))
}

/** Like verifyAppCode, but also accepts a recovery code and consumes it. */
export async function verifySecondFactor(
  context: ServerContext,
  userId: string,
  code: string,
  source: CodeSource = 'known',
): Promise<void> {
  if (/^\d{6}$/.test(code)) return await verifyAppCode(context, userId, code, source)
  const { db } = context
  await countCode(context, userId, source)
  const used = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hashOf(code))
    .returning('hash')
    .executeTakeFirst()
  if (!used) throw refuse('wrongCode')
}

/** Confirms the TOTP key inside a transaction. Returns the recovery codes; only their hashes are stored. */
export async function enableTwoFactor(db: Kysely<Tables>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await db.updateTable('two_factor').set({ confirmed: 1 }).where('user_id', '=', userId).execute()
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, hash: hashOf(code) })))
    .execute()
  return codes
}

/** Deletes the TOTP key, the recovery codes and the pending login challenges of a user, inside a transaction. Returns no codes. */
export async function disableTwoFactor(db: Kysely<Tables>, userId: string): Promise<string[]> {
  for (const table of ['two_factor', 'recovery_codes', 'login_challenges'] as const)
    await db.deleteFrom(table).where('user_id', '=', userId).execute()
  return []
}
