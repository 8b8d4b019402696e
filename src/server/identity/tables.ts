import type { Generated, Selectable } from 'kysely'
import type { Integer } from '../storage/integer.ts'

export interface UsersTable {
  id: string
  /** As typed at registration; unique without regard to case. */
  account: string
  phone: string | null
  email: string | null
  country: string | null
  first_name: string | null
  last_name: string | null
  password: string
  pay_password: string | null
  invite_code: string
  referrer_id: string | null
  mode: 'real' | 'demo'
  lang: string
  /** Position in the list of identity statuses. */
  identity: Integer
  advanced_identity: Integer
  credit_score: Integer
  /** 1: money calls are refused with a message to contact customer service. */
  frozen: Integer
  /** 1: may neither log in nor act. */
  locked: Integer
  created: Integer
}

export interface IdentityTables {
  users: UsersTable
  sessions: { token_hash: string; user_id: string; created: Integer; expires: Integer }
  /** Redeemed challenges of the slider, until they expire. */
  slides: { challenge: string; expires: Integer }
  session_devices: { token_hash: string; device: string }
  codes: { purpose: string; target: string; hash: string; created: Integer; expires: Integer; tries: Integer }
  outbox: {
    id: Generated<bigint>
    kind: 'sms' | 'mail'
    target: string
    purpose: string
    code: string
    created: Integer
  }
  attempts: { key: string; count: Integer; until: Integer }
  messages: { id: string; user_id: string; template: string; params: string; created: Integer; read: Integer }
  uploads: {
    id: string
    user_id: string
    type: string
    hash: string
    bytes: Integer
    content: Uint8Array
    created: Integer
  }
  facts: { name: string; value: string }
}

export type UserRow = Selectable<UsersTable>

export const ddl = [
  `CREATE TABLE IF NOT EXISTS users (
    id TEXT PRIMARY KEY, account TEXT NOT NULL UNIQUE COLLATE NOCASE, phone TEXT UNIQUE, email TEXT UNIQUE COLLATE NOCASE, country TEXT,
    first_name TEXT, last_name TEXT, password TEXT NOT NULL, pay_password TEXT, invite_code TEXT NOT NULL UNIQUE,
    referrer_id TEXT REFERENCES users (id), mode TEXT NOT NULL CHECK (mode IN ('real', 'demo')), lang TEXT NOT NULL,
    identity INTEGER NOT NULL CHECK (identity BETWEEN 0 AND 2), advanced_identity INTEGER NOT NULL CHECK (advanced_identity BETWEEN 0 AND 2),
    credit_score INTEGER NOT NULL CHECK (credit_score BETWEEN 0 AND 100), frozen INTEGER NOT NULL CHECK (frozen IN (0, 1)),
    locked INTEGER NOT NULL CHECK (locked IN (0, 1)), created INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX IF NOT EXISTS users_by_referrer ON users (referrer_id, created)`,
  `CREATE TABLE IF NOT EXISTS sessions (
    token_hash TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id), created INTEGER NOT NULL, expires INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX IF NOT EXISTS sessions_by_user ON sessions (user_id)`,
  `CREATE INDEX IF NOT EXISTS sessions_by_end ON sessions (expires)`,
  `CREATE TABLE IF NOT EXISTS slides (challenge TEXT PRIMARY KEY, expires INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
  `CREATE INDEX IF NOT EXISTS slides_by_end ON slides (expires)`,
  `CREATE TABLE IF NOT EXISTS session_devices (
    token_hash TEXT PRIMARY KEY REFERENCES sessions (token_hash) ON DELETE CASCADE, device TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS codes (
    purpose TEXT NOT NULL, target TEXT NOT NULL, hash TEXT NOT NULL, created INTEGER NOT NULL, expires INTEGER NOT NULL, tries INTEGER NOT NULL,
    PRIMARY KEY (purpose, target)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, target TEXT NOT NULL, purpose TEXT NOT NULL, code TEXT NOT NULL, created INTEGER NOT NULL
  ) STRICT`,
  `CREATE TABLE IF NOT EXISTS attempts (key TEXT PRIMARY KEY, count INTEGER NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
  `CREATE INDEX IF NOT EXISTS attempts_by_end ON attempts (until)`,
  `CREATE INDEX IF NOT EXISTS codes_by_end ON codes (expires)`,
  `CREATE INDEX IF NOT EXISTS outbox_by_time ON outbox (created)`,
  `CREATE TABLE IF NOT EXISTS messages (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id), template TEXT NOT NULL, params TEXT NOT NULL, created INTEGER NOT NULL,
    read INTEGER NOT NULL CHECK (read IN (0, 1))
  ) STRICT`,
  `CREATE INDEX IF NOT EXISTS messages_by_user ON messages (user_id, created DESC, id)`,
  `CREATE TABLE IF NOT EXISTS uploads (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id), type TEXT NOT NULL, hash TEXT NOT NULL, bytes INTEGER NOT NULL, content BLOB NOT NULL,
    created INTEGER NOT NULL, UNIQUE (user_id, hash)
  ) STRICT`,
  `CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID`,
]
