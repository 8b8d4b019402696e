import type { Handler } from '../../api/handler.ts'
import { authenticate } from '../../identity/login.ts'
import { refuse } from '../../errors.ts'
import { openSession } from '../../identity/sessions.ts'
import { userEntity } from '../../identity/users.ts'
import { openChallenge } from '../../security/challenges.ts'
import { hasTwoFactor } from '../../security/twoFactor.ts'

const handler: Handler<'user/login'> = async (payload, { context, ip, userAgent }) => {
  const user = await authenticate(context, ip, payload)
  if (await hasTwoFactor(context.db, user.id)) {
    await openChallenge(context, user.id, payload.slide)
    throw refuse('twoFactorRequired')
  }
  return { token: await openSession(context, user.id, userAgent), user: await userEntity(context.db, user) }
}
export default handler
