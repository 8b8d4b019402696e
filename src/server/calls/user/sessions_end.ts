import type { Handler } from '../../api/handler.ts'
import { endSessions } from '../../identity/sessions.ts'

const handler: Handler<'user/sessions_end'> = async (_, { user, token, context: { db } }) => ({
  ended: await endSessions(db, user.id, token),
})
export default handler
