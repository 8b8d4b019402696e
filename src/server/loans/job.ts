import type { ServerContext } from '../context.ts'
import { eachDue } from '../due.ts'
import { bring } from './charge.ts'
import { inTransaction, ofUser } from '../storage/transaction.ts'

/** Takes every step that is due, each loan in a transaction of its own and each day exactly once, whoever else takes them too. */
export default async function bringLoans(context: ServerContext): Promise<void> {
  const { db, ledger } = context
  const due = (limit: number) => db.selectFrom('loans').selectAll().where('due', '<=', BigInt(context.clock.now())).orderBy('due').orderBy('id').limit(limit).execute()
  await eachDue(due, (row) => inTransaction(db, [ofUser(row.user_id)], (trx) => bring({ ...context, db: trx, ledger: ledger.within(trx) }, row)))
}
