import type { Kysely } from 'kysely'
import { asUnixSeconds } from '../../core/time.ts'
import type { Session } from '../../generated/entities.ts'
import type { ServerContext } from '../context.ts'
import type { Tables } from '../db.ts'
import { deviceOf } from './device.ts'
import { hasDevices, isKnownDevice, rememberDevice, type LoginOrigin } from './knownDevices.ts'
import { addMessage } from './messages.ts'
import { notify } from './notices.ts'
import { newToken, sha256 } from './random.ts'
import { identityTables, type UserRow } from './tables.ts'
import { isPostgres } from '../storage/createTables.ts'
import { prepared } from '../storage/preparedQuery.ts'
import { columnsOf } from '../storage/table.ts'

/** Sessions of a user at most; another login ends the oldest. */
export const MAX_SESSIONS = 20

/** Opens a session and returns its token, inside a transaction. The user is notified of a device that is not the first and not known. Only the token's hash and the kind of device are stored. */
export async function openSession(
  context: Pick<ServerContext, 'db' | 'clock' | 'operator' | 'content'>,
  userId: string,
  origin: LoginOrigin,
): Promise<string> {
  const { db, clock, operator } = context
  const token = newToken()
  const now = clock.now()
  await db
    .insertInto('sessions')
    .values({ token_hash: sha256(token), user_id: userId, created: now, expires: now + operator.server.sessionSeconds })
    .execute()
  const device = deviceOf(origin.userAgent)
  if (device !== null)
    await db
      .insertInto('session_devices')
      .values({ token_hash: sha256(token), device })
      .execute()
  if ((await hasDevices(db, userId)) && !(await isKnownDevice(context, userId, origin)))
    await notify(context, userId, 'newDevice', { device: device ?? '—' })
  await rememberDevice(db, userId, origin, now)
  await endOldest(db, userId, sha256(token), now)
  return token
}

async function endOldest(db: Kysely<Tables>, userId: string, newest: string, now: number): Promise<void> {
  const oldest = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', newest)
    .where('expires', '>', BigInt(now))
    .orderBy('created', 'desc')
    .orderBy('token_hash')
    .offset(MAX_SESSIONS - 1)
    .limit(MAX_SESSIONS)
    .execute()
  if (oldest.length === 0) return
  const hashes = oldest.map((row) => row.token_hash)
  await db.deleteFrom('sessions').where('token_hash', 'in', hashes).execute()
  await addMessage(db, userId, 'sessionsFull', { most: String(MAX_SESSIONS) }, now)
}

const USER_COLUMNS = columnsOf(identityTables.users).map((name) => `users.${name}` as const)

const userOfSession = (db: Kysely<Tables>, { hash, now }: { hash: string; now: bigint }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(USER_COLUMNS)
    .where('sessions.token_hash', '=', hash)
    .where('sessions.expires', '>', now)

const findUser = prepared(userOfSession)
const findLockedUser = prepared((db: Kysely<Tables>, values: { hash: string; now: bigint }) => {
  const query = userOfSession(db, values)
  return isPostgres(db) ? query.forNoKeyUpdate('users') : query
})

/** The user of a valid token; undefined for any other text. `lock`: the row is locked until the end of the transaction; on SQLite transactions are serial. */
export async function userOfToken(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  token: string,
  { lock = false } = {},
): Promise<UserRow | undefined> {
  if (token.length < 32 || token.length > 64) return undefined
  const find = lock ? findLockedUser : findUser
  return (await find(db, { hash: sha256(token), now: BigInt(clock.now()) })).rows[0]
}

/** Active sessions of a user: the current one first, then the latest. */
export async function sessionsOf({ db, clock }: ServerContext, userId: string, token: string): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .leftJoin('session_devices', 'session_devices.token_hash', 'sessions.token_hash')
    .select(['sessions.token_hash as hash', 'sessions.created', 'session_devices.device'])
    .where('user_id', '=', userId)
    .where('expires', '>', BigInt(clock.now()))
    .orderBy('created', 'desc')
    .orderBy('sessions.token_hash')
    .execute()
  const own = sha256(token)
  return rows
    .map(({ hash, created, device }) => ({ device, time: asUnixSeconds(created), current: hash === own }))
    .toSorted((a, b) => Number(b.current) - Number(a.current))
}

/** Hashes of the tokens of a user's valid sessions. */
export async function sessionHashesOf(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  userId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('expires', '>', BigInt(clock.now()))
    .execute()
  return rows.map((row) => row.token_hash)
}

/** Ends the session of a token. Has no effect for an unknown token. */
export async function endSession({ db }: ServerContext, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', sha256(token)).execute()
}

/** Ends all sessions of a user except that of the token `except`, if given. Returns how many. */
export async function endSessions(db: Kysely<Tables>, userId: string, except = ''): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', sha256(except))
    .executeTakeFirst()
  await db.deleteFrom('login_challenges').where('user_id', '=', userId).execute()
  return Number(numDeletedRows)
}
