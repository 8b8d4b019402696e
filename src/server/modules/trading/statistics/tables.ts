import { integer, oneOf, table, text } from '../../../kit/storage/table.ts'

export const statisticsTables = {
  /** One row for each closed order of any kind; amounts in minor units of the unit of account. */
  closed_orders: table({
    columns: {
      id: text().primaryKey(),
      user_id: text().references('users.id'),
      mode: oneOf('real', 'demo'),
      kind: oneOf('spot', 'seconds', 'leveraged'),
      symbol: text().default(''),
      side: oneOf('long', 'short'),
      volume: integer().check('> 0'),
      /** After fees. Below 0: a loss. */
      profit: integer(),
      fee: integer().default(0),
      closed: integer(),
    },
    indexes: {
      closed_orders_by_user: { columns: ['user_id', 'mode', 'closed'] },
    },
  }),
}
