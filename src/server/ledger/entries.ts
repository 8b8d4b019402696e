import { sql, type Kysely } from 'kysely'
import type { Tables } from '../db.ts'
import type { Mode, WalletKind } from './types.ts'

/** Entries of the accounts of an owner. Times are Unix seconds, both inclusive. */
export interface EntryFilter {
  owner: string
  mode: Mode
  kind?: WalletKind | null | undefined
  currency?: string | null | undefined
  reason?: string | null | undefined
  from?: number | null | undefined
  to?: number | null | undefined
}

/** A line of a posting as one account sees it. Amounts in minor units. */
export interface LedgerEntry {
  posting: string
  line: bigint
  time: bigint
  mode: Mode
  kind: WalletKind
  currency: string
  /** Negative where the account pays. */
  amount: bigint
  /** Balance of the account after the entry. */
  balance: bigint
  reason: string
  /** Kind of the account on the other side: of a user, or a system account. */
  counterparty: string
}

const kindOf = (account: string): string => account.split(':')[2] ?? ''

/**
 * Entries with running balances, latest first; of a transfer between two accounts of the owner the received one first. The balance is the sum of the journal in the order of the postings, so the last one is
 * the balance of the account; a filter changes no balance.
 */
export async function ledgerEntries(
  db: Kysely<Tables>,
  { owner, mode, kind, currency, reason, from, to }: EntryFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<LedgerEntry[]> {
  let accounts = db.selectFrom('ledger_account').select('id').where('owner', '=', owner).where('mode', '=', mode)
  if (kind) accounts = accounts.where('kind', '=', kind)
  if (currency) accounts = accounts.where('currency', '=', currency)
  const side = (own: 'payer' | 'payee', other: 'payer' | 'payee', sign: '' | '-') =>
    db
      .selectFrom('ledger_transfer')
      .select([`${own} as account`, `${other} as other`, 'posting', 'line', 'currency'])
      .select([sql<bigint>`${sql.raw(sign)}amount`.as('amount'), sql<string>`${sql.lit(own)}`.as('side')])
      .where(own, 'in', accounts)
  let query = db
    .with('entries', () => side('payer', 'payee', '-').unionAll(side('payee', 'payer', '')))
    .with('running', (all) =>
      all
        .selectFrom('entries')
        .selectAll()
        .select(
          sql<bigint>`CAST(SUM(amount) OVER (PARTITION BY account ORDER BY posting, line) AS BIGINT)`.as('balance'),
        ),
    )
    .selectFrom('running')
    .innerJoin('ledger_posting', 'ledger_posting.id', 'running.posting')
    .select([
      'running.account',
      'running.other',
      'running.posting',
      'running.line',
      'running.currency',
      'running.amount',
      'running.balance',
      'running.side',
      'ledger_posting.reason',
      'ledger_posting.time',
    ])
  if (reason) query = query.where('ledger_posting.reason', '=', reason)
  if (typeof from === 'number') query = query.where('ledger_posting.time', '>=', BigInt(from))
  if (typeof to === 'number') query = query.where('ledger_posting.time', '<=', BigInt(to))
  const rows = await query
    .orderBy('running.posting', 'desc')
    .orderBy('running.line', 'desc')
    .orderBy('running.side')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(({ account, other, side: _side, ...row }) => ({
    ...row,
    mode,
    kind: kindOf(account) as WalletKind,
    counterparty: kindOf(other),
  }))
}
