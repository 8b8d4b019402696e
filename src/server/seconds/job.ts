import { position } from '../../core/status.ts'
import type { ServerContext } from '../context.ts'
import { settle } from './settle.ts'

const BATCH = 200

/** Settles every contract that has expired. */
export default async function settleSeconds(context: ServerContext): Promise<void> {
  for (;;) {
    const due = await context.db
      .selectFrom('seconds_orders')
      .selectAll()
      .where('status', '=', BigInt(position('secondsOrder', 'running')))
      .where('expires', '<=', BigInt(context.clock.now()))
      .orderBy('expires')
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (due.length === 0) return
    for (const row of due) await settle(context, row)
  }
}
