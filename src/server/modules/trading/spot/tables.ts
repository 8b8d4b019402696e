import type { Selectable } from 'kysely'
import type { Percent, Price } from '../../../../engine/language/values/units.ts'
import { integer, oneOf, table, text, type TableTypes } from '../../../kit/storage/table.ts'

export const spotTables = {
  spot_orders: table({
    columns: {
      id: text().primaryKey(),
      user_id: text().references('users.id'),
      mode: oneOf('real', 'demo'),
      symbol: text(),
      base: text(),
      quote: text(),
      side: oneOf('buy', 'sell'),
      kind: oneOf('market', 'limit'),
      /** The limit; of an order without one the confirmed price. */
      price: text<Price>(),
      /** Null: the order waits for no trigger. `kind` is its kind once the trigger has been reached. */
      condition: oneOf('stop', 'oco', 'trailing').nullable(),
      /** Of stop and oco. */
      trigger_price: text<Price>().nullable(),
      /** 1: a rising price reaches the trigger. */
      rises: integer().nullable(),
      /** Of trailing: per cent, and the best price up to `checked_ms`. */
      rate: text<Percent>().nullable(),
      best: text<Price>().nullable(),
      /** Of a purchase at the market after its trigger: the highest price it is executed at, which its hold pays for. */
      worst: text<Price>().nullable(),
      /** Time of the tick that reached the trigger, Unix milliseconds; null: none has up to `checked_ms`. */
      triggered_ms: integer().nullable(),
      time_in_force: oneOf('gtc', 'ioc', 'postOnly').nullable(),
      /** Minor units of the base currency. */
      quantity: integer().check('> 0'),
      /** Per cent, at the time the order was placed. */
      fee_percent: text<Percent>(),
      /** The hold on the payment until the order is filled or cancelled. */
      hold: text().unique().references('ledger_hold.id'),
      held: integer().check('> 0'),
      /** Position in the list of spot order statuses. */
      status: integer().check('BETWEEN 0 AND 2'),
      deal_price: text<Price>().nullable(),
      /** Minor units: `amount` and `profit` of the quote currency, `receive` and `fee` of the received one. */
      amount: integer().nullable(),
      receive: integer().check('> 0').nullable(),
      fee: integer().check('>= 0').nullable(),
      profit: integer().nullable(),
      /** Times are Unix milliseconds. */
      created_ms: integer(),
      checked_ms: integer(),
      finished_ms: integer().nullable(),
    },
    checks: [
      '(finished_ms IS NULL) = (status = 0)',
      '(deal_price IS NOT NULL) = (status = 1)',
      '(receive IS NOT NULL) = (status = 1)',
      "(profit IS NOT NULL) = (status = 1 AND side = 'sell')",
    ],
    indexes: {
      spot_orders_open: { columns: ['id'], where: 'status = 0' },
      spot_orders_by_user: { columns: ['user_id', 'mode', 'id desc'] },
    },
  }),
  /** Cost of coins bought by spot orders: minor units of the coin and of the unit of account. */
  spot_costs: table({
    columns: {
      user_id: text().references('users.id'),
      mode: oneOf('real', 'demo'),
      currency: text(),
      quantity: integer().check('>= 0'),
      cost: integer().check('>= 0'),
    },
    primaryKey: ['user_id', 'mode', 'currency'],
  }),
}

type Tables = TableTypes<typeof spotTables>
export type SpotOrderRow = Selectable<Tables['spot_orders']>
