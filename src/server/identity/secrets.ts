import type { Kysely } from 'kysely'
import type { Tables } from '../db.ts'
import { newToken } from './random.ts'

/** Signing key of this database: created once, shared by all processes. */
export async function secretOf(db: Kysely<Tables>, name: 'uploadKey' | 'slideKey'): Promise<string> {
  await db
    .insertInto('facts')
    .values({ name, value: newToken() })
    .onConflict((on) => on.column('name').doNothing())
    .execute()
  const { value } = await db.selectFrom('facts').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return value
}
