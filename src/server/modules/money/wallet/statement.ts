import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { StatementEntry } from '../../../../generated/entities.ts'
import { csvFileOf, FILE_WINDOW, type CsvFile } from '../../../kit/api/csvFile.ts'
import {
  cursorValues,
  offsetOf,
  PAGE_SIZE,
  pageOf,
  withCursor,
  type Page,
  type PageInput,
} from '../../../kit/api/page.ts'
import { sinceOf, type PeriodInput } from '../../../kit/api/period.ts'
import type { ServerContext } from '../../../context.ts'
import { decimal, type Mode, type WalletKind } from '../../../kit/ledger/index.ts'
import { entryTypeOf, movementsOf, type EntryGroup } from '../../../../product/domain/statement.ts'
import { ledgerEntries, type EntryFilter, type EntryPosition, type LedgerEntry } from '../../../kit/ledger/entries.ts'
import { subjectsOf } from './entrySubject.ts'

export interface StatementInput extends PeriodInput {
  kind?: WalletKind | null
  currency?: string | null
  group?: EntryGroup | null
}

const entryOf = (
  { posting, line, kind, currency, amount, balance, reason, counterparty, time }: LedgerEntry,
  subjects: ReadonlyMap<string, string>,
): StatementEntry => ({
  // A transfer between the user's own accounts has an entry in each.
  id: `${posting}-${line}-${kind}`,
  time: asUnixSeconds(time),
  kind,
  currency,
  amount: decimal(amount, currency),
  balance: decimal(balance, currency),
  type: entryTypeOf({ reason, counterparty }),
  subject: subjects.get(posting) ?? null,
  reference: posting,
})

const filterOf = (
  context: Pick<ServerContext, 'clock'>,
  owner: string,
  mode: Mode,
  { kind, currency, group, ...period }: StatementInput,
): EntryFilter => ({
  owner,
  mode,
  kind,
  currency,
  movements: group ? movementsOf(group) : undefined,
  to: period.to,
  from: sinceOf(context, period),
})

/** Throws `parameterError` for a text that is no cursor of a statement. */
function positionOf(cursor: string): EntryPosition {
  const [posting, line, side] = cursorValues(cursor, ['id', 'integer', 'id'])
  return { posting: String(posting), line: BigInt(line ?? 0), side: String(side) }
}

/** One page of the statement, latest first. */
export async function statementPage(
  context: ServerContext,
  owner: string,
  mode: Mode,
  lang: string,
  { page, after, ...input }: StatementInput & PageInput,
): Promise<Page<StatementEntry>> {
  const window = after === undefined ? { offset: offsetOf(page, PAGE_SIZE) } : { offset: 0, after: positionOf(after) }
  const entries = await ledgerEntries(context.db, filterOf(context, owner, mode, input), {
    ...window,
    limit: PAGE_SIZE + 1,
  })
  const found = pageOf(entries, page, PAGE_SIZE)
  const subjects = await subjectsOf(context, found.rows, lang)
  const rows = found.rows.map((entry) => entryOf(entry, subjects))
  return withCursor(found, rows, ({ posting, line, side }) => [posting, line, side])
}

/** The text of each column’s heading. */
const COLUMNS = ['time', 'account', 'type', 'subject', 'currency', 'amount', 'balance', 'reference'].map(
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
      { kind, type, subject, currency, amount, balance, reference }: StatementEntry,
      textOf: (key: string) => string,
    ) => [
      textOf(`assets.${kind}`),
      textOf(`statement.entry.${type}`),
      subject ?? '',
      currency,
      amount,
      balance,
      reference,
    ],
  }
  const subjects = await subjectsOf(context, found, lang)
  return csvFileOf(
    context,
    layout,
    found.map((entry) => entryOf(entry, subjects)),
  )
}
