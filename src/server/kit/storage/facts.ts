import type { Kysely } from 'kysely'
import type { Tables } from '../../db.ts'

// Facts of a database: one text for each name.

/** The fact of this name; undefined if there is none. */
export async function factOf(db: Kysely<Tables>, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value
}

/** Stores a fact, in place of an earlier one. */
export async function storeFact(db: Kysely<Tables>, name: string, value: string): Promise<void> {
  await db
    .insertInto('facts')
    .values({ name, value })
    .onConflict((on) => on.column('name').doUpdateSet({ value }))
    .execute()
}

/** Returns the fact of this name, which the first process of the database creates with this value. */
export async function createdFact(db: Kysely<Tables>, name: string, value: string): Promise<string> {
  await db
    .insertInto('facts')
    .values({ name, value })
    .onConflict((on) => on.column('name').doNothing())
    .execute()
  const row = await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
