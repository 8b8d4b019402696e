import type { Handler } from '../../api/handler.ts'
import { offsetOf, pageOf } from '../../api/page.ts'
import { messageEntity, unreadCount } from '../../identity/messages.ts'

const PAGE = 20

const handler: Handler<'user/usermessage'> = async ({ page }, { user, lang, context: { db, content } }) => {
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('user_id', '=', user.id)
    .orderBy('created', 'desc')
    .orderBy('id')
    .offset(offsetOf(page, PAGE))
    .limit(PAGE + 1)
    .execute()
  return { unread: await unreadCount(db, user.id), ...pageOf(rows.map((row) => messageEntity(content, lang, row)), page, PAGE) }
}
export default handler
