import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'
import { checkCode, targetOf, consumeCode } from '../../identity/codes.ts'
import { clearAttempts } from '../../identity/attempts.ts'
import { addMessage } from '../../identity/messages.ts'
import { hashPassword } from '../../identity/passwords.ts'
import { revokeProofs } from '../../security/payProofs.ts'
import { required, verifyLoginPassword, verifyPayPassword } from '../../security/secrets.ts'
import { inTransaction, userLock } from '../../storage/transaction.ts'

const handler: Handler<'safe/pay_password'> = async (
  { way, loginPassword, oldPassword, by, code, password },
  { user, context },
) => {
  const isSet = user.pay_password !== null
  if (way === 'set' && isSet) throw refuse('statusAbnormal')
  if (way !== 'set' && !isSet) throw refuse('payPasswordRequired')

  let used: { target: string; code: string } | null = null
  if (way === 'set') await verifyLoginPassword(context, user, required('loginPassword', loginPassword))
  else if (way === 'change') {
    await verifyPayPassword(context, user, required('oldPassword', oldPassword))
    if (oldPassword === password) throw refuse('passwordUnchanged')
  } else {
    const address = required('by', by) === 'email' ? user.email : user.phone
    if (address === null) throw refuse('wrongCode')
    used = { target: targetOf(by === 'email' ? 'mail' : 'sms', address), code: required('code', code) }
    await checkCode(context, 'payPassword', used.target, used.code)
  }

  const hash = await hashPassword(password, context.options.passwordCost)
  await inTransaction(context.db, [userLock(user.id)], async (trx) => {
    if (used) await consumeCode(trx, 'payPassword', used.target, used.code)
    const update = trx.updateTable('users').set({ pay_password: hash }).where('id', '=', user.id)
    // Of two concurrent changes one succeeds.
    const changed = await update.where('pay_password', 'is', user.pay_password).returning('id').executeTakeFirst()
    if (!changed) throw refuse('statusAbnormal')
    await revokeProofs(trx, user.id)
    await clearAttempts(trx, `pay:${user.id}`)
    await addMessage(trx, user.id, 'payPasswordSet', {}, context.clock.now())
  })
  return {}
}
export default handler
