import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../db.ts'
import { refuse } from './errors.ts'

/** Tables whose rows have an id and belong to a user. */
type OwnTable = {
  [Name in keyof Tables]: Selectable<Tables[Name]> extends { id: string; user_id: string } ? Name : never
}[keyof Tables]

/** Returns a row of this user. Throws `dataNotFound` if it does not exist or belongs to another user. */
export async function ownRow<Name extends OwnTable>(
  db: Kysely<Tables>,
  table: Name,
  userId: string,
  id: string,
): Promise<Selectable<Tables[Name]>> {
  // One of these tables represents all: the query reads only the columns that they share.
  const row = await db
    .selectFrom(table as 'deposits')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw refuse('dataNotFound')
  return row as Selectable<Tables[Name]>
}
