import type { Selectable } from 'kysely'
import type { Price } from '../../../../engine/language/values/units.ts'
import { integer, oneOf, table, text, type TableTypes } from '../../../kit/storage/table.ts'

export const alertTables = {
  price_alerts: table({
    columns: {
      id: text().primaryKey(),
      user_id: text().references('users.id'),
      symbol: text(),
      direction: oneOf('above', 'below'),
      price: text<Price>(),
      repeat: oneOf('once', 'always').default('once'),
      /** Times are Unix milliseconds. No tick up to and including `checked_ms` has reached the price. */
      created_ms: integer(),
      checked_ms: integer(),
      reached_ms: integer().nullable(),
    },
    indexes: {
      price_alerts_waiting: { columns: ['id'], where: 'reached_ms IS NULL' },
      price_alerts_by_user: { columns: ['user_id', 'reached_ms', 'id desc'] },
    },
  }),
}

type Tables = TableTypes<typeof alertTables>
export type PriceAlertRow = Selectable<Tables['price_alerts']>
