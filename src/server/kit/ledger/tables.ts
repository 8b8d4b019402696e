import { bigint, integer, oneOf, table, text, type TableTypes } from '../storage/table.ts'

type Mode = 'real' | 'demo'

/** Amounts are minor units of the currency, times are Unix seconds. */
export const ledgerTables = {
  ledger_account: table({
    columns: {
      id: text().primaryKey(),
      owner: text(),
      mode: oneOf('real', 'demo'),
      kind: text(),
      currency: text(),
      /** Received less paid; `held` is the part reserved by pending holds. Always 0 for system accounts. */
      posted: bigint(),
      held: bigint().check('>= 0'),
    },
    unique: [
      ['owner', 'mode', 'kind', 'currency'],
      ['id', 'mode', 'currency'],
    ],
    checks: ["(owner = 'system' AND held = 0) OR (kind IN ('coin', 'contract') AND posted >= held)"],
    strict: false,
  }),
  /** The least that an owner has had of a currency, coin and contract account together, since the latest `watchLeast`. */
  ledger_least: table({
    columns: {
      owner: text(),
      mode: oneOf('real', 'demo'),
      currency: text(),
      total: bigint().check('>= 0'),
    },
    primaryKey: ['owner', 'mode', 'currency'],
    strict: false,
  }),
  ledger_posting: table({
    columns: {
      id: text().primaryKey(),
      mode: text<Mode>(),
      reason: text(),
      key: text().nullable().unique(),
      time: bigint(),
    },
    unique: [['id', 'mode']],
    strict: false,
  }),
  ledger_transfer: table({
    columns: {
      posting: text(),
      line: integer(),
      mode: text<Mode>(),
      currency: text(),
      payer: text(),
      payee: text(),
      amount: bigint().check('> 0'),
      /** Balances of the accounts after this line; null for system accounts. */
      payer_balance: bigint().nullable(),
      payee_balance: bigint().nullable(),
    },
    primaryKey: ['posting', 'line'],
    foreignKeys: [
      { columns: ['posting', 'mode'], table: 'ledger_posting', target: ['id', 'mode'] },
      { columns: ['payer', 'mode', 'currency'], table: 'ledger_account', target: ['id', 'mode', 'currency'] },
      { columns: ['payee', 'mode', 'currency'], table: 'ledger_account', target: ['id', 'mode', 'currency'] },
    ],
    checks: ['payer <> payee'],
    indexes: {
      ledger_transfer_by_payer: { columns: ['payer', 'posting', 'line'] },
      ledger_transfer_by_payee: { columns: ['payee', 'posting', 'line'] },
    },
    strict: false,
  }),
  ledger_hold: table({
    columns: {
      id: text().primaryKey(),
      account: text(),
      mode: text<Mode>(),
      currency: text(),
      amount: bigint().check('> 0'),
      state: oneOf('pending', 'posted', 'voided'),
      reason: text(),
      key: text().nullable().unique(),
      posting: text().nullable().references('ledger_posting.id'),
      time: bigint(),
    },
    foreignKeys: [
      { columns: ['account', 'mode', 'currency'], table: 'ledger_account', target: ['id', 'mode', 'currency'] },
    ],
    checks: ["(state = 'posted') = (posting IS NOT NULL)"],
    indexes: {
      ledger_hold_account: { columns: ['account', 'state'] },
    },
    strict: false,
  }),
}

export type LedgerTables = TableTypes<typeof ledgerTables>
