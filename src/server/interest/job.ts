import type { ServerContext } from '../context.ts'
import { runDue } from '../dueRunner.ts'
import { applyNextStep } from './steps.ts'
import { inTransaction, userLock } from '../storage/transaction.ts'

/** Advances every order that is due, one transaction each. Missed days are settled one after the other; safe with several workers. */
export default async function settleInterest(context: ServerContext): Promise<void> {
  const { db, ledger, clock } = context
  const due = (limit: number) =>
    db
      .selectFrom('interest_orders')
      .selectAll()
      .where('due', '<=', BigInt(clock.now()))
      .orderBy('due')
      .orderBy('id')
      .limit(limit)
      .execute()
  await runDue(due, (row) =>
    inTransaction(db, [userLock(row.user_id)], (trx) =>
      applyNextStep({ ...context, db: trx, ledger: ledger.withTransaction(trx) }, row),
    ),
  )
}
