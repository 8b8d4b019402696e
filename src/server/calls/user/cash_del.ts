import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'
import { inTransaction, userLock } from '../../storage/transaction.ts'
import { isPending } from '../../withdrawals/withdrawals.ts'

const handler: Handler<'user/cash_del'> = async ({ id }, { user, context: { db, clock } }) =>
  await inTransaction(db, [userLock(user.id)], async (trx) => {
    if (await isPending(trx, user.id, { payee: id })) throw refuse('withdrawalPending')
    const { numUpdatedRows } = await trx
      .updateTable('payees')
      .set({ deleted: clock.now() })
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .where('deleted', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw refuse('noPermissionToDeleteAddress')
    return {}
  })
export default handler
