import type { Integer } from '../storage/integer.ts'

type Kind = 'coin' | 'contract'

export interface WalletTables {
  /** A user's own record of a transfer between their two accounts; `id` is that of its posting. `amount`: minor units. */
  transfers: {
    id: string
    user_id: string
    mode: 'real' | 'demo'
    payer: Kind
    payee: Kind
    currency: string
    amount: Integer
    created: Integer
  }
}

export const ddl = [
  `CREATE TABLE IF NOT EXISTS transfers (
    id TEXT PRIMARY KEY REFERENCES ledger_posting (id),
    user_id TEXT NOT NULL,
    mode TEXT NOT NULL,
    payer TEXT NOT NULL,
    payee TEXT NOT NULL,
    currency TEXT NOT NULL,
    amount BIGINT NOT NULL CHECK (amount > 0),
    created BIGINT NOT NULL,
    CHECK (payer <> payee)
  )`,
  'CREATE INDEX IF NOT EXISTS transfers_user ON transfers (user_id, mode, id)',
]
