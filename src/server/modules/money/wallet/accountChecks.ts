import type { Kysely } from 'kysely'
import type { Tables } from '../../../db.ts'
import { refuse } from '../../../kit/errors.ts'
import type { Mode } from '../../../kit/ledger/index.ts'
import { prepared } from '../../../kit/storage/preparedQuery.ts'

const findState = prepared((db: Kysely<Tables>, { userId }: { userId: string }) =>
  db.selectFrom('users').select(['frozen', 'locked', 'mode']).where('id', '=', userId),
)

/** Throws a refusal if the account is frozen, locked or in another mode. Call it inside the transaction: the state may have changed since the token was read. */
export async function checkAccountActive(db: Kysely<Tables>, userId: string, mode: Mode): Promise<void> {
  const [user] = (await findState(db, { userId })).rows
  if (!user) throw new Error('There is no such user')
  const { frozen, locked, mode: inUse } = user
  if (locked === 1n) throw refuse('userLocked')
  if (frozen === 1n) throw refuse('accountFrozen')
  if (mode !== inUse) throw refuse('statusAbnormal')
}

/** Like checkAccountActive, and throws `demoForbids` for demo money. */
export async function checkRealAccountActive(db: Kysely<Tables>, userId: string, mode: Mode): Promise<void> {
  await checkAccountActive(db, userId, mode)
  if (mode === 'demo') throw refuse('demoForbids')
}
