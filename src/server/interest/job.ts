import type { ServerContext } from '../context.ts'
import { takeStep } from './steps.ts'
import { inTransaction, ofUser } from '../storage/transaction.ts'

const BATCH = 200

/** Takes every step that is due, each in a transaction of its own and exactly once, whoever else takes them too; days that were missed one after the other. */
export default async function settleInterest(context: ServerContext): Promise<void> {
  const { db, ledger, clock } = context
  for (;;) {
    const due = await db.selectFrom('interest_orders').selectAll().where('due', '<=', BigInt(clock.now())).orderBy('due').orderBy('id').limit(BATCH).execute()
    if (due.length === 0) return
    for (const row of due) await inTransaction(db, [ofUser(row.user_id)], (trx) => takeStep({ ...context, db: trx, ledger: ledger.within(trx) }, row))
  }
}
