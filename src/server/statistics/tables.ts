import type { Integer } from '../storage/integer.ts'

export interface StatisticsTables {
  /** One row for each closed order of any kind; amounts in minor units of the unit of account. */
  closed_orders: {
    id: string
    user_id: string
    mode: 'real' | 'demo'
    kind: 'spot' | 'seconds' | 'leveraged'
    side: 'long' | 'short'
    volume: Integer
    /** Below 0: a loss. */
    profit: Integer
    closed: Integer
  }
}

export const ddl = [
  `CREATE TABLE IF NOT EXISTS closed_orders (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id), mode TEXT NOT NULL CHECK (mode IN ('real', 'demo')),
    kind TEXT NOT NULL CHECK (kind IN ('spot', 'seconds', 'leveraged')), side TEXT NOT NULL CHECK (side IN ('long', 'short')),
    volume INTEGER NOT NULL CHECK (volume > 0), profit INTEGER NOT NULL, closed INTEGER NOT NULL
  ) STRICT`,
  `CREATE INDEX IF NOT EXISTS closed_orders_by_user ON closed_orders (user_id, mode, closed)`,
]
