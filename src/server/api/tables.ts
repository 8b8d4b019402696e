import type { Integer } from '../storage/integer.ts'

export interface FrameworkTables {
  /** An executed money call: the same key and body get the stored reply. */
  idempotency: { user_id: string; key: string; call: string; body_hash: string; reply: string; created: Integer }
}

export const ddl = [
  `CREATE TABLE IF NOT EXISTS idempotency (
    user_id TEXT NOT NULL, key TEXT NOT NULL, call TEXT NOT NULL, body_hash TEXT NOT NULL, reply TEXT NOT NULL, created INTEGER NOT NULL,
    PRIMARY KEY (user_id, key)
  ) STRICT, WITHOUT ROWID`,
]
