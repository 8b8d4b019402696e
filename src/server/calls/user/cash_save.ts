import type { Handler } from '../../api/handler.ts'
import { addPayee } from '../../payees/payees.ts'

const handler: Handler<'user/cash_save'> = async (payload, { user, context: { db, clock } }) => ({
  id: await db.transaction().execute((trx) => addPayee(trx, user.id, payload, clock.now())),
})
export default handler
