import type { Insertable, Kysely } from 'kysely'
import type { Tables } from '../../../db.ts'
import { refuse } from '../../../kit/errors.ts'

/** Unused images stored per user; the oldest are deleted. */
export const UNUSED_QUOTA = 20

/**
 * Stores an image and returns its id. The same image of the same user is deduplicated until it is used; then `fileExists` is thrown.
 * A retry after a lost reply therefore succeeds.
 */
export async function storeImage(db: Kysely<Tables>, row: Insertable<Tables['uploads']>): Promise<string> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('uploads')
    .values(row)
    .onConflict((on) => on.columns(['user_id', 'hash']).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows) {
    await deleteOldestUnused(db, row)
    return row.id
  }
  const known = await db
    .selectFrom('uploads as u')
    .leftJoin('upload_uses as s', 's.upload_id', 'u.id')
    .select(['u.id', 's.purpose'])
    .where('u.user_id', '=', row.user_id)
    .where('u.hash', '=', row.hash)
    .executeTakeFirstOrThrow()
  if (known.purpose !== null) throw refuse('fileExists', { field: null })
  return known.id
}

/** Deletes all but the latest unused images of a user. The added one stays: others can be of the same second. */
async function deleteOldestUnused(
  db: Kysely<Tables>,
  { id: added, user_id: userId }: Pick<Insertable<Tables['uploads']>, 'id' | 'user_id'>,
): Promise<void> {
  const old = await db
    .selectFrom('uploads as u')
    .leftJoin('upload_uses as s', 's.upload_id', 'u.id')
    .leftJoin('deposits as d', 'd.upload_id', 'u.id')
    .select('u.id')
    .where('u.user_id', '=', userId)
    .where('u.id', '<>', added)
    .where('s.upload_id', 'is', null)
    // A failed deposit frees its image but still displays it.
    .where('d.upload_id', 'is', null)
    .orderBy('u.created', 'desc')
    .orderBy('u.id')
    .offset(UNUSED_QUOTA - 1)
    .limit(UNUSED_QUOTA)
    .execute()
  if (old.length > 0)
    await db
      .deleteFrom('uploads')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .execute()
}
