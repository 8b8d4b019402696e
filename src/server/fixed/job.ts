import type { ServerContext } from '../context.ts'
import { runDue } from '../dueRunner.ts'
import { settleEndedDays } from './settle.ts'
import { inTransaction, userLock } from '../storage/transaction.ts'

/** Settles every deposit that is due, one transaction each; each day is settled exactly once, also with several workers. */
export default async function settleFixed(context: ServerContext): Promise<void> {
  const { db, ledger } = context
  const due = (limit: number) =>
    db
      .selectFrom('fixed_orders')
      .selectAll()
      .where('due', '<=', BigInt(context.clock.now()))
      .orderBy('due')
      .orderBy('id')
      .limit(limit)
      .execute()
  await runDue(due, (row) =>
    inTransaction(db, [userLock(row.user_id)], (trx) =>
      settleEndedDays({ ...context, db: trx, ledger: ledger.withTransaction(trx) }, row),
    ),
  )
}
