import type { Kysely } from 'kysely'
import type { Tables } from '../../db.ts'
import { createdFact } from '../../kit/storage/facts.ts'
import { newToken } from '../../kit/random.ts'

/** Signing key of this database: created once, shared by all processes. */
export const secretOf = (db: Kysely<Tables>, name: 'uploadKey' | 'slideKey'): Promise<string> =>
  createdFact(db, name, newToken())
