import type { ServerContext } from '../context.ts'
import { runDue } from '../dueRunner.ts'
import { advanceToNow } from './advance.ts'
import { inTransaction, userLock } from '../storage/transaction.ts'

/** Advances every loan that is due, one transaction each; each day is charged exactly once, also with several workers. */
export default async function advanceLoans(context: ServerContext): Promise<void> {
  const { db, ledger } = context
  const due = (limit: number) =>
    db
      .selectFrom('loans')
      .selectAll()
      .where('due', '<=', BigInt(context.clock.now()))
      .orderBy('due')
      .orderBy('id')
      .limit(limit)
      .execute()
  await runDue(due, (row) =>
    inTransaction(db, [userLock(row.user_id)], (trx) =>
      advanceToNow({ ...context, db: trx, ledger: ledger.withTransaction(trx) }, row),
    ),
  )
}
