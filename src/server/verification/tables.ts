import type { Selectable } from 'kysely'
import type { Integer } from '../storage/integer.ts'

export interface VerificationsTable {
  id: string
  user_id: string
  level: 'primary' | 'advanced'
  /** Position in the list of identity statuses: 1 while in review, then 2, or 0 with the reason of the refusal. */
  status: Integer
  reason: string | null
  /** Submitted fields, as JSON. */
  given: string
  /** Country, type and number of the document: one number is verified once. */
  document: string | null
  created: Integer
  /** End of the review. */
  due: Integer
}

export interface VerificationTables {
  verifications: VerificationsTable
}

export type VerificationRow = Selectable<VerificationsTable>

export const ddl = [
  `CREATE TABLE IF NOT EXISTS verifications (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id), level TEXT NOT NULL CHECK (level IN ('primary', 'advanced')),
    status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 2), reason TEXT, given TEXT NOT NULL, document TEXT, created INTEGER NOT NULL, due INTEGER NOT NULL,
    CHECK ((reason IS NOT NULL) = (status = 0)), CHECK ((document IS NOT NULL) = (level = 'primary'))
  ) STRICT`,
  `CREATE UNIQUE INDEX IF NOT EXISTS verifications_open ON verifications (user_id, level) WHERE status > 0`,
  `CREATE UNIQUE INDEX IF NOT EXISTS verifications_document ON verifications (document) WHERE status > 0`,
  `CREATE INDEX IF NOT EXISTS verifications_due ON verifications (due) WHERE status = 1`,
  `CREATE INDEX IF NOT EXISTS verifications_latest ON verifications (user_id, level, created DESC)`,
]
