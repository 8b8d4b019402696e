import type { Selectable } from 'kysely'
import type { Percent } from '../../../../engine/language/values/units.ts'
import { integer, oneOf, table, text, type TableTypes } from '../../../kit/storage/table.ts'

export const fixedTables = {
  /** Amounts are minor units of the currency, times Unix seconds. The terms are those of the day on which it was subscribed. */
  fixed_orders: table({
    columns: {
      id: text().primaryKey(),
      user_id: text().references('users.id'),
      mode: oneOf('real', 'demo'),
      product: text(),
      currency: text(),
      amount: integer().check('> 0'),
      /** Percent a day, as a decimal. */
      yield: text<Percent>(),
      days: integer().check('> 0'),
      /** Percent of the amount, as a decimal. */
      break_fee: text<Percent>(),
      daily: integer().check('>= 0'),
      /** Days that have been settled. */
      settled: integer().check('BETWEEN 0 AND days'),
      /** The hold on the amount in the coin account. */
      hold: text().unique().references('ledger_hold.id'),
      /** Position in the list of statuses of fixed-term deposits. */
      status: integer().check('BETWEEN 0 AND 2'),
      cost: integer().check('BETWEEN 0 AND amount'),
      created: integer(),
      finished: integer().nullable(),
      /** When the next day ends; null after the last. */
      due: integer().nullable(),
    },
    checks: [
      '(due IS NULL) = (status > 0)',
      '(finished IS NULL) = (status = 0)',
      'status <> 1 OR settled = days',
      'status = 2 OR cost = 0',
    ],
    indexes: {
      fixed_orders_due: { columns: ['due'], where: 'due IS NOT NULL' },
      fixed_orders_running: { columns: ['product', 'mode', 'user_id'], where: 'status = 0' },
      fixed_orders_by_user: { columns: ['user_id', 'mode', 'id desc'] },
    },
  }),
  /** One row for each day that has been settled. */
  fixed_settlements: table({
    columns: {
      order_id: text().references('fixed_orders.id'),
      day: integer().check('> 0'),
      user_id: text(),
      mode: text<'real' | 'demo'>(),
      currency: text(),
      amount: integer().check('>= 0'),
      time: integer(),
    },
    primaryKey: ['order_id', 'day'],
    indexes: {
      fixed_settlements_by_user: { columns: ['user_id', 'mode', 'time desc', 'order_id desc'] },
    },
  }),
  /** Each subscription writes the product's row, which serializes the requests for the last place. */
  fixed_products: table({
    columns: {
      product: text(),
      mode: text<'real' | 'demo'>(),
      subscriptions: integer(),
    },
    primaryKey: ['product', 'mode'],
  }),
}

type Tables = TableTypes<typeof fixedTables>
export type FixedRow = Selectable<Tables['fixed_orders']>
