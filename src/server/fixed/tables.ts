import type { Selectable } from 'kysely'
import type { Percent } from '../../core/units.ts'
import type { Integer } from '../storage/integer.ts'

/** Amounts are minor units of the currency, times Unix seconds. The terms are those of the day on which it was subscribed. */
export interface FixedOrdersTable {
  id: string
  user_id: string
  mode: 'real' | 'demo'
  product: string
  currency: string
  amount: Integer
  /** Percent a day, as a decimal. */
  yield: Percent
  days: Integer
  /** Percent of the amount, as a decimal. */
  break_fee: Percent
  daily: Integer
  /** Days that have been settled. */
  settled: Integer
  /** The hold on the amount in the coin account. */
  hold: string
  /** Position in the list of statuses of fixed-term deposits. */
  status: Integer
  cost: Integer
  created: Integer
  finished: Integer | null
  /** When the next day ends; null after the last. */
  due: Integer | null
}

export interface FixedTables {
  fixed_orders: FixedOrdersTable
  /** One row for each day that has been settled. */
  fixed_settlements: {
    order_id: string
    day: Integer
    user_id: string
    mode: 'real' | 'demo'
    currency: string
    amount: Integer
    time: Integer
  }
  /** Each subscription writes the product's row, which serializes the requests for the last place. */
  fixed_products: { product: string; mode: 'real' | 'demo'; subscriptions: Integer }
}

export type FixedRow = Selectable<FixedOrdersTable>

export const ddl = [
  `CREATE TABLE IF NOT EXISTS fixed_orders (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id), mode TEXT NOT NULL CHECK (mode IN ('real', 'demo')), product TEXT NOT NULL, currency TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0), yield TEXT NOT NULL, days INTEGER NOT NULL CHECK (days > 0), break_fee TEXT NOT NULL, daily INTEGER NOT NULL CHECK (daily >= 0),
    settled INTEGER NOT NULL CHECK (settled BETWEEN 0 AND days), hold TEXT NOT NULL UNIQUE REFERENCES ledger_hold (id), status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 2),
    cost INTEGER NOT NULL CHECK (cost BETWEEN 0 AND amount), created INTEGER NOT NULL, finished INTEGER, due INTEGER,
    CHECK ((due IS NULL) = (status > 0)), CHECK ((finished IS NULL) = (status = 0)), CHECK (status <> 1 OR settled = days), CHECK (status = 2 OR cost = 0)
  ) STRICT`,
  `CREATE INDEX IF NOT EXISTS fixed_orders_due ON fixed_orders (due) WHERE due IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS fixed_orders_running ON fixed_orders (product, mode, user_id) WHERE status = 0`,
  `CREATE INDEX IF NOT EXISTS fixed_orders_by_user ON fixed_orders (user_id, mode, id DESC)`,
  `CREATE TABLE IF NOT EXISTS fixed_settlements (
    order_id TEXT NOT NULL REFERENCES fixed_orders (id), day INTEGER NOT NULL CHECK (day > 0), user_id TEXT NOT NULL, mode TEXT NOT NULL, currency TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount >= 0), time INTEGER NOT NULL, PRIMARY KEY (order_id, day)
  ) STRICT`,
  `CREATE INDEX IF NOT EXISTS fixed_settlements_by_user ON fixed_settlements (user_id, mode, time DESC, order_id DESC)`,
  `CREATE TABLE IF NOT EXISTS fixed_products (product TEXT NOT NULL, mode TEXT NOT NULL, subscriptions INTEGER NOT NULL, PRIMARY KEY (product, mode)) STRICT`,
]
