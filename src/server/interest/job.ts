import type { ServerContext } from '../context.ts'
import { runDue } from '../dueRunner.ts'
import { applyNextStep } from './steps.ts'
import { inTransaction, userLock } from '../storage/transaction.ts'

/** Takes every step that is due, each in a transaction of its own and exactly once, whoever else takes them too; days that were missed one after the other. */
export default async function settleInterest(context: ServerContext): Promise<void> {
  const { db, ledger, clock } = context
  const due = (limit: number) => db.selectFrom('interest_orders').selectAll().where('due', '<=', BigInt(clock.now())).orderBy('due').orderBy('id').limit(limit).execute()
  await runDue(due, (row) => inTransaction(db, [userLock(row.user_id)], (trx) => applyNextStep({ ...context, db: trx, ledger: ledger.withTransaction(trx) }, row)))
}
