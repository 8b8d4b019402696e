import type { Integer } from '../storage/integer.ts'

export interface SecurityTables {
  pay_proofs: { hash: string; user_id: string; call: string; expires: Integer }
  /** An unconfirmed key is shown but not required yet. `step` is the time step of the last used code. */
  two_factor: { user_id: string; secret: string; confirmed: Integer; step: Integer; created: Integer }
  recovery_codes: { user_id: string; hash: string }
  login_challenges: { hash: string; user_id: string; expires: Integer; tries: Integer }
}

export const ddl = [
  `CREATE TABLE IF NOT EXISTS pay_proofs (
    hash TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id), call TEXT NOT NULL, expires INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX IF NOT EXISTS pay_proofs_by_user ON pay_proofs (user_id)`,
  `CREATE TABLE IF NOT EXISTS two_factor (
    user_id TEXT PRIMARY KEY REFERENCES users (id), secret TEXT NOT NULL, confirmed INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
    step INTEGER NOT NULL, created INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS recovery_codes (
    user_id TEXT NOT NULL REFERENCES users (id), hash TEXT NOT NULL, PRIMARY KEY (user_id, hash)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS login_challenges (
    hash TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id), expires INTEGER NOT NULL, tries INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX IF NOT EXISTS login_challenges_by_user ON login_challenges (user_id)`,
]
