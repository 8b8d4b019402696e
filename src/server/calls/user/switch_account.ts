import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'
import { userEntity } from '../../identity/users.ts'
import { inTransaction, userLock } from '../../storage/transaction.ts'
import { isLeveraged } from '../../wallet/transfers.ts'

const handler: Handler<'user/switch_account'> = async ({ mode }, { user, context: { db } }) => {
  if (user.frozen === 1n) throw refuse('accountFrozen')
  await inTransaction(db, [userLock(user.id)], async (trx) => {
    if (mode !== user.mode && (await isLeveraged(trx, user.id, user.mode))) throw refuse('openPositionsForbid')
    await trx.updateTable('users').set({ mode }).where('id', '=', user.id).execute()
  })
  return await userEntity(db, { ...user, mode })
}
export default handler
