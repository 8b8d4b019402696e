import type { Selectable } from 'kysely'
import type { Network } from '../../../../product/domain/payeeChecks.ts'
import { integer, oneOf, table, text, type TableTypes } from '../../../kit/storage/table.ts'

export const depositTables = {
  deposits: table({
    columns: {
      id: text().primaryKey(),
      user_id: text().references('users.id'),
      mode: oneOf('real', 'demo'),
      channel: oneOf('wallet', 'card', 'manual', 'c2c'),
      currency: text(),
      network: text<Network>().nullable(),
      /** Minor units. */
      amount: integer().check('> 0'),
      /** Position in the list of deposit statuses. */
      status: integer().check('BETWEEN 0 AND 3'),
      reason: text<'unreadable' | 'notReceived' | 'amountDiffers'>().nullable(),
      upload_id: text().references('uploads.id'),
      /** Hash of the screenshot; unique, so that one payment is reported once. */
      hash: text(),
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
      deposits_picture: { unique: true, columns: ['hash'], where: 'status < 3' },
      deposits_due: { columns: ['due'], where: 'due IS NOT NULL' },
      deposits_by_user: { columns: ['user_id', 'mode', 'id desc'] },
    },
  }),
}

type Tables = TableTypes<typeof depositTables>
export type DepositsTable = Tables['deposits']
export type DepositRow = Selectable<DepositsTable>
