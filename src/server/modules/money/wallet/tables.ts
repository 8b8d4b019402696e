import { bigint, table, text, type TableTypes } from '../../../kit/storage/table.ts'

type Kind = 'coin' | 'contract'

export const walletTables = {
  /** A user's own record of a transfer between their two accounts; `id` is that of its posting. `amount`: minor units. */
  transfers: table({
    columns: {
      id: text().primaryKey().references('ledger_posting.id'),
      user_id: text(),
      mode: text<'real' | 'demo'>(),
      payer: text<Kind>(),
      payee: text<Kind>(),
      currency: text(),
      amount: bigint().check('> 0'),
      created: bigint(),
    },
    checks: ['payer <> payee'],
    indexes: {
      transfers_user: { columns: ['user_id', 'mode', 'id'] },
    },
    strict: false,
  }),
}

export type WalletTables = TableTypes<typeof walletTables>
