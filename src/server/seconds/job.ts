import type { Kysely } from 'kysely'
import { statusIndex } from '../../product/status.ts'
import type { ServerContext } from '../context.ts'
import type { Tables } from '../db.ts'
import { runDue } from '../dueRunner.ts'
import { prepared } from '../storage/preparedQuery.ts'
import { columnsOf } from '../storage/table.ts'
import { settleExpired } from './settle.ts'
import { secondsTables } from './tables.ts'

const RUNNING = BigInt(statusIndex('secondsOrder', 'running'))

const findExpired = prepared((db: Kysely<Tables>, { now, limit }: { now: bigint; limit: number }) =>
  db
    .selectFrom('seconds_orders')
    .select(columnsOf(secondsTables.seconds_orders))
    .where('status', '=', RUNNING)
    .where('expires', '<=', now)
    .orderBy('expires')
    .orderBy('id')
    .limit(limit),
)

/** Settles every contract that has expired. */
export default async function settleSeconds(context: ServerContext): Promise<void> {
  const due = async (limit: number) => (await findExpired(context.db, { now: BigInt(context.clock.now()), limit })).rows
  await runDue(due, (row) => settleExpired(context, row))
}
