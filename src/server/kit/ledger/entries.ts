import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../db.ts'
import { idRange } from './id.ts'
import type { Mode, WalletKind } from './types.ts'

/** Entries of the accounts of an owner. Times are Unix seconds, both inclusive. */
export interface EntryFilter {
  owner: string
  mode: Mode
  kind?: WalletKind | null | undefined
  currency?: string | null | undefined
  reason?: string | null | undefined
  movements?: MovementFilter | undefined
  from?: number | null | undefined
  to?: number | null | undefined
}

/** Entries by the reason of their posting and the kind of the account on the other side (null: any); with `except` all others. */
interface MovementFilter {
  of: readonly { reason: string; counterparty: string | null }[]
  except: boolean
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
  /** Idempotency key of the posting. */
  key: string | null
  /** Kind of the account on the other side: of a user, or a system account. */
  counterparty: string
  side: EntrySide
}

type EntrySide = 'payer' | 'payee'

/** Position of an entry among those of its owner. */
export interface EntryPosition {
  posting: string
  line: bigint
  side: string
}

const kindOf = (account: string): string => account.split(':')[2] ?? ''

/** Times without a bound. */
const LATEST = 2 ** 40

/**
 * Entries with their balances, latest first; of a transfer between two accounts of the owner the received one first. The balance is stored with the entry, so a filter changes none. Each account
 * is read backwards by its index, from `after` as far as the page needs; a filter by reason or movement reads the other entries between. Throws if the balance of an entry is missing.
 */
export async function ledgerEntries(
  db: Kysely<Tables>,
  { owner, mode, kind, currency, reason, movements, from, to }: EntryFilter,
  { offset, limit, after }: { offset: number; limit: number; after?: EntryPosition | undefined },
): Promise<LedgerEntry[]> {
  let owned = db.selectFrom('ledger_account').select('id').where('owner', '=', owner).where('mode', '=', mode)
  if (kind) owned = owned.where('kind', '=', kind)
  if (currency) owned = owned.where('currency', '=', currency)
  const accounts = await owned.execute()
  const ids = idRange(from ?? 0, to ?? LATEST)

  function latest(account: string, own: EntrySide, other: EntrySide, sign: '' | '-') {
    let query = db
      .selectFrom('ledger_transfer as t')
      .innerJoin('ledger_posting as p', 'p.id', 't.posting')
      .select([`t.${own} as account`, `t.${other} as other`, 't.posting', 't.line', 't.currency'])
      .select([sql<bigint>`${sql.raw(sign)}t.amount`.as('amount'), `t.${own}_balance as balance`])
      .select([sql<EntrySide>`${sql.lit(own)}`.as('side'), 'p.reason', 'p.key', 'p.time'])
      .where(`t.${own}`, '=', account)
    if (typeof from === 'number') query = query.where('t.posting', '>=', ids.from).where('p.time', '>=', BigInt(from))
    if (typeof to === 'number') query = query.where('t.posting', '<', ids.to).where('p.time', '<=', BigInt(to))
    if (reason) query = query.where('p.reason', '=', reason)
    if (movements)
      query = query.where((eb) => {
        const found = eb.or(
          movements.of.map(({ reason: of, counterparty }) =>
            counterparty === null
              ? eb('p.reason', '=', of)
              : eb.and([eb('p.reason', '=', of), eb(`t.${other}`, 'like', `%:${counterparty}:%`)]),
          ),
        )
        return movements.except ? eb.not(found) : found
      })
    if (after)
      query = query
        .where('t.posting', '<=', after.posting)
        .where((eb) =>
          eb.or([eb('t.posting', '<', after.posting), eb('t.line', own > after.side ? '<=' : '<', after.line)]),
        )
    const page = query
      .orderBy('t.posting', 'desc')
      .orderBy('t.line', 'desc')
      .limit(offset + limit)
    return db.selectFrom(page.as('page')).selectAll()
  }

  const [first, ...rest] = accounts.flatMap(({ id }) => [
    latest(id, 'payer', 'payee', '-'),
    latest(id, 'payee', 'payer', ''),
  ])
  if (!first) return []
  const rows = await rest
    .reduce((all, item) => all.unionAll(item), first)
    .orderBy('posting', 'desc')
    .orderBy('line', 'desc')
    .orderBy('side')
    .offset(offset)
    .limit(limit)
    .execute()
  return rows.map(({ account, other, balance, ...row }) => {
    // Only system accounts have none: a statement with an invented one would be believed.
    if (balance === null) throw new Error(`Line ${row.line} of posting ${row.posting} has no balance of ${account}`)
    return { ...row, balance, mode, kind: kindOf(account) as WalletKind, counterparty: kindOf(other) }
  })
}
