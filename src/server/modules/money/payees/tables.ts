import { sql, type Selectable } from 'kysely'
import { integer, oneOf, table, text, type TableTypes } from '../../../kit/storage/table.ts'

export const payeeTables = {
  /** A bank card or wallet address of a user. Deleted payees stay for their withdrawals. */
  payees: table({
    columns: {
      id: text().primaryKey(),
      user_id: text().references('users.id'),
      kind: oneOf('card', 'address'),
      /** The card's digits, or the address. */
      number: text(),
      holder: text().nullable(),
      bank: text().nullable(),
      currency: text().nullable(),
      network: text<'TRC20' | 'ERC20' | 'BTC'>().nullable(),
      /** The name that its owner gave it. */
      label: text().nullable(),
      created: integer(),
      deleted: integer().nullable(),
    },
    checks: [
      "(kind = 'card') = (holder IS NOT NULL AND bank IS NOT NULL)",
      "(kind = 'address') = (currency IS NOT NULL AND network IS NOT NULL)",
    ],
    indexes: {
      payees_once: {
        unique: true,
        columns: ['user_id', 'kind', 'number', sql`COALESCE(currency, '')`, sql`COALESCE(network, '')`],
        where: 'deleted IS NULL',
      },
      payees_by_user: { columns: ['user_id', 'kind', 'created desc'], where: 'deleted IS NULL' },
    },
  }),
  /** Users who withdraw to confirmed payees only; until `ends`, where they have switched it off. */
  whitelists: table({
    columns: {
      user_id: text().primaryKey().references('users.id'),
      ends: integer().nullable(),
    },
    withoutRowid: true,
  }),
}

type Tables = TableTypes<typeof payeeTables>
export type PayeesTable = Tables['payees']
export type PayeeRow = Selectable<PayeesTable>
