import type { Kysely } from 'kysely'
import type { ServerContext } from '../context.ts'
import type { Tables } from '../db.ts'
import { newToken, sha256 } from './random.ts'
import type { UserRow } from './tables.ts'

/** The token is told once and kept as its hash only. */
export async function openSession({ db, clock, operator }: ServerContext, userId: string): Promise<string> {
  const token = newToken()
  const now = clock.now()
  await db
    .insertInto('sessions')
    .values({ token_hash: sha256(token), user_id: userId, created: now, expires: now + operator.server.sessionSeconds })
    .execute()
  return token
}

/** The user of a token that is still good; undefined for any other text. */
export async function userOfToken({ db, clock }: ServerContext, token: string): Promise<UserRow | undefined> {
  if (token.length < 32 || token.length > 64) return undefined
  return await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('users')
    .where('sessions.token_hash', '=', sha256(token))
    .where('sessions.expires', '>', BigInt(clock.now()))
    .executeTakeFirst()
}

export async function endSession({ db }: ServerContext, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', sha256(token)).execute()
}

/** Ends every session of a user but the one of the token, if one is given: the password has changed. How many that were. */
export async function endSessions(db: Kysely<Tables>, userId: string, except = ''): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('user_id', '=', userId).where('token_hash', '!=', sha256(except)).executeTakeFirst()
  await db.deleteFrom('login_challenges').where('user_id', '=', userId).execute()
  return Number(numDeletedRows)
}
