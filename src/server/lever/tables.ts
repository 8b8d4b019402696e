import type { Selectable } from 'kysely'
import type { Lots, Percent, Price, Quantity } from '../../core/units.ts'
import type { Integer } from '../storage/integer.ts'
import type { InstrumentClass } from '../market/index.ts'

type PositionSide = 'long' | 'short'

/** Terms are those of the moment of the order. Amounts are minor units of USDT, prices and lots decimal strings, times Unix seconds. */
interface Traded {
  id: string
  user_id: string
  mode: 'real' | 'demo'
  symbol: string
  class: InstrumentClass
  side: PositionSide
  lots: Lots
  /** Units of the base in a lot. */
  size: Quantity
  leverage: Integer
  margin: Integer
  fee: Integer
  created: Integer
}

interface Stops {
  take_profit: Price | null
  stop_loss: Price | null
}

export interface LeverTables {
  lever_orders: Traded &
    Stops & {
      kind: 'market' | 'limit'
      price: Price
      deal_price: Price | null
      maintenance: Percent
      /** Hold on margin and fee of a pending order. */
      hold: string | null
      status: Integer
      reason: 'user' | 'closing' | null
      checked_ms: Integer
      finished: Integer | null
    }
  /** Has the id of its order. Margin and fee are those of the lots still open. */
  lever_positions: Traded &
    Stops & {
      kind: 'market' | 'limit'
      open_price: Price
      liquidation: Price | null
      hold: string
      status: Integer
      checked_ms: Integer
      closed: Integer | null
    }
  /** A position, or part of one, that was closed; `fee` is for opening and closing it. */
  lever_deals: Traded & {
    position: string
    open_price: Price
    close_price: Price
    profit: Integer
    reason: 'user' | 'takeProfit' | 'stopLoss' | 'liquidation'
    opened: Integer
  }
}

export type OrderRow = Selectable<LeverTables['lever_orders']>
export type PositionRow = Selectable<LeverTables['lever_positions']>
export type DealRow = Selectable<LeverTables['lever_deals']>

const traded = `
    id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id), mode TEXT NOT NULL CHECK (mode IN ('real', 'demo')),
    symbol TEXT NOT NULL, class TEXT NOT NULL, side TEXT NOT NULL CHECK (side IN ('long', 'short')),
    lots TEXT NOT NULL, size TEXT NOT NULL, leverage INTEGER NOT NULL CHECK (leverage >= 1), margin INTEGER NOT NULL CHECK (margin >= 0),
    fee INTEGER NOT NULL CHECK (fee >= 0), created INTEGER NOT NULL`
const stops = `kind TEXT NOT NULL CHECK (kind IN ('market', 'limit')), take_profit TEXT, stop_loss TEXT`

export const ddl = [
  `CREATE TABLE IF NOT EXISTS lever_positions (${traded}, ${stops},
    open_price TEXT NOT NULL, liquidation TEXT, hold TEXT NOT NULL UNIQUE REFERENCES ledger_hold (id),
    status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 2), checked_ms INTEGER NOT NULL, closed INTEGER,
    CHECK ((closed IS NOT NULL) = (status = 2))
  ) STRICT`,
  `CREATE TABLE IF NOT EXISTS lever_orders (${traded}, ${stops},
    price TEXT NOT NULL, deal_price TEXT, maintenance TEXT NOT NULL, hold TEXT UNIQUE REFERENCES ledger_hold (id),
    status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 2), reason TEXT, checked_ms INTEGER NOT NULL, finished INTEGER,
    CHECK ((deal_price IS NOT NULL) = (status = 1)), CHECK ((reason IS NOT NULL) = (status = 2)), CHECK ((finished IS NULL) = (status = 0))
  ) STRICT`,
  `CREATE TABLE IF NOT EXISTS lever_deals (${traded},
    position TEXT NOT NULL REFERENCES lever_positions (id), open_price TEXT NOT NULL, close_price TEXT NOT NULL,
    profit INTEGER NOT NULL CHECK (profit >= -margin), reason TEXT NOT NULL, opened INTEGER NOT NULL
  ) STRICT`,
  'CREATE INDEX IF NOT EXISTS lever_positions_open ON lever_positions (id) WHERE status = 0',
  'CREATE INDEX IF NOT EXISTS lever_positions_user ON lever_positions (user_id, mode, status)',
  'CREATE INDEX IF NOT EXISTS lever_orders_open ON lever_orders (id) WHERE status = 0',
  'CREATE INDEX IF NOT EXISTS lever_orders_user ON lever_orders (user_id, mode, id DESC)',
  'CREATE INDEX IF NOT EXISTS lever_deals_user ON lever_deals (user_id, mode, id DESC)',
]
