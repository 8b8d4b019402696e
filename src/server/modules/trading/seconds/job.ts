import type { Kysely } from 'kysely'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { runDue } from '../../../kit/jobs/dueRunner.ts'
import { prepared } from '../../../kit/storage/preparedQuery.ts'
import { settleExpired } from './settle.ts'

const RUNNING = BigInt(statusIndex('secondsOrder', 'running'))

const findAnyDue = prepared((db: Kysely<Tables>, { now }: { now: bigint }) =>
  db.selectFrom('seconds_orders').select('id').where('status', '=', RUNNING).where('expires', '<=', now).limit(1),
)

/** Settles every contract that has expired. */
export default async function settleSeconds(context: ServerContext): Promise<void> {
  const now = BigInt(context.clock.now())
  if ((await findAnyDue(context.db, { now })).rows.length === 0) return
  const due = (limit: number) =>
    context.db
      .selectFrom('seconds_orders')
      .selectAll()
      .where('status', '=', RUNNING)
      .where('expires', '<=', BigInt(context.clock.now()))
      .orderBy('expires')
      .orderBy('id')
      .limit(limit)
      .execute()
  await runDue(due, (row) => settleExpired(context, row))
}
