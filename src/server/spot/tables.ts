import type { Selectable } from 'kysely'
import type { Percent, Price } from '../../core/units.ts'
import type { Integer } from '../storage/integer.ts'

export interface SpotOrdersTable {
  id: string
  user_id: string
  mode: 'real' | 'demo'
  symbol: string
  base: string
  quote: string
  side: 'buy' | 'sell'
  kind: 'market' | 'limit'
  /** The limit; for a market order the confirmed price. */
  price: Price
  /** Minor units of the base currency. */
  quantity: Integer
  /** Per cent, at the time the order was placed. */
  fee_percent: Percent
  /** The hold on the payment until the order is filled or cancelled. */
  hold: string
  held: Integer
  /** Position in the list of spot order statuses. */
  status: Integer
  deal_price: Price | null
  /** Minor units: `amount` and `profit` of the quote currency, `receive` and `fee` of the received one. */
  amount: Integer | null
  receive: Integer | null
  fee: Integer | null
  profit: Integer | null
  /** Times are Unix milliseconds. */
  created_ms: Integer
  checked_ms: Integer
  finished_ms: Integer | null
}

export interface SpotTables {
  spot_orders: SpotOrdersTable
  /** Cost of coins bought by spot orders: minor units of the coin and of the unit of account. */
  spot_costs: { user_id: string; mode: 'real' | 'demo'; currency: string; quantity: Integer; cost: Integer }
}

export type SpotOrderRow = Selectable<SpotOrdersTable>

export const ddl = [
  `CREATE TABLE IF NOT EXISTS spot_orders (
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id), mode TEXT NOT NULL CHECK (mode IN ('real', 'demo')),
    symbol TEXT NOT NULL, base TEXT NOT NULL, quote TEXT NOT NULL, side TEXT NOT NULL CHECK (side IN ('buy', 'sell')), kind TEXT NOT NULL CHECK (kind IN ('market', 'limit')),
    price TEXT NOT NULL, quantity INTEGER NOT NULL CHECK (quantity > 0), fee_percent TEXT NOT NULL,
    hold TEXT NOT NULL UNIQUE REFERENCES ledger_hold (id), held INTEGER NOT NULL CHECK (held > 0), status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 2),
    deal_price TEXT, amount INTEGER, receive INTEGER CHECK (receive > 0), fee INTEGER CHECK (fee >= 0), profit INTEGER,
    created_ms INTEGER NOT NULL, checked_ms INTEGER NOT NULL, finished_ms INTEGER,
    CHECK ((finished_ms IS NULL) = (status = 0)), CHECK ((deal_price IS NOT NULL) = (status = 1)), CHECK ((receive IS NOT NULL) = (status = 1)),
    CHECK ((profit IS NOT NULL) = (status = 1 AND side = 'sell'))
  ) STRICT`,
  `CREATE INDEX IF NOT EXISTS spot_orders_open ON spot_orders (id) WHERE status = 0`,
  `CREATE INDEX IF NOT EXISTS spot_orders_by_user ON spot_orders (user_id, mode, id DESC)`,
  `CREATE TABLE IF NOT EXISTS spot_costs (
    user_id TEXT NOT NULL REFERENCES users (id), mode TEXT NOT NULL CHECK (mode IN ('real', 'demo')), currency TEXT NOT NULL,
    quantity INTEGER NOT NULL CHECK (quantity >= 0), cost INTEGER NOT NULL CHECK (cost >= 0), PRIMARY KEY (user_id, mode, currency)
  ) STRICT`,
]
