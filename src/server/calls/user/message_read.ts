import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'
import { unreadCount } from '../../identity/messages.ts'

const handler: Handler<'user/message_read'> = async ({ id }, { user, context: { db } }) => {
  let update = db.updateTable('messages').set({ read: 1 }).where('user_id', '=', user.id)
  if (typeof id === 'string') update = update.where('id', '=', id)
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow()
  if (typeof id === 'string' && numUpdatedRows === 0n) throw refuse('dataNotFound')
  return { unread: await unreadCount(db, user.id) }
}
export default handler
