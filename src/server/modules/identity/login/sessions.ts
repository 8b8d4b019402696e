import type { Kysely } from 'kysely'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { Session } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { refuse } from '../../../kit/errors.ts'
import { deviceOf, kindOfDevice, knownZone, placeOfZone } from './device.ts'
import { hasDevices, isKnownDevice, rememberDevice, type LoginOrigin } from './knownDevices.ts'
import { addMessage } from '../messages.ts'
import { notify } from '../notices.ts'
import { newToken, sha256 } from '../../../kit/random.ts'
import { identityTables, type UserRow } from '../tables.ts'
import { isPostgres } from '../../../kit/storage/createTables.ts'
import { prepared } from '../../../kit/storage/preparedQuery.ts'
import { columnsOf } from '../../../kit/storage/table.ts'

/** Sessions of a user at most; another login ends the oldest. */
export const MAX_SESSIONS = 20

export interface SessionOrigin extends LoginOrigin {
  /** One of the operator's languages. */
  lang: string
  /** As the client says it. */
  timeZone?: string | null | undefined
}

/** Opens a session and returns its token, inside a transaction. The user is notified of a device that is not the first and not known. Of the token only the hash is stored. */
export async function openSession(
  context: Pick<ServerContext, 'db' | 'clock' | 'operator' | 'content'>,
  userId: string,
  origin: SessionOrigin,
): Promise<string> {
  const { db, clock, operator } = context
  const token = newToken()
  const now = clock.now()
  await db
    .insertInto('sessions')
    .values({ token_hash: sha256(token), user_id: userId, created: now, expires: now + operator.server.sessionSeconds })
    .execute()
  const device = deviceOf(origin.userAgent)
  const zone = knownZone(origin.timeZone)
  await db
    .insertInto('session_devices')
    .values({
      token_hash: sha256(token),
      device: device ?? '',
      kind: kindOfDevice(origin.userAgent),
      zone,
      lang: origin.lang,
    })
    .execute()
  if ((await hasDevices(db, userId)) && !(await isKnownDevice(context, userId, origin)))
    await notify(context, userId, 'newDevice', {
      device: [device, placeOfZone(zone, origin.lang)].filter((text) => text !== null).join(' · ') || '—',
    })
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

const findUser = prepared((db: Kysely<Tables>, values: { hash: string; now: bigint }) =>
  userOfSession(db, values).select(['sessions.seen', 'sessions.created as opened']),
)
const findLockedUser = prepared((db: Kysely<Tables>, values: { hash: string; now: bigint }) => {
  const query = userOfSession(db, values)
  return isPostgres(db) ? query.forNoKeyUpdate('users') : query
})

/** Seconds between two updates of the last activity of a session. */
const SEEN_SECONDS = 300

/**
 * The user of a valid token; undefined for any other text. Records the activity of the session. `idle`: seconds without a request after which
 * the session ends, as far as its activity is stored; 0: never. `lock`: the row is locked until the end of the transaction, and nothing is
 * recorded; on SQLite transactions are serial.
 */
export async function userOfToken(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  token: string,
  { lock = false, idle = 0 } = {},
): Promise<UserRow | undefined> {
  if (token.length < 32 || token.length > 64) return undefined
  const values = { hash: sha256(token), now: BigInt(clock.now()) }
  if (lock) return (await findLockedUser(db, values)).rows[0]
  const [found] = (await findUser(db, values)).rows
  if (!found) return undefined
  const { seen, opened } = found
  if (idle > 0 && (seen ?? opened) + BigInt(idle + SEEN_SECONDS) <= values.now) {
    await db.deleteFrom('sessions').where('token_hash', '=', values.hash).execute()
    return undefined
  }
  if ((seen ?? opened) + BigInt(SEEN_SECONDS) <= values.now)
    await db.updateTable('sessions').set({ seen: values.now }).where('token_hash', '=', values.hash).execute()
  return found
}

/** The name of a session for its user; from it the token's hash cannot be found. */
const sessionId = (tokenHash: string): string => sha256(`session\n${tokenHash}`)

/** Active sessions of a user: the current one first, then the latest. */
export async function sessionsOf(
  { db, clock }: ServerContext,
  userId: string,
  token: string,
  lang: string,
): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .leftJoin('session_devices', 'session_devices.token_hash', 'sessions.token_hash')
    .select(['sessions.token_hash as hash', 'created', 'seen', 'device', 'kind', 'zone', 'session_devices.lang'])
    .where('user_id', '=', userId)
    .where('expires', '>', BigInt(clock.now()))
    .orderBy('created', 'desc')
    .orderBy('sessions.token_hash')
    .execute()
  const own = sha256(token)
  return rows
    .map(({ hash, created, seen, device, kind, zone, lang: language }) => ({
      id: sessionId(hash),
      device: device || null,
      kind,
      place: placeOfZone(zone, lang),
      language,
      time: asUnixSeconds(created),
      seen: asUnixSeconds(seen ?? created),
      current: hash === own,
    }))
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

/** Ends another session of the user than that of the token, inside a transaction. Throws `dataNotFound`. */
export async function endSessionOf(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  userId: string,
  id: string,
  token: string,
): Promise<void> {
  const hash = (await sessionHashesOf({ db, clock }, userId)).find((sessionHash) => sessionId(sessionHash) === id)
  if (hash === undefined || hash === sha256(token)) throw refuse('dataNotFound')
  await db.deleteFrom('sessions').where('token_hash', '=', hash).execute()
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
