import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'
import { addMessage } from '../../identity/messages.ts'
import { required, verifyLoginPassword } from '../../security/secrets.ts'
import {
  hasTwoFactor,
  pendingKey,
  disableTwoFactor,
  enableTwoFactor,
  verifyAppCode,
  verifySecondFactor,
} from '../../security/twoFactor.ts'

const handler: Handler<'safe/google'> = async ({ way, password, code }, { user, context }) => {
  const { db, clock } = context
  const on = await hasTwoFactor(db, user.id)
  if (way === 'get') return { on, key: on ? null : await pendingKey(context, user), recoveryCodes: [] }
  if (on !== (way === 'off')) throw refuse('statusAbnormal')
  await verifyLoginPassword(context, user, required('password', password))
  if (way === 'off') {
    await verifySecondFactor(context, user.id, required('code', code))
    await disableTwoFactor(context, user.id)
    await addMessage(db, user.id, 'twoFactorOff', {}, clock.now())
    return { on: false, key: null, recoveryCodes: [] }
  }
  await verifyAppCode(context, user.id, required('code', code))
  const recoveryCodes = await enableTwoFactor(context, user.id)
  await addMessage(db, user.id, 'twoFactorOn', {}, clock.now())
  return { on: true, key: null, recoveryCodes }
}
export default handler
