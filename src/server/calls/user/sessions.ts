import type { Handler } from '../../api/handler.ts'
import { sessionsOf } from '../../identity/sessions.ts'

const handler: Handler<'user/sessions'> = async (_, { user, token, context }) => ({
  rows: await sessionsOf(context, user.id, token),
})
export default handler
