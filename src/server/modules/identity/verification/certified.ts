import type { Kysely } from 'kysely'
import { mayTrade } from '../../../../product/accessRules.ts'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { Tables } from '../../../db.ts'
import { refuse, type Refusal } from '../../../kit/errors.ts'

const CERTIFIED = BigInt(statusIndex('identity', 'certified'))
const NOT_CERTIFIED = BigInt(statusIndex('identity', 'notCertified'))

const identityOf = async (db: Kysely<Tables>, userId: string) =>
  await db.selectFrom('users').select(['identity', 'mode']).where('id', '=', userId).executeTakeFirstOrThrow()

/** Throws a refusal unless the user's name is verified; after a failed verification another code says so. */
export async function checkCertified(db: Kysely<Tables>, userId: string): Promise<void> {
  const { identity } = await identityOf(db, userId)
  if (identity !== CERTIFIED) throw await refusalFor(db, userId, identity)
}

/** Throws the refusal of checkCertified unless the user may trade with the account in use. */
export async function checkMayTrade(db: Kysely<Tables>, userId: string): Promise<void> {
  const { identity, mode } = await identityOf(db, userId)
  if (!mayTrade({ identity: Number(identity), mode })) throw await refusalFor(db, userId, identity)
}

/** The verified first and last name of a user; null before the verification. */
export async function verifiedName(
  db: Kysely<Tables>,
  userId: string,
): Promise<{ first: string; last: string } | null> {
  const { identity, first_name, last_name } = await db
    .selectFrom('users')
    .select(['identity', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return identity === CERTIFIED && first_name !== null && last_name !== null
    ? { first: first_name, last: last_name }
    : null
}

async function refusalFor(db: Kysely<Tables>, userId: string, identity: bigint): Promise<Refusal> {
  const latest = await db
    .selectFrom('verifications')
    .select('status')
    .where('user_id', '=', userId)
    .where('level', '=', 'primary')
    .orderBy('created', 'desc')
    .orderBy('status', 'desc')
    .limit(1)
    .executeTakeFirst()
  return refuse(identity === NOT_CERTIFIED && latest?.status === NOT_CERTIFIED ? 'realNameFailed' : 'realNameRequired')
}
