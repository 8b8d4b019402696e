import type { ServerContext } from '../context.ts'
import { bring } from './charge.ts'
import { inTransaction, ofUser } from '../storage/transaction.ts'

const BATCH = 200

/** Takes every step that is due, each loan in a transaction of its own and each day exactly once, whoever else takes them too. */
export default async function bringLoans(context: ServerContext): Promise<void> {
  const { db, ledger } = context
  for (;;) {
    const due = await db.selectFrom('loans').selectAll().where('due', '<=', BigInt(context.clock.now())).orderBy('due').orderBy('id').limit(BATCH).execute()
    if (due.length === 0) return
    for (const row of due) await inTransaction(db, [ofUser(row.user_id)], (trx) => bring({ ...context, db: trx, ledger: ledger.within(trx) }, row))
  }
}
