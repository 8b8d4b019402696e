import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'
import { addMessage } from '../../identity/messages.ts'
import { hashPassword } from '../../identity/passwords.ts'
import { endSessions } from '../../identity/sessions.ts'
import { verifyLoginPassword } from '../../security/secrets.ts'
import { inTransaction, userLock } from '../../storage/transaction.ts'

const handler: Handler<'safe/update_password'> = async ({ oldPassword, password }, { user, token, context }) => {
  await verifyLoginPassword(context, user, oldPassword, 'oldPasswordWrong')
  if (password === oldPassword) throw refuse('passwordUnchanged')
  const hash = await hashPassword(password, context.options.passwordCost)
  return await inTransaction(context.db, [userLock(user.id)], async (trx) => {
    // Of two concurrent changes one succeeds.
    const changed = await trx
      .updateTable('users')
      .set({ password: hash })
      .where('id', '=', user.id)
      .where('password', '=', user.password)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw refuse('oldPasswordWrong')
    const ended = await endSessions(trx, user.id, token)
    await addMessage(trx, user.id, 'passwordChanged', {}, context.clock.now())
    return { ended }
  })
}
export default handler
