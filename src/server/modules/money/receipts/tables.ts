import type { Selectable } from 'kysely'
import type { Receipt } from '../../../../generated/entities.ts'
import { integer, oneOf, table, text, type TableTypes } from '../../../kit/storage/table.ts'

export const receiptTables = {
  /** The evidence of a money action, in addition to its postings and holds. */
  receipts: table({
    columns: {
      id: text().primaryKey(),
      user_id: text().references('users.id'),
      mode: oneOf('real', 'demo'),
      kind: text<Receipt['kind']>(),
      record: text(),
      action: text<Receipt['action']>(),
      rule: text<Receipt['rule']>(),
      /** Null: a job. */
      call: text().nullable(),
      /** Of the money request that wrote it; null: a job. */
      request: text().nullable(),
      /** JSON of ReceiptFacts. */
      facts: text(),
      /** JSON of the figures that the user confirmed; null: a job, or none were sent. */
      promise: text().nullable(),
      /** Unix milliseconds. */
      created_ms: integer(),
    },
    indexes: {
      receipts_by_record: { columns: ['user_id', 'kind', 'record', 'id desc'] },
      receipts_by_request: { columns: ['request'] },
    },
    appendOnly: true,
  }),
  receipt_postings: table({
    columns: {
      posting: text().primaryKey().references('ledger_posting.id'),
      receipt: text().references('receipts.id'),
    },
    indexes: {
      receipt_postings_by_receipt: { columns: ['receipt'] },
    },
    appendOnly: true,
  }),
  receipt_holds: table({
    columns: {
      receipt: text().references('receipts.id'),
      hold: text().references('ledger_hold.id'),
      change: oneOf('held', 'released'),
    },
    primaryKey: ['receipt', 'hold', 'change'],
    appendOnly: true,
  }),
}

type Tables = TableTypes<typeof receiptTables>
export type ReceiptRow = Selectable<Tables['receipts']>
