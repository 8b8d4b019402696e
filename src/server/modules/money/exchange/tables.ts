import type { Percent, Rate } from '../../../../engine/language/values/units.ts'
import { bigint, table, text, type TableTypes } from '../../../kit/storage/table.ts'

type Mode = 'real' | 'demo'

/** Amounts are minor units of their currency: `pay` of `payer`, `receive` and `fee` of `payee`. */
const exchanged = {
  user_id: text(),
  mode: text<Mode>(),
  payer: text(),
  payee: text(),
  pay: bigint().check('> 0'),
  receive: bigint().check('> 0'),
  fee: bigint().check('>= 0'),
  rate: text<Rate>(),
  created: bigint(),
}

export const exchangeTables = {
  /** Times are Unix milliseconds. `exchange`: id of the exchange executed with this quote. */
  flash_quotes: table({
    columns: {
      id: text().primaryKey(),
      expires: bigint(),
      exchange: text().nullable().unique().references('ledger_posting.id'),
      /** Of the received amount before the fee; null in quotes of earlier versions. */
      fee_percent: text<Percent>().nullable(),
      ...exchanged,
    },
    checks: ['payer <> payee'],
    indexes: {
      flash_quotes_user: { columns: ['user_id', 'expires'] },
    },
    strict: false,
  }),
  /** A user's own record of an exchange; `id` is that of its posting. */
  flash_exchanges: table({
    columns: {
      id: text().primaryKey().references('ledger_posting.id'),
      ...exchanged,
    },
    checks: ['payer <> payee'],
    indexes: {
      flash_exchanges_user: { columns: ['user_id', 'mode', 'id'] },
    },
    strict: false,
  }),
  /** A reset of a demo account to its opening balance; `id` is that of its posting. */
  demo_refills: table({
    columns: {
      id: text().primaryKey().references('ledger_posting.id'),
      user_id: text(),
      created: bigint(),
    },
    indexes: {
      demo_refills_user: { columns: ['user_id', 'id'] },
    },
    strict: false,
  }),
}

export type ExchangeTables = TableTypes<typeof exchangeTables>
