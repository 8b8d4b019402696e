import type { Handler } from '../../api/handler.ts'
import { authenticate } from '../../identity/login.ts'
import { openSession } from '../../identity/sessions.ts'
import { userEntity } from '../../identity/users.ts'

const handler: Handler<'user/login'> = async (payload, { context, ip }) => {
  const user = await authenticate(context, ip, payload)
  return { token: await openSession(context, user.id), user: await userEntity(context.db, user) }
}
export default handler
