import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'
import { messageEntity } from '../../identity/messages.ts'

const handler: Handler<'user/message_detail'> = async ({ id }, { user, lang, context: { db, content } }) => {
  const row = await db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (!row) throw refuse('dataNotFound')
  return messageEntity(content, lang, row)
}
export default handler
