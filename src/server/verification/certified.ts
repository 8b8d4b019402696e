import type { Kysely } from 'kysely'
import { statusIndex } from '../../product/status.ts'
import type { Tables } from '../db.ts'
import { refuse } from '../errors.ts'

const CERTIFIED = BigInt(statusIndex('identity', 'certified'))
const NOT_CERTIFIED = BigInt(statusIndex('identity', 'notCertified'))

/** Throws a refusal unless the user's name is verified; after a failed verification another code says so. */
export async function checkCertified(db: Kysely<Tables>, userId: string): Promise<void> {
  const { identity } = await db
    .selectFrom('users')
    .select('identity')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (identity === CERTIFIED) return
  const latest = await db
    .selectFrom('verifications')
    .select('status')
    .where('user_id', '=', userId)
    .where('level', '=', 'primary')
    .orderBy('created', 'desc')
    .orderBy('status', 'desc')
    .limit(1)
    .executeTakeFirst()
  throw refuse(identity === NOT_CERTIFIED && latest?.status === NOT_CERTIFIED ? 'realNameFailed' : 'realNameRequired')
}
