import { statusIndex } from '../../product/domain/status.ts'
import type { ServerContext } from '../context.ts'
import { runDue } from '../jobs/dueRunner.ts'
import { settleExpired } from './settle.ts'

/** Settles every contract that has expired. */
export default async function settleSeconds(context: ServerContext): Promise<void> {
  const due = (limit: number) =>
    context.db
      .selectFrom('seconds_orders')
      .selectAll()
      .where('status', '=', BigInt(statusIndex('secondsOrder', 'running')))
      .where('expires', '<=', BigInt(context.clock.now()))
      .orderBy('expires')
      .orderBy('id')
      .limit(limit)
      .execute()
  await runDue(due, (row) => settleExpired(context, row))
}
