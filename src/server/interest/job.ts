import type { ServerContext } from '../context.ts'
import { eachDue } from '../due.ts'
import { takeStep } from './steps.ts'
import { inTransaction, ofUser } from '../storage/transaction.ts'

/** Takes every step that is due, each in a transaction of its own and exactly once, whoever else takes them too; days that were missed one after the other. */
export default async function settleInterest(context: ServerContext): Promise<void> {
  const { db, ledger, clock } = context
  const due = (limit: number) => db.selectFrom('interest_orders').selectAll().where('due', '<=', BigInt(clock.now())).orderBy('due').orderBy('id').limit(limit).execute()
  await eachDue(due, (row) => inTransaction(db, [ofUser(row.user_id)], (trx) => takeStep({ ...context, db: trx, ledger: ledger.within(trx) }, row)))
}
