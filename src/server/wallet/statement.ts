import { asUnixSeconds } from '../../core/time.ts'
import type { StatementEntry } from '../../generated/entities.ts'
import { csvFileOf, FILE_WINDOW, type CsvFile } from '../api/csvFile.ts'
import { offsetOf, pageOf } from '../api/page.ts'
import { sinceOf, type PeriodInput } from '../api/period.ts'
import type { ServerContext } from '../context.ts'
import { decimal, type Mode, type WalletKind } from '../ledger/index.ts'
import { ledgerEntries, type EntryFilter, type LedgerEntry } from '../ledger/entries.ts'

const PAGE = 20

/** The reasons of postings that have a text. */
export const STATEMENT_REASONS: readonly StatementEntry['reason'][] = [
  'correction',
  'custody',
  'deposit',
  'exchange',
  'fee',
  'fixed',
  'interest',
  'leveraged',
  'loan',
  'margin',
  'opening',
  'refill',
  'repayment',
  'seconds',
  'spot',
  'transfer',
  'withdrawal',
]

export interface StatementInput extends PeriodInput {
  kind?: WalletKind | null
  currency?: string | null
}

const entryOf = ({ posting, line, kind, currency, amount, balance, reason, time }: LedgerEntry): StatementEntry => ({
  // A transfer between the user's own accounts has an entry in each.
  id: `${posting}-${line}-${kind}`,
  time: asUnixSeconds(time),
  kind,
  currency,
  amount: decimal(amount, currency),
  balance: decimal(balance, currency),
  reason: STATEMENT_REASONS.find((one) => one === reason) ?? 'other',
  reference: posting,
})

const filterOf = (
  context: Pick<ServerContext, 'clock'>,
  owner: string,
  mode: Mode,
  { kind, currency, ...period }: StatementInput,
): EntryFilter => ({ owner, mode, kind, currency, to: period.to, from: sinceOf(context, period) })

/** One page of the statement, latest first. */
export async function statementPage(
  context: ServerContext,
  owner: string,
  mode: Mode,
  { page, ...input }: StatementInput & { page?: number },
): Promise<{ rows: StatementEntry[]; next: number | null }> {
  const window = { offset: offsetOf(page, PAGE), limit: PAGE + 1 }
  const { rows, next } = pageOf(
    await ledgerEntries(context.db, filterOf(context, owner, mode, input), window),
    page,
    PAGE,
  )
  return { rows: rows.map(entryOf), next }
}

/** The text of each column’s heading. */
const COLUMNS = ['time', 'account', 'type', 'currency', 'amount', 'balance', 'reference'].map(
  (name) => `statement.${name}`,
)

/** The statement as a CSV file, latest first. */
export async function statementFile(
  context: ServerContext,
  owner: string,
  mode: Mode,
  lang: string,
  input: StatementInput,
): Promise<CsvFile> {
  const found = await ledgerEntries(context.db, filterOf(context, owner, mode, input), FILE_WINDOW)
  const layout = {
    name: 'statement',
    mode,
    lang,
    columns: COLUMNS,
    cellsOf: (
      { kind, reason, currency, amount, balance, reference }: StatementEntry,
      textOf: (key: string) => string,
    ) => [textOf(`assets.${kind}`), textOf(`statement.reason.${reason}`), currency, amount, balance, reference],
  }
  return csvFileOf(context, layout, found.map(entryOf))
}
