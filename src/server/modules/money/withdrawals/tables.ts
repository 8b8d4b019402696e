import type { Selectable } from 'kysely'
import type { Network } from '../../../../product/domain/payeeChecks.ts'
import type { HoldCause } from './holdCause.ts'
import { integer, oneOf, table, text, type TableTypes } from '../../../kit/storage/table.ts'

export const withdrawalTables = {
  withdrawals: table({
    columns: {
      id: text().primaryKey(),
      user_id: text().references('users.id'),
      mode: oneOf('real', 'demo'),
      payee_id: text().references('payees.id'),
      kind: oneOf('card', 'address'),
      /** As displayed to its owner: an address, or the last digits of a card. */
      number: text(),
      network: text<Network>().nullable(),
      currency: text(),
      /** Minor units debited from the account, including the fee. */
      amount: integer().check('> fee'),
      fee: integer().check('>= 0'),
      /** The hold on the amount until the review ends. */
      hold: text().unique().references('ledger_hold.id'),
      /** Position in the list of withdrawal statuses. */
      status: integer().check('BETWEEN 0 AND 3'),
      reason: text<'payeeRefused' | 'nameDiffers' | 'riskRefused' | 'cancelled'>().nullable(),
      /** Not paid before this time, because the payee was never paid; and by which change. */
      held_until: integer().nullable(),
      held_by: text<HoldCause>().nullable(),
      created: integer(),
      reviewed: integer().nullable(),
      finished: integer().nullable(),
      /** Time of the next step, Unix seconds; null after the last. */
      due: integer().nullable(),
    },
    checks: [
      '(reason IS NOT NULL) = (status = 3)',
      '(due IS NULL) = (status >= 2)',
      '(finished IS NOT NULL) = (status >= 2)',
    ],
    indexes: {
      withdrawals_pending: { unique: true, columns: ['user_id', 'mode'], where: 'status < 2' },
      withdrawals_due: { columns: ['due'], where: 'due IS NOT NULL' },
      withdrawals_by_user: { columns: ['user_id', 'mode', 'id desc'] },
    },
  }),
}

type Tables = TableTypes<typeof withdrawalTables>
export type WithdrawalsTable = Tables['withdrawals']
export type WithdrawalRow = Selectable<WithdrawalsTable>
