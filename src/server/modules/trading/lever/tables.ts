import type { Selectable } from 'kysely'
import type { Lots, Percent, Price, Quantity } from '../../../../engine/language/values/units.ts'
import type { LeverDeal } from '../../../../generated/entities.ts'
import type { MarginWarning } from '../../../../product/trading/leverage.ts'
import type { InstrumentClass } from '../market/index.ts'
import { integer, oneOf, table, text, type TableTypes } from '../../../kit/storage/table.ts'

/** Terms are those of the moment of the order. Amounts are minor units of USDT, prices and lots decimal strings, times Unix seconds. */
const traded = {
  id: text().primaryKey(),
  user_id: text().references('users.id'),
  mode: oneOf('real', 'demo'),
  symbol: text(),
  class: text<InstrumentClass>(),
  side: oneOf('long', 'short'),
  lots: text<Lots>(),
  /** Units of the base in a lot. */
  size: text<Quantity>(),
  leverage: integer().check('>= 1'),
  margin: integer().check('>= 0'),
  fee: integer().check('>= 0'),
  created: integer(),
}

const terms = {
  kind: oneOf('market', 'limit'),
  take_profit: text<Price>().nullable(),
  stop_loss: text<Price>().nullable(),
}

export const leverTables = {
  /** Has the id of its order. Margin and fee are those of the lots still open. */
  lever_positions: table({
    columns: {
      ...traded,
      ...terms,
      open_price: text<Price>(),
      liquidation: text<Price>().nullable(),
      hold: text().unique().references('ledger_hold.id'),
      status: integer().check('BETWEEN 0 AND 2'),
      checked_ms: integer(),
      closed: integer().nullable(),
    },
    checks: ['(closed IS NOT NULL) = (status = 2)'],
    indexes: {
      lever_positions_open: { columns: ['id'], where: 'status = 0' },
      lever_positions_user: { columns: ['user_id', 'mode', 'status'] },
    },
  }),
  lever_orders: table({
    columns: {
      ...traded,
      ...terms,
      price: text<Price>(),
      deal_price: text<Price>().nullable(),
      maintenance: text<Percent>(),
      /** Hold on margin and fee of a pending order. */
      hold: text().nullable().unique().references('ledger_hold.id'),
      status: integer().check('BETWEEN 0 AND 2'),
      reason: text<'user' | 'closing'>().nullable(),
      checked_ms: integer(),
      finished: integer().nullable(),
    },
    checks: [
      '(deal_price IS NOT NULL) = (status = 1)',
      '(reason IS NOT NULL) = (status = 2)',
      '(finished IS NULL) = (status = 0)',
    ],
    indexes: {
      lever_orders_open: { columns: ['id'], where: 'status = 0' },
      lever_orders_user: { columns: ['user_id', 'mode', 'id desc'] },
    },
  }),
  /** Margin warnings that users have been sent, one for each position and share. */
  lever_warnings: table({
    columns: {
      position: text().references('lever_positions.id'),
      share: text<MarginWarning>(),
      created: integer(),
    },
    primaryKey: ['position', 'share'],
    withoutRowid: true,
  }),
  /** A position, or part of one, that was closed; `fee` is for opening and closing it. */
  lever_deals: table({
    columns: {
      ...traded,
      position: text().references('lever_positions.id'),
      open_price: text<Price>(),
      close_price: text<Price>(),
      profit: integer().check('>= -margin'),
      reason: text<LeverDeal['reason']>(),
      opened: integer(),
    },
    indexes: {
      lever_deals_user: { columns: ['user_id', 'mode', 'id desc'] },
    },
  }),
  /** Orders that close a position. The best price of a trailing one is that up to `checked_ms`. */
  lever_close_orders: table({
    columns: {
      id: text().primaryKey(),
      user_id: text().references('users.id'),
      mode: oneOf('real', 'demo'),
      position: text().references('lever_positions.id'),
      symbol: text(),
      side: oneOf('long', 'short'),
      kind: oneOf('trigger', 'limit', 'trailing'),
      /** Null: all that is open. */
      lots: text<Lots>().nullable(),
      trigger_price: text<Price>().nullable(),
      rises: integer().check('BETWEEN 0 AND 1'),
      rate: text<Percent>().nullable(),
      best: text<Price>().nullable(),
      deal: text().nullable().references('lever_deals.id'),
      status: integer().check('BETWEEN 0 AND 2'),
      checked_ms: integer(),
      created: integer(),
      finished: integer().nullable(),
    },
    checks: [
      "(kind <> 'trailing') = (trigger_price IS NOT NULL)",
      "(kind = 'trailing') = (rate IS NOT NULL AND best IS NOT NULL)",
      '(finished IS NULL) = (status = 0)',
    ],
    indexes: {
      lever_close_orders_open: { columns: ['position', 'id'], where: 'status = 0' },
      lever_close_orders_user: { columns: ['user_id', 'mode', 'id desc'] },
    },
  }),
}

type Tables = TableTypes<typeof leverTables>
export type OrderRow = Selectable<Tables['lever_orders']>
export type PositionRow = Selectable<Tables['lever_positions']>
export type CloseOrderRow = Selectable<Tables['lever_close_orders']>
export type DealRow = Selectable<Tables['lever_deals']>
