import type { Selectable } from 'kysely'
import type { Network } from '../../core/payeeChecks.ts'
import type { Integer } from '../storage/integer.ts'

export interface DepositsTable {
  id: string
  user_id: string
  mode: 'real' | 'demo'
  channel: 'wallet' | 'card' | 'manual' | 'c2c'
  currency: string
  network: Network | null
  /** Minor units. */
  amount: Integer
  /** Position in the list of deposit statuses. */
  status: Integer
  reason: 'unreadable' | 'notReceived' | 'amountDiffers' | null
  upload_id: string
  /** Hash of the screenshot; unique, so that one payment is reported once. */
  hash: string
  created: Integer
  reviewed: Integer | null
  finished: Integer | null
  /** Time of the next step, Unix seconds; null after the last. */
  due: Integer | null
}

export interface DepositTables {
  deposits: DepositsTable
}

export type DepositRow = Selectable<DepositsTable>

export const ddl = [
  `CREATE TABLE IF NOT EXISTS deposits (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id), mode TEXT NOT NULL CHECK (mode IN ('real', 'demo')),
    channel TEXT NOT NULL CHECK (channel IN ('wallet', 'card', 'manual', 'c2c')), currency TEXT NOT NULL, network TEXT,
    amount INTEGER NOT NULL CHECK (amount > 0), status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 3), reason TEXT,
    upload_id TEXT NOT NULL REFERENCES uploads (id), hash TEXT NOT NULL, created INTEGER NOT NULL, reviewed INTEGER, finished INTEGER, due INTEGER,
    CHECK ((reason IS NOT NULL) = (status = 3)), CHECK ((due IS NULL) = (status >= 2)), CHECK ((finished IS NOT NULL) = (status >= 2))
  ) STRICT`,
  `CREATE UNIQUE INDEX IF NOT EXISTS deposits_picture ON deposits (hash) WHERE status < 3`,
  `CREATE INDEX IF NOT EXISTS deposits_due ON deposits (due) WHERE due IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS deposits_by_user ON deposits (user_id, mode, id DESC)`,
]
