import { csvText, csvTime } from '../../core/csv.ts'
import { asUnixSeconds } from '../../core/time.ts'
import type { StatementEntry } from '../../generated/entities.ts'
import { offsetOf, pageOf } from '../api/page.ts'
import { textLookup } from '../api/texts.ts'
import type { ServerContext } from '../context.ts'
import { decimal, type Mode, type WalletKind } from '../ledger/index.ts'
import { ledgerEntries, type EntryFilter, type LedgerEntry } from '../ledger/entries.ts'

const PAGE = 20
/** Entries of a file. */
const MAX_ENTRIES = 10_000
const DAY_SECONDS = 86_400

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

export interface StatementInput {
  kind?: WalletKind | null
  currency?: string | null
  days?: number | null
  from?: number | null
  to?: number | null
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

function filterOf(
  { clock }: Pick<ServerContext, 'clock'>,
  owner: string,
  mode: Mode,
  { kind, currency, days, from, to }: StatementInput,
): EntryFilter {
  const since = typeof days === 'number' ? clock.now() - days * DAY_SECONDS : null
  return { owner, mode, kind, currency, to, from: Math.max(from ?? 0, since ?? 0) || null }
}

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

/** The statement as a CSV file, latest first. */
export async function statementFile(
  context: ServerContext,
  owner: string,
  mode: Mode,
  lang: string,
  input: StatementInput,
): Promise<{ name: string; text: string; entries: number; complete: boolean }> {
  const found = await ledgerEntries(context.db, filterOf(context, owner, mode, input), {
    offset: 0,
    limit: MAX_ENTRIES + 1,
  })
  const entries = found.slice(0, MAX_ENTRIES).map(entryOf)
  const textOf = textLookup(lang)
  const header = ['time', 'account', 'type', 'currency', 'amount', 'balance', 'reference']
  const rows = entries.map(({ time, kind, reason, currency, amount, balance, reference }) => [
    csvTime(time),
    textOf(`assets.${kind}`),
    textOf(`statement.reason.${reason}`),
    currency,
    amount,
    balance,
    reference,
  ])
  const titles = header.map((name) => textOf(`statement.${name}`) + (name === 'time' ? ' (UTC)' : ''))
  return {
    name: `statement-${mode}-${csvTime(context.clock.now()).slice(0, 10)}.csv`,
    text: csvText(titles, rows),
    entries: entries.length,
    complete: found.length <= MAX_ENTRIES,
  }
}
