import type { Selectable } from 'kysely'
import type { Percent } from '../../core/units.ts'
import type { Integer } from '../storage/integer.ts'

/** Amounts are minor units of the order's currency; the terms are those of the purchase. Times are Unix seconds. */
export interface InterestOrdersTable {
  id: string
  user_id: string
  mode: 'real' | 'demo'
  project: string
  currency: string
  amount: Integer
  rate: Percent
  days: Integer
  daily: Integer
  early_cost: Percent | null
  early_interest: 'kept' | 'forfeited' | null
  /** The hold on the amount in custody. */
  hold: string
  /** Position in the list of interest statuses. */
  status: Integer
  reason: 'fullyPlaced' | 'fundsUnclear' | 'riskRefused' | 'withdrawn' | 'redeemed' | null
  /** Days whose interest has been paid, and its total. */
  settled: Integer
  earned: Integer
  cost: Integer
  forfeited: Integer
  created: Integer
  started: Integer | null
  finished: Integer | null
  /** Time of the next step: the end of the review, then of each day; null after the last. */
  due: Integer | null
}

export interface InterestTables {
  interest_orders: InterestOrdersTable
  /** The interest of one day; `amount` is 0 where a day earns less than a minor unit. */
  interest_days: { order_id: string; day: Integer; amount: Integer; posting: string | null; paid: Integer }
}

export type InterestOrderRow = Selectable<InterestOrdersTable>

export const ddl = [
  `CREATE TABLE IF NOT EXISTS interest_orders (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id), mode TEXT NOT NULL CHECK (mode IN ('real', 'demo')), project TEXT NOT NULL, currency TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0), rate TEXT NOT NULL, days INTEGER NOT NULL CHECK (days > 0), daily INTEGER NOT NULL CHECK (daily >= 0),
    early_cost TEXT, early_interest TEXT CHECK (early_interest IN ('kept', 'forfeited')), hold TEXT NOT NULL UNIQUE REFERENCES ledger_hold (id),
    status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 3), reason TEXT, settled INTEGER NOT NULL CHECK (settled BETWEEN 0 AND days), earned INTEGER NOT NULL CHECK (earned = settled * daily),
    cost INTEGER NOT NULL CHECK (cost >= 0), forfeited INTEGER NOT NULL CHECK (forfeited BETWEEN 0 AND earned), created INTEGER NOT NULL, started INTEGER, finished INTEGER, due INTEGER,
    CHECK ((early_cost IS NULL) = (early_interest IS NULL)), CHECK ((reason IS NOT NULL) = (status = 3)), CHECK ((due IS NULL) = (status >= 2)), CHECK ((finished IS NOT NULL) = (status >= 2)),
    CHECK (status <> 2 OR settled = days), CHECK (cost + forfeited <= amount)
  ) STRICT`,
  `CREATE INDEX IF NOT EXISTS interest_orders_due ON interest_orders (due) WHERE due IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS interest_orders_by_user ON interest_orders (user_id, mode, id DESC)`,
  `CREATE TABLE IF NOT EXISTS interest_days (
    order_id TEXT NOT NULL REFERENCES interest_orders (id), day INTEGER NOT NULL CHECK (day > 0), amount INTEGER NOT NULL CHECK (amount >= 0),
    posting TEXT UNIQUE REFERENCES ledger_posting (id), paid INTEGER NOT NULL,
    PRIMARY KEY (order_id, day), CHECK ((posting IS NULL) = (amount = 0))
  ) STRICT`,
]
