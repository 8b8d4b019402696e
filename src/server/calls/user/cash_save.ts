import type { Handler } from '../../api/handler.ts'
import { addPayee } from '../../payees/payees.ts'
import { inTransaction, userLock } from '../../storage/transaction.ts'

const handler: Handler<'user/cash_save'> = async (payload, { user, context: { db, clock } }) => ({
  id: await inTransaction(db, [userLock(user.id)], (trx) => addPayee(trx, user.id, payload, clock.now())),
})
export default handler
