import { sql, type Kysely } from 'kysely'
import { prepared } from '../storage/preparedQuery.ts'
import { idRange } from './id.ts'
import type { LedgerTables } from './tables.ts'
import type { Mode, SystemAccount, WalletKind } from './types.ts'

/** Balance of an account before a moment, in minor units. */
export interface EarlierBalance {
  kind: WalletKind
  currency: string
  posted: bigint
}

/** Amount that an account received (above 0) or paid (below 0) in one second, in minor units. */
export interface Flow {
  kind: WalletKind
  currency: string
  time: number
  amount: bigint
  /** Whether the other side is another account of the owner. */
  isOwn: boolean
}

type Db = Kysely<LedgerTables>
type Of = { owner: string; mode: Mode; from: string; since: bigint }

const sumOf = (db: Db, { from, since }: Of, own: 'payer' | 'payee') =>
  db
    .selectFrom('ledger_transfer as t')
    .innerJoin('ledger_posting as p', 'p.id', 't.posting')
    .select(sql<bigint>`COALESCE(CAST(SUM(t.amount) AS BIGINT), 0)`.as('sum'))
    .where(`t.${own}`, '=', sql.ref<string>('a.id'))
    .where('t.posting', '>=', from)
    .where('p.time', '>=', since)

// One statement: a posting between two reads would be in one sum only.
const findEarlier = prepared((db: Db, of: Of) =>
  db
    .selectFrom('ledger_account as a')
    .select(['a.kind', 'a.currency', 'a.posted'])
    .select([sumOf(db, of, 'payee').as('received'), sumOf(db, of, 'payer').as('paid')])
    .where('a.owner', '=', of.owner)
    .where('a.mode', '=', of.mode)
    .where('a.kind', 'in', ['coin', 'contract']),
)

/** Balances of the accounts of an owner before the first posting of a second or later. Unix seconds. */
export async function balancesBefore<T extends LedgerTables>(
  database: Kysely<T>,
  owner: string,
  mode: Mode,
  since: number,
): Promise<EarlierBalance[]> {
  const of = { owner, mode, from: idRange(since, since).from, since: BigInt(since) }
  const { rows } = await findEarlier(database as unknown as Db, of)
  return rows.map(({ kind, currency, posted, received, paid }) => ({
    kind: kind as WalletKind,
    currency,
    posted: posted - (received ?? 0n) + (paid ?? 0n),
  }))
}

/**
 * Amounts that the accounts of an owner received from these system accounts, paid to them, and moved between each other since a
 * second, inclusive; one flow for each account, owner of the other side and second. Unix seconds.
 */
export async function flowsSince<T extends LedgerTables>(
  database: Kysely<T>,
  owner: string,
  mode: Mode,
  since: number,
  outside: readonly SystemAccount[],
): Promise<Flow[]> {
  const db = database as unknown as Db
  const side = (own: 'payer' | 'payee', other: 'payer' | 'payee') =>
    db
      .selectFrom('ledger_account as a')
      .innerJoin('ledger_transfer as t', `t.${own}`, 'a.id')
      .innerJoin('ledger_account as b', 'b.id', `t.${other}`)
      .innerJoin('ledger_posting as p', 'p.id', 't.posting')
      .select(['a.kind', 'a.currency', 'b.owner', 'p.time', sql<bigint>`CAST(SUM(t.amount) AS BIGINT)`.as('amount')])
      .where('a.owner', '=', owner)
      .where('a.mode', '=', mode)
      .where('t.posting', '>=', idRange(since, since).from)
      .where('p.time', '>=', BigInt(since))
      .where('b.kind', 'in', ['coin', 'contract', ...outside])
      .groupBy(['a.kind', 'a.currency', 'b.owner', 'p.time'])
      .execute()
  const [received, paid] = await Promise.all([side('payee', 'payer'), side('payer', 'payee')])
  const flow = ({ kind, currency, time, amount, owner: other }: (typeof received)[number], sign: bigint): Flow => ({
    kind: kind as WalletKind,
    currency,
    time: Number(time),
    amount: sign * amount,
    isOwn: other === owner,
  })
  return [...received.map((row) => flow(row, 1n)), ...paid.map((row) => flow(row, -1n))]
}
