import type { ServerContext } from '../context.ts'
import { settle } from './settle.ts'
import { inTransaction, ofUser } from '../storage/transaction.ts'

const BATCH = 200

/** Settles what is due, each deposit in a transaction of its own and each day exactly once, whoever else settles too. */
export default async function settleFixed(context: ServerContext): Promise<void> {
  const { db, ledger } = context
  for (;;) {
    const due = await db.selectFrom('fixed_orders').selectAll().where('due', '<=', BigInt(context.clock.now())).orderBy('due').orderBy('id').limit(BATCH).execute()
    if (due.length === 0) return
    for (const row of due) await inTransaction(db, [ofUser(row.user_id)], (trx) => settle({ ...context, db: trx, ledger: ledger.within(trx) }, row))
  }
}
