import type { CallRequest } from '../../../handler.ts'
import { refuse } from '../../../kit/errors.ts'
import { checkCode, consumeCode, targetOf } from '../codes.ts'
import { keepForNotices, notify } from '../notices.ts'
import type { UserRow } from '../tables.ts'
import { inUserTransaction } from '../userTransaction.ts'
import { startHold } from './holds.ts'
import type { CodeWay } from './stepUp.ts'

const FACTS = {
  email: { kind: 'mail', purpose: 'bindEmail', taken: 'emailExists', notice: 'emailBound' },
  phone: { kind: 'sms', purpose: 'bindPhone', taken: 'phoneExists', notice: 'phoneBound' },
} as const

interface Binding {
  way: 'bind' | 'change'
  address: string
  code: string
}

/**
 * Binds an e-mail address or a phone to a user, the first one or another, with a code that was sent to it; withdrawals wait after it.
 * Returns its canonical form. Throws `statusAbnormal` if `way` does not fit, `wrongCode`, `emailExists` and `phoneExists`.
 */
export async function bindAddress(
  request: CallRequest<UserRow>,
  by: CodeWay,
  { way, address, code }: Binding,
): Promise<string> {
  const { user, context } = request
  const { kind, purpose, taken, notice } = FACTS[by]
  if ((way === 'bind') !== (user[by] === null)) throw refuse('statusAbnormal')
  const after = targetOf(kind, address)
  await checkCode(context, purpose, after, code)

  return await inUserTransaction(
    request,
    async (inside, current) => {
      const { db } = inside
      const before = current[by]
      if (before !== user[by]) throw refuse('statusAbnormal')
      const other = await db
        .selectFrom('users')
        .select('id')
        .where((eb) => eb.or([eb(by, '=', after), eb('account', '=', after)]))
        .where('id', '!=', user.id)
        .executeTakeFirst()
      if (other) throw refuse(taken)
      await consumeCode(db, purpose, after, code)
      // The address before gets the notice too.
      if (before !== null) await keepForNotices(inside, user.id, kind, before)
      await notify(inside, user.id, notice, { [by]: after })
      await db
        .updateTable('users')
        .set({ [by]: after })
        .where('id', '=', user.id)
        .execute()
      await startHold(inside, user.id, by)
      return after
    },
    [`account ${after}`],
  )
}
