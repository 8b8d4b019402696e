import type { ServerContext } from '../context.ts'
import { eachDue } from '../due.ts'
import { settle } from './settle.ts'
import { inTransaction, ofUser } from '../storage/transaction.ts'

/** Settles what is due, each deposit in a transaction of its own and each day exactly once, whoever else settles too. */
export default async function settleFixed(context: ServerContext): Promise<void> {
  const { db, ledger } = context
  const due = (limit: number) => db.selectFrom('fixed_orders').selectAll().where('due', '<=', BigInt(context.clock.now())).orderBy('due').orderBy('id').limit(limit).execute()
  await eachDue(due, (row) => inTransaction(db, [ofUser(row.user_id)], (trx) => settle({ ...context, db: trx, ledger: ledger.within(trx) }, row)))
}
