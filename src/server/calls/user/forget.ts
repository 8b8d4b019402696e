import type { Handler } from '../../api/handler.ts'
import { formats } from '../../../core/schemaFormats.ts'
import { refuse } from '../../errors.ts'
import { countAttempt } from '../../identity/attempts.ts'
import { checkCode, targetOf, consumeCode } from '../../identity/codes.ts'
import { addMessage } from '../../identity/messages.ts'
import { hashPassword } from '../../identity/passwords.ts'
import { endSessions } from '../../identity/sessions.ts'
import { inTransaction } from '../../storage/transaction.ts'

const PER_IP = { count: 100, seconds: 3600 }

const handler: Handler<'user/forget'> = async ({ type, account, code, password }, { context, ip }) => {
  const { db, clock, options } = context
  if (formats[type]?.(account) !== true) throw refuse('parameterError', { field: 'account' })
  await countAttempt(db, clock.now(), `forget-ip:${ip}`, PER_IP)
  const target = targetOf(type === 'email' ? 'mail' : 'sms', account)
  await checkCode(context, 'forget', target, code)
  const hash = await hashPassword(password, options.passwordCost)
  return await inTransaction(db, [`account ${target}`], async (trx) => {
    await consumeCode(trx, 'forget', target, code)
    const user = await trx
      .updateTable('users')
      .set({ password: hash })
      .where(type, '=', target)
      .returning(['id', 'account'])
      .executeTakeFirst()
    if (!user) throw refuse('wrongCode')
    await endSessions(trx, user.id)
    await addMessage(trx, user.id, 'passwordChanged', {}, clock.now())
    return { account: user.account }
  })
}
export default handler
