import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'
import { checkCode, targetOf, consumeCode } from '../../identity/codes.ts'
import { addMessage } from '../../identity/messages.ts'
import { required, verifyLoginPassword } from '../../security/secrets.ts'
import { inTransaction, userLock } from '../../storage/transaction.ts'

const handler: Handler<'safe/email'> = async ({ way, email, code, password, oldCode }, { user, context }) => {
  const before = user.email === null ? null : targetOf('mail', user.email)
  if ((way === 'bind') !== (before === null)) throw refuse('statusAbnormal')
  const after = targetOf('mail', email)
  if (before === null) await verifyLoginPassword(context, user, required('password', password))
  else await checkCode(context, 'changeEmail', before, required('oldCode', oldCode))
  await checkCode(context, 'bindEmail', after, code)

  return await inTransaction(context.db, [userLock(user.id), `account ${after}`], async (trx) => {
    const taken = await trx
      .selectFrom('users')
      .select('id')
      .where((eb) => eb.or([eb('email', '=', after), eb('account', '=', after)]))
      .where('id', '!=', user.id)
      .executeTakeFirst()
    if (taken) throw refuse('emailExists')
    await consumeCode(trx, 'bindEmail', after, code)
    if (before !== null) await consumeCode(trx, 'changeEmail', before, required('oldCode', oldCode))
    const bound = await trx
      .updateTable('users')
      .set({ email: after })
      .where('id', '=', user.id)
      .where('email', 'is', user.email)
      .returning('id')
      .executeTakeFirst()
    if (!bound) throw refuse('statusAbnormal')
    await addMessage(trx, user.id, 'emailBound', { email: after }, context.clock.now())
    return { email: after }
  })
}
export default handler
