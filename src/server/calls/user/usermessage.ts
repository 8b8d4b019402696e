import type { Handler } from '../../api/handler.ts'
import { readPage } from '../../api/page.ts'
import { messageEntity, unreadCount } from '../../identity/messages.ts'

const handler: Handler<'user/usermessage'> = async ({ page }, { user, lang, context: { db, content } }) => {
  const query = db
    .selectFrom('messages')
    .selectAll()
    .where('user_id', '=', user.id)
    .orderBy('created', 'desc')
    .orderBy('id')
  return {
    unread: await unreadCount(db, user.id),
    ...(await readPage(query, page, (row) => messageEntity(content, lang, row))),
  }
}
export default handler
