import type { Tables } from '../../../db.ts'
import { UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'

export type TableName = keyof Tables
export type Row = Readonly<Record<string, unknown>>

/** How the rows of a user are found, and what is left out of them. */
export interface ExportedTable {
  /** Column with the id of the user. */
  owner?: string
  /** Instead: the column that names a row of another exported table, by the key of that table; `add` are columns that it contributes. */
  through?: { column: string; table: TableName; key: string; add?: readonly string[] }
  /** Columns that are left out: secrets, their hashes, and names of other people. */
  omit?: readonly string[]
  /** Columns with minor units, with the currency of a row. */
  amounts?: Readonly<Record<string, (row: Row) => unknown>>
  /** Columns with JSON. */
  json?: readonly string[]
}

const own = (row: Row): unknown => row.currency
const payer = (row: Row): unknown => row.payer
const payee = (row: Row): unknown => row.payee
const quote = (row: Row): unknown => row.quote
const base = (row: Row): unknown => row.base
const paid = (row: Row): unknown => (row.side === 'buy' ? row.quote : row.base)
const received = (row: Row): unknown => (row.side === 'buy' ? row.base : row.quote)
const unitOfAccount = (): string => UNIT_OF_ACCOUNT

const all = (currency: (row: Row) => unknown, ...columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, currency]))

const user = { owner: 'user_id' } as const
const exchange = { ...user, amounts: { pay: payer, receive: payee, fee: payee } }
const leveraged = { ...user, amounts: all(unitOfAccount, 'margin', 'fee', 'profit') }

/** Tables of the export of a user's data. Postings are read apart (`journal.ts`). */
export const EXPORTED: Readonly<Partial<Record<TableName, ExportedTable>>> = {
  users: { owner: 'id', omit: ['password', 'pay_password', 'referrer_id'] },
  watched: user,
  sessions: { ...user, omit: ['token_hash'] },
  session_devices: {
    through: { column: 'token_hash', table: 'sessions', key: 'token_hash', add: ['created'] },
    omit: ['token_hash'],
  },
  known_devices: { ...user, omit: ['hash'] },
  agreements: user,
  mail_phrases: user,
  former_emails: user,
  former_phones: user,
  messages: { ...user, json: ['params'] },
  uploads: { ...user, omit: ['content'] },
  upload_uses: user,
  verifications: { ...user, json: ['given'] },
  account_holds: user,
  two_factor: { ...user, omit: ['secret', 'step'] },
  passkeys: { ...user, omit: ['public_key', 'counter'] },
  notice_preferences: user,
  push_subscriptions: { ...user, omit: ['token_hash', 'p256dh', 'auth'] },
  ledger_account: { owner: 'owner', amounts: all(own, 'posted', 'held') },
  ledger_least: { owner: 'owner', amounts: all(own, 'total') },
  ledger_hold: {
    through: { column: 'account', table: 'ledger_account', key: 'id' },
    omit: ['key'],
    amounts: all(own, 'amount'),
  },
  receipts: { ...user, omit: ['request'], json: ['facts', 'promise'] },
  receipt_postings: { through: { column: 'receipt', table: 'receipts', key: 'id' } },
  receipt_holds: { through: { column: 'receipt', table: 'receipts', key: 'id' } },
  transfers: { ...user, amounts: all(own, 'amount') },
  flash_quotes: exchange,
  flash_exchanges: exchange,
  demo_refills: user,
  payees: user,
  whitelists: user,
  self_limits: { ...user, amounts: all(unitOfAccount, 'maximum', 'next') },
  pauses: user,
  risk_tests: { ...user, json: ['answers'] },
  deposits: { ...user, amounts: all(own, 'amount') },
  withdrawals: { ...user, amounts: all(own, 'amount', 'fee') },
  loans: {
    ...user,
    amounts: all(own, 'amount', 'fee', 'least', 'principal', 'interest', 'charged', 'late', 'repaid'),
  },
  loan_charges: {
    through: { column: 'loan_id', table: 'loans', key: 'id', add: ['currency'] },
    amounts: all(own, 'amount', 'late'),
  },
  loan_repayments: {
    through: { column: 'loan_id', table: 'loans', key: 'id', add: ['currency'] },
    amounts: all(own, 'amount', 'interest'),
  },
  fixed_orders: { ...user, amounts: all(own, 'amount', 'daily', 'cost') },
  fixed_settlements: { ...user, amounts: all(own, 'amount') },
  interest_orders: { ...user, amounts: all(own, 'amount', 'daily', 'earned', 'cost', 'forfeited') },
  interest_days: {
    through: { column: 'order_id', table: 'interest_orders', key: 'id', add: ['currency'] },
    amounts: all(own, 'amount'),
  },
  trade_activations: user,
  spot_orders: {
    ...user,
    amounts: { quantity: base, held: paid, amount: quote, receive: received, fee: received, profit: quote },
  },
  spot_costs: { ...user, amounts: { quantity: own, cost: unitOfAccount } },
  seconds_orders: { ...user, amounts: all(own, 'stake', 'fee', 'profit', 'result') },
  lever_positions: leveraged,
  lever_orders: leveraged,
  lever_close_orders: user,
  lever_warnings: { through: { column: 'position', table: 'lever_positions', key: 'id' } },
  lever_deals: leveraged,
  price_alerts: user,
  closed_orders: { ...user, amounts: all(unitOfAccount, 'volume', 'profit') },
  corrections: {
    ...user,
    omit: ['maker_id', 'maker', 'checker_id', 'checker', 'note'],
    amounts: all(own, 'amount'),
  },
}

const SECRET = 'It has secrets and their hashes only, which would open the account.'
const TRANSIENT = 'It counts or delays requests for minutes and is deleted.'
const COPY = 'It has copies of what other tables of this file contain.'
const STAFF = 'It is the record of the work of employees; customer service answers for it.'
const IMPERSONAL = 'It has no data of users.'

/** Tables that are not in the export, with the reason that its file states. */
export const NOT_EXPORTED: Readonly<Partial<Record<TableName, string>>> = {
  slides: TRANSIENT,
  codes: TRANSIENT,
  attempts: TRANSIENT,
  outbox: TRANSIENT,
  notices: COPY,
  pushes: COPY,
  idempotency: COPY,
  ledger_posting: COPY,
  ledger_transfer: COPY,
  pay_proofs: SECRET,
  step_up_proofs: SECRET,
  freeze_links: SECRET,
  recovery_codes: SECRET,
  login_challenges: SECRET,
  operator_accounts: STAFF,
  operator_sessions: STAFF,
  operator_devices: STAFF,
  operator_audit: STAFF,
  facts: IMPERSONAL,
  fixed_products: IMPERSONAL,
  settings_versions: IMPERSONAL,
  catalogue_files: IMPERSONAL,
  catalogue_modules: IMPERSONAL,
  catalogue_revisions: IMPERSONAL,
  catalogue_log: IMPERSONAL,
  catalogue_sources: IMPERSONAL,
  catalogue_change_sets: IMPERSONAL,
  catalogue_changes: IMPERSONAL,
  catalogue_readers: IMPERSONAL,
  catalogue_previews: IMPERSONAL,
}
