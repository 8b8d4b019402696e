import type { Selectable } from 'kysely'
import type { Percent, Price } from '../../../../engine/language/values/units.ts'
import { integer, oneOf, table, text, type TableTypes } from '../../../kit/storage/table.ts'

export const secondsTables = {
  seconds_orders: table({
    columns: {
      id: text().primaryKey(),
      user_id: text().references('users.id'),
      mode: oneOf('real', 'demo'),
      symbol: text(),
      side: oneOf('long', 'short'),
      seconds: integer().check('> 0'),
      currency: text(),
      /** Minor units, as the fee, the profit and the result. */
      stake: integer().check('> 0'),
      fee: integer().check('>= 0'),
      /** Profit of a win, as a percentage of the stake and in minor units. */
      rate: text<Percent>(),
      profit: integer().check('>= 0'),
      /** Outcome of an equal price at expiry. */
      tie: oneOf('returned'),
      /** The hold on stake and fee until expiry. */
      hold: text().unique().references('ledger_hold.id'),
      /** Position in the list of statuses. */
      status: integer().check('BETWEEN 0 AND 5'),
      entry_price: text<Price>(),
      /** Unix milliseconds of the tick: with the symbol they identify it. */
      entry_ms: integer(),
      exit_price: text<Price>().nullable(),
      exit_ms: integer().nullable(),
      result: integer().nullable(),
      /** Price of a sale before the expiry; null for any other end. */
      proceeds: integer().nullable(),
      /** When it was sold or cancelled; null for any other end. */
      ended: integer().nullable(),
      /** Charge for a cancellation and the time until which it is possible; null: it is not. */
      cancel_fee: integer().nullable(),
      cancel_until: integer().nullable(),
      created: integer(),
      expires: integer().check('> created'),
    },
    checks: [
      '(exit_price IS NULL) = (status = 0)',
      '(exit_ms IS NULL) = (status = 0)',
      '(result IS NULL) = (status = 0)',
    ],
    indexes: {
      seconds_orders_due: { columns: ['expires'], where: 'status = 0' },
      seconds_orders_by_user: { columns: ['user_id', 'mode', 'id desc'] },
    },
  }),
}

type Tables = TableTypes<typeof secondsTables>
export type SecondsRow = Selectable<Tables['seconds_orders']>
