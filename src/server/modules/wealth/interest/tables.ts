import type { Selectable } from 'kysely'
import type { Percent } from '../../../../engine/language/values/units.ts'
import { integer, oneOf, table, text, type TableTypes } from '../../../kit/storage/table.ts'

export const interestTables = {
  /** Amounts are minor units of the order's currency; the terms are those of the purchase. Times are Unix seconds. */
  interest_orders: table({
    columns: {
      id: text().primaryKey(),
      user_id: text().references('users.id'),
      mode: oneOf('real', 'demo'),
      project: text(),
      currency: text(),
      amount: integer().check('> 0'),
      rate: text<Percent>(),
      days: integer().check('> 0'),
      daily: integer().check('>= 0'),
      early_cost: text<Percent>().nullable(),
      early_interest: oneOf('kept', 'forfeited').nullable(),
      /** The hold on the amount in custody. */
      hold: text().unique().references('ledger_hold.id'),
      /** Position in the list of interest statuses. */
      status: integer().check('BETWEEN 0 AND 3'),
      reason: text<'fullyPlaced' | 'fundsUnclear' | 'riskRefused' | 'withdrawn' | 'redeemed'>().nullable(),
      /** Days whose interest has been paid, and its total. */
      settled: integer().check('BETWEEN 0 AND days'),
      earned: integer().check('= settled * daily'),
      cost: integer().check('>= 0'),
      forfeited: integer().check('BETWEEN 0 AND earned'),
      created: integer(),
      started: integer().nullable(),
      finished: integer().nullable(),
      /** Time of the next step: the end of the review, then of each day; null after the last. */
      due: integer().nullable(),
    },
    checks: [
      '(early_cost IS NULL) = (early_interest IS NULL)',
      '(reason IS NOT NULL) = (status = 3)',
      '(due IS NULL) = (status >= 2)',
      '(finished IS NOT NULL) = (status >= 2)',
      'status <> 2 OR settled = days',
      'cost + forfeited <= amount',
    ],
    indexes: {
      interest_orders_due: { columns: ['due'], where: 'due IS NOT NULL' },
      interest_orders_by_user: { columns: ['user_id', 'mode', 'id desc'] },
    },
  }),
  /** The interest of one day; `amount` is 0 where a day earns less than a minor unit. */
  interest_days: table({
    columns: {
      order_id: text().references('interest_orders.id'),
      day: integer().check('> 0'),
      amount: integer().check('>= 0'),
      posting: text().nullable().unique().references('ledger_posting.id'),
      paid: integer(),
    },
    primaryKey: ['order_id', 'day'],
    checks: ['(posting IS NULL) = (amount = 0)'],
  }),
}

type Tables = TableTypes<typeof interestTables>
export type InterestOrdersTable = Tables['interest_orders']
export type InterestOrderRow = Selectable<InterestOrdersTable>
