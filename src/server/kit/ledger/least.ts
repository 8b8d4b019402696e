import { sql, type Kysely } from 'kysely'
import { prepared } from '../storage/preparedQuery.ts'
import { accountKey } from './accounts.ts'
import type { LedgerTables } from './tables.ts'
import type { Mode } from './types.ts'

/** All that an owner has of a currency: the coin and the contract account together. */
export interface Holding {
  owner: string
  mode: Mode
  currency: string
}

type Db = Kysely<LedgerTables>

/** Ids of the accounts of a holding. */
const accountsOf = ({ owner, mode, currency }: Holding) => ({
  coin: accountKey({ owner, kind: 'coin' }, mode, currency).id,
  contract: accountKey({ owner, kind: 'contract' }, mode, currency).id,
})

const totalOf = (db: Db, { coin, contract }: ReturnType<typeof accountsOf>) =>
  db
    .selectFrom('ledger_account')
    .select(sql<bigint>`COALESCE(CAST(SUM(posted) AS BIGINT), 0)`.as('total'))
    .where('id', 'in', [coin, contract])

const lower = prepared((db: Db, { owner, mode, currency, coin, contract }: Holding & ReturnType<typeof accountsOf>) => {
  const total = totalOf(db, { coin, contract })
  return db
    .updateTable('ledger_least')
    .set({ total })
    .where((eb) => eb.and({ owner, mode, currency }))
    .where('total', '>', total)
})

/** The least total of a holding since `watchLeast`, in minor units; undefined if it was never called. */
export async function leastSince<T extends LedgerTables>(
  database: Kysely<T>,
  { owner, mode, currency }: Holding,
): Promise<bigint | undefined> {
  const row = await (database as unknown as Db)
    .selectFrom('ledger_least')
    .select('total')
    .where((eb) => eb.and({ owner, mode, currency }))
    .executeTakeFirst()
  return row?.total
}

/** Records the least total of a holding from now on, beginning with the present one. */
export async function watchLeast<T extends LedgerTables>(database: Kysely<T>, holding: Holding): Promise<void> {
  const db = database as unknown as Db
  const { total } = await totalOf(db, accountsOf(holding)).executeTakeFirstOrThrow()
  const { owner, mode, currency } = holding
  await db
    .insertInto('ledger_least')
    .values({ owner, mode, currency, total })
    .onConflict((on) => on.columns(['owner', 'mode', 'currency']).doUpdateSet({ total }))
    .execute()
}

/** Lowers the recorded total to the present one, after a posting that a holding has paid. */
export async function lowerLeast(db: Db, holding: Holding): Promise<void> {
  await lower(db, { ...holding, ...accountsOf(holding) })
}
