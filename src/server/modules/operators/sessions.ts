import type { Kysely } from 'kysely'
import { addSeconds, asUnixSeconds } from '../../../engine/language/values/time.ts'
import type { OperatorSession } from '../../../generated/operatorApi/calls.ts'
import type { ServerContext } from '../../context.ts'
import type { Tables } from '../../db.ts'
import { newToken, sha256 } from '../../kit/random.ts'
import type { OperatorRow } from './tables.ts'

/** A working day. */
const SESSION_SECONDS = 12 * 3600
/** A session for the setup of password and TOTP key. */
const SETUP_SECONDS = 3600
/** Sessions of an operator at most; another login ends the oldest. */
export const MAX_OPERATOR_SESSIONS = 5

type Inside = Pick<ServerContext, 'db' | 'clock'>

/** Opens a session inside a transaction. Only the hash of its token is stored. */
export async function openOperatorSession(
  { db, clock }: Inside,
  operatorId: string,
  setup: boolean,
): Promise<OperatorSession> {
  const token = newToken()
  const now = clock.now()
  const expires = addSeconds(now, setup ? SETUP_SECONDS : SESSION_SECONDS)
  await db
    .insertInto('operator_sessions')
    .values({ token_hash: sha256(token), operator_id: operatorId, setup: setup ? 1 : 0, created: now, expires })
    .execute()
  const oldest = await db
    .selectFrom('operator_sessions')
    .select('token_hash')
    .where('operator_id', '=', operatorId)
    .where('token_hash', '!=', sha256(token))
    .orderBy('created', 'desc')
    .orderBy('token_hash')
    .offset(MAX_OPERATOR_SESSIONS - 1)
    .limit(MAX_OPERATOR_SESSIONS)
    .execute()
  if (oldest.length > 0)
    await db
      .deleteFrom('operator_sessions')
      .where(
        'token_hash',
        'in',
        oldest.map(({ token_hash: hash }) => hash),
      )
      .execute()
  return { token, expires: asUnixSeconds(expires), setup }
}

export interface OperatorSessionState {
  operator: OperatorRow
  setup: boolean
  expires: number
}

/** The session of a token; null for any other text, and for a disabled operator. */
export async function operatorSessionOf({ db, clock }: Inside, token: string): Promise<OperatorSessionState | null> {
  if (token.length < 32 || token.length > 64) return null
  const row = await db
    .selectFrom('operator_sessions')
    .innerJoin('operator_accounts', 'operator_accounts.id', 'operator_sessions.operator_id')
    .selectAll('operator_accounts')
    .select(['operator_sessions.setup', 'operator_sessions.expires'])
    .where('operator_sessions.token_hash', '=', sha256(token))
    .where('operator_sessions.expires', '>', BigInt(clock.now()))
    .where('operator_accounts.disabled', '=', 0n)
    .executeTakeFirst()
  if (!row) return null
  const { setup, expires, ...operator } = row
  return { operator, setup: setup === 1n, expires: Number(expires) }
}

export async function endOperatorSession(db: Kysely<Tables>, token: string): Promise<void> {
  await db.deleteFrom('operator_sessions').where('token_hash', '=', sha256(token)).execute()
}

export async function endOperatorSessions(db: Kysely<Tables>, operatorId: string): Promise<void> {
  await db.deleteFrom('operator_sessions').where('operator_id', '=', operatorId).execute()
}
