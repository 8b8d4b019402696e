import { sql, type Kysely } from 'kysely'
import type { LedgerTables } from './tables.ts'

function addTo(to: Map<string, bigint>, key: string, amount: bigint | string): void {
  to.set(key, (to.get(key) ?? 0n) + BigInt(amount))
}

/** The stored balances of a user's account: each entry continues the balance after another one, from zero to that of the account. */
async function brokenChains(db: Kysely<LedgerTables>): Promise<string[]> {
  const side = (own: 'payer' | 'payee', sign: '-' | '+') =>
    db
      .selectFrom('ledger_transfer')
      .select([`${own} as account`, `${own}_balance as after`, sql<bigint>`0 ${sql.raw(sign)} amount`.as('change')])
  const rows = await db
    .with('entries', () => side('payer', '-').unionAll(side('payee', '+')))
    .with('links', (all) =>
      all
        .selectFrom('entries')
        .select(['account', 'after as balance', sql<number>`1`.as('ends')])
        .unionAll(
          all
            .selectFrom('entries')
            .select(['account', sql<bigint>`after - change`.as('balance'), sql<number>`-1`.as('ends')]),
        )
        .unionAll(
          all
            .selectFrom('ledger_account')
            .select(['id as account', sql<bigint>`0`.as('balance'), sql<number>`1`.as('ends')]),
        )
        .unionAll(
          all.selectFrom('ledger_account').select(['id as account', 'posted as balance', sql<number>`-1`.as('ends')]),
        ),
    )
    .selectFrom('links')
    .select('account')
    .where('balance', 'is not', null)
    .groupBy(['account', 'balance'])
    .having((eb) => eb(eb.fn.sum('ends'), '<>', 0))
    .union((all) =>
      all
        .selectFrom('entries')
        .innerJoin('ledger_account', 'ledger_account.id', 'entries.account')
        .select('account')
        .where(sql<boolean>`(owner = 'system') <> (after IS NULL)`),
    )
    .execute()
  return rows.map(({ account }) => `${account} has entries whose balances do not follow each other`)
}

/** Compares each balance with the journal and the pending holds, and the sum of each mode and currency with zero. Reads all rows. */
export async function verifyBooks(db: Kysely<LedgerTables>): Promise<string[]> {
  const problems: string[] = []
  const accounts = await db.selectFrom('ledger_account').selectAll().execute()
  const folded = new Map<string, bigint>()
  const held = new Map<string, bigint>()
  const totals = new Map<string, bigint>()

  const sums = (side: 'payer' | 'payee') =>
    db
      .selectFrom('ledger_transfer')
      .select(({ fn }) => [side, fn.sum<string>('amount').as('total')])
      .groupBy(side)
      .execute()
  for (const { payee, total } of (await sums('payee')) as { payee: string; total: string }[])
    addTo(folded, payee, total)
  for (const { payer, total } of (await sums('payer')) as { payer: string; total: string }[])
    addTo(folded, payer, -BigInt(total))

  const holds = await db
    .selectFrom('ledger_hold')
    .select(['id', 'account', 'amount'])
    .where('state', '=', 'pending')
    .execute()
  for (const { account, amount } of holds) addTo(held, account, amount)

  for (const account of accounts) {
    const { id, owner, mode, currency } = account
    const [posted, reserved] = [owner === 'system' ? (folded.get(id) ?? 0n) : account.posted, account.held]
    if (posted !== (folded.get(id) ?? 0n)) problems.push(`${id} says ${posted}, its journal ${folded.get(id) ?? 0n}`)
    if (reserved !== (held.get(id) ?? 0n)) problems.push(`${id} says ${reserved} held, its holds ${held.get(id) ?? 0n}`)
    if (owner !== 'system' && posted < reserved) problems.push(`${id} has less than nothing available`)
    if (id !== `${mode}:${owner}:${account.kind}:${currency}`)
      problems.push(`${id} is the account of ${owner} in another mode`)
    addTo(totals, `${mode} ${currency}`, posted)
    folded.delete(id)
    held.delete(id)
  }
  for (const id of [...folded.keys(), ...held.keys()]) problems.push(`${id} has entries, but is no account`)
  for (const [group, total] of totals)
    if (total !== 0n) problems.push(`The group ${group} adds up to ${total}, not to zero`)

  problems.push(...(await brokenChains(db)))

  const crossing = await db
    .selectFrom('ledger_transfer as t')
    .innerJoin('ledger_account as a', (join) => join.onRef('a.id', '=', 't.payer'))
    .innerJoin('ledger_account as b', (join) => join.onRef('b.id', '=', 't.payee'))
    .select(['t.posting', 't.line'])
    .where((eb) =>
      eb.or([
        eb('a.mode', '<>', eb.ref('b.mode')),
        eb('a.mode', '<>', eb.ref('t.mode')),
        eb('a.currency', '<>', eb.ref('b.currency')),
        eb('a.currency', '<>', eb.ref('t.currency')),
      ]),
    )
    .execute()
  for (const { posting, line } of crossing) problems.push(`Transfer ${posting}/${line} joins two modes or currencies`)

  const empty = await db
    .selectFrom('ledger_posting as p')
    .leftJoin('ledger_transfer as t', 't.posting', 'p.id')
    .select('p.id')
    .where('t.posting', 'is', null)
    .execute()
  for (const { id } of empty) problems.push(`Posting ${id} moves nothing`)
  return problems
}
