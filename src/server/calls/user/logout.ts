import type { Handler } from '../../api/handler.ts'
import { endSession } from '../../identity/sessions.ts'

const handler: Handler<'user/logout'> = async (_, { token, context }) => {
  await endSession(context, token)
  return {}
}
export default handler
