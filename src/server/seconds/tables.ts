import type { Selectable } from 'kysely'
import type { Percent, Price } from '../../core/units.ts'
import type { Integer } from '../storage/integer.ts'

export interface SecondsOrdersTable {
  id: string
  user_id: string
  mode: 'real' | 'demo'
  symbol: string
  side: 'long' | 'short'
  seconds: Integer
  currency: string
  /** Minor units, as the fee, the profit and the result. */
  stake: Integer
  fee: Integer
  /** Profit of a win, as a percentage of the stake and in minor units. */
  rate: Percent
  profit: Integer
  /** Outcome of an equal price at expiry. */
  tie: 'returned'
  /** The hold on stake and fee until expiry. */
  hold: string
  /** Position in the list of statuses. */
  status: Integer
  entry_price: Price
  /** Unix milliseconds of the tick: with the symbol they identify it. */
  entry_ms: Integer
  exit_price: Price | null
  exit_ms: Integer | null
  result: Integer | null
  created: Integer
  expires: Integer
}

export interface SecondsTables {
  seconds_orders: SecondsOrdersTable
}

export type SecondsRow = Selectable<SecondsOrdersTable>

export const ddl = [
  `CREATE TABLE IF NOT EXISTS seconds_orders (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id), mode TEXT NOT NULL CHECK (mode IN ('real', 'demo')), symbol TEXT NOT NULL,
    side TEXT NOT NULL CHECK (side IN ('long', 'short')), seconds INTEGER NOT NULL CHECK (seconds > 0), currency TEXT NOT NULL,
    stake INTEGER NOT NULL CHECK (stake > 0), fee INTEGER NOT NULL CHECK (fee >= 0), rate TEXT NOT NULL, profit INTEGER NOT NULL CHECK (profit >= 0),
    tie TEXT NOT NULL CHECK (tie IN ('returned')), hold TEXT NOT NULL UNIQUE REFERENCES ledger_hold (id), status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 3),
    entry_price TEXT NOT NULL, entry_ms INTEGER NOT NULL, exit_price TEXT, exit_ms INTEGER, result INTEGER, created INTEGER NOT NULL, expires INTEGER NOT NULL CHECK (expires > created),
    CHECK ((exit_price IS NULL) = (status = 0)), CHECK ((exit_ms IS NULL) = (status = 0)), CHECK ((result IS NULL) = (status = 0))
  ) STRICT`,
  `CREATE INDEX IF NOT EXISTS seconds_orders_due ON seconds_orders (expires) WHERE status = 0`,
  `CREATE INDEX IF NOT EXISTS seconds_orders_by_user ON seconds_orders (user_id, mode, id DESC)`,
]
