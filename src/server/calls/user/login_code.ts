import type { Handler } from '../../api/handler.ts'
import { openSession } from '../../identity/sessions.ts'
import { userEntity } from '../../identity/users.ts'
import { answerChallenge } from '../../security/challenges.ts'

const handler: Handler<'user/login_code'> = async ({ challenge, code }, { context, userAgent }) => {
  const user = await answerChallenge(context, challenge, code)
  return { token: await openSession(context, user.id, userAgent), user: await userEntity(context.db, user) }
}
export default handler
