import type { ServerContext } from '../context.ts'
import { inTransaction } from '../storage/transaction.ts'

type Timed = Pick<ServerContext, 'db' | 'clock'>

const FACT = 'advanced'

/** Seconds that the clock of this database has been moved on by. */
export async function advancedBy({ db }: Pick<Timed, 'db'>): Promise<number> {
  const row = await db.selectFrom('facts').select('value').where('name', '=', FACT).executeTakeFirst()
  return Number(row?.value ?? '0')
}

/** Adds to what is kept, so that a server that starts again goes on at the time that its data has reached. */
export async function keepAdvanced({ db }: Pick<Timed, 'db'>, seconds: number): Promise<void> {
  await inTransaction(db, [FACT], async (trx) => {
    const value = String((await advancedBy({ db: trx })) + seconds)
    await trx.insertInto('facts').values({ name: FACT, value }).onConflict((on) => on.column('name').doUpdateSet({ value })).execute()
  })
}

/** Kept first: what becomes due by it must not be of a time that a restart would not know. */
export async function advance(context: Timed, seconds: number): Promise<void> {
  await keepAdvanced(context, seconds)
  await context.clock.advance(seconds)
}
