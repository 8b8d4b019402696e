import type { Selectable } from 'kysely'
import type { Network } from '../../core/payeeChecks.ts'
import type { Integer } from '../storage/integer.ts'

export interface WithdrawalsTable {
  id: string
  user_id: string
  mode: 'real' | 'demo'
  payee_id: string
  kind: 'card' | 'address'
  /** As displayed to its owner: an address, or the last digits of a card. */
  number: string
  network: Network | null
  currency: string
  /** Minor units debited from the account, including the fee. */
  amount: Integer
  fee: Integer
  /** The hold on the amount until the review ends. */
  hold: string
  /** Position in the list of withdrawal statuses. */
  status: Integer
  reason: 'payeeRefused' | 'nameDiffers' | 'riskRefused' | 'cancelled' | null
  created: Integer
  reviewed: Integer | null
  finished: Integer | null
  /** Time of the next step, Unix seconds; null after the last. */
  due: Integer | null
}

export interface WithdrawalTables {
  withdrawals: WithdrawalsTable
}

export type WithdrawalRow = Selectable<WithdrawalsTable>

export const ddl = [
  `CREATE TABLE IF NOT EXISTS withdrawals (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id), mode TEXT NOT NULL CHECK (mode IN ('real', 'demo')),
    payee_id TEXT NOT NULL REFERENCES payees (id), kind TEXT NOT NULL CHECK (kind IN ('card', 'address')), number TEXT NOT NULL, network TEXT, currency TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > fee), fee INTEGER NOT NULL CHECK (fee >= 0), hold TEXT NOT NULL UNIQUE REFERENCES ledger_hold (id),
    status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 3), reason TEXT, created INTEGER NOT NULL, reviewed INTEGER, finished INTEGER, due INTEGER,
    CHECK ((reason IS NOT NULL) = (status = 3)), CHECK ((due IS NULL) = (status >= 2)), CHECK ((finished IS NOT NULL) = (status >= 2))
  ) STRICT`,
  `CREATE UNIQUE INDEX IF NOT EXISTS withdrawals_pending ON withdrawals (user_id, mode) WHERE status < 2`,
  `CREATE INDEX IF NOT EXISTS withdrawals_due ON withdrawals (due) WHERE due IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS withdrawals_by_user ON withdrawals (user_id, mode, id DESC)`,
]
