import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import { clearAttempts, countAttempt } from '../../../kit/attempts.ts'
import { notify } from '../notices.ts'
import { verifyPassword } from '../passwords.ts'
import type { UserRow } from '../tables.ts'

/** Consecutive failures allowed; the lock-out starts at the last one. */
export const ATTEMPTS = { count: 5, seconds: 900, renews: true }

type Wrong = 'wrongPassword' | 'oldPasswordWrong' | 'wrongPayPassword'

async function verify(
  { db, clock }: ServerContext,
  key: string,
  typed: string,
  stored: string,
  wrong: Wrong,
  onBlock?: () => Promise<void>,
): Promise<void> {
  const count = await countAttempt(db, clock.now(), key, ATTEMPTS)
  if (!(await verifyPassword(typed, stored))) {
    if (count === ATTEMPTS.count) await onBlock?.()
    throw refuse(wrong)
  }
  await clearAttempts(db, key)
}

/** Verifies the login password of a signed-in user. Throws the refusal `wrong`. */
export const verifyLoginPassword = (
  context: ServerContext,
  user: UserRow,
  typed: string,
  wrong: Wrong = 'wrongPassword',
): Promise<void> => verify(context, `password:${user.id}`, typed, user.password, wrong)

/** Verifies the payment password of a user, who is notified when it becomes blocked. Throws `payPasswordRequired` if none is set, `wrongPayPassword` or `tooManyRequests`. */
export async function verifyPayPassword(context: ServerContext, user: UserRow, typed: string): Promise<void> {
  if (user.pay_password === null) throw refuse('payPasswordRequired')
  await verify(context, `pay:${user.id}`, typed, user.pay_password, 'wrongPayPassword', () =>
    notify(context, user.id, 'payPasswordBlocked', {}),
  )
}

/** A field that only some variants of a call require. Throws `missingParameter`. */
export function required(name: string, value: string | null | undefined): string {
  if (value === null || value === undefined || value === '') throw refuse('missingParameter', { name })
  return value
}
