import type { Selectable } from 'kysely'
import type { Integer } from '../storage/integer.ts'

/** A bank card or wallet address of a user. Deleted payees stay for their withdrawals. */
export interface PayeesTable {
  id: string
  user_id: string
  kind: 'card' | 'address'
  /** The card's digits, or the address. */
  number: string
  holder: string | null
  bank: string | null
  currency: string | null
  network: 'TRC20' | 'ERC20' | 'BTC' | null
  created: Integer
  deleted: Integer | null
}

export interface PayeeTables {
  payees: PayeesTable
}

export type PayeeRow = Selectable<PayeesTable>

export const ddl = [
  `CREATE TABLE IF NOT EXISTS payees (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id), kind TEXT NOT NULL CHECK (kind IN ('card', 'address')), number TEXT NOT NULL,
    holder TEXT, bank TEXT, currency TEXT, network TEXT, created INTEGER NOT NULL, deleted INTEGER,
    CHECK ((kind = 'card') = (holder IS NOT NULL AND bank IS NOT NULL)), CHECK ((kind = 'address') = (currency IS NOT NULL AND network IS NOT NULL))
  ) STRICT`,
  `CREATE UNIQUE INDEX IF NOT EXISTS payees_once ON payees (user_id, kind, number, COALESCE(currency, ''), COALESCE(network, '')) WHERE deleted IS NULL`,
  `CREATE INDEX IF NOT EXISTS payees_by_user ON payees (user_id, kind, created DESC) WHERE deleted IS NULL`,
]
