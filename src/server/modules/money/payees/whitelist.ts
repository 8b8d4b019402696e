import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { UnixSeconds } from '../../../../engine/language/values/units.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import { holdSeconds, payeeHolds } from '../../identity/security/holds.ts'
import type { PayeeRow } from './tables.ts'

export interface Whitelist {
  /** Withdrawals to payees that wait are refused. */
  on: boolean
  /** The user has switched it off, and it ends at this time. */
  endsAt: UnixSeconds | null
}

/** Whether a user withdraws to confirmed payees only. */
export async function whitelistOf(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  userId: string,
): Promise<Whitelist> {
  const row = await db.selectFrom('whitelists').select('ends').where('user_id', '=', userId).executeTakeFirst()
  if (!row || (row.ends !== null && row.ends <= BigInt(clock.now()))) return { on: false, endsAt: null }
  return { on: true, endsAt: row.ends === null ? null : asUnixSeconds(row.ends) }
}

/**
 * Switches the restriction of withdrawals to confirmed payees: on at once, off after the hold of a payee, in a transaction of the user.
 * Throws `statusAbnormal` if nothing would change.
 */
export async function switchWhitelist(
  context: Pick<ServerContext, 'db' | 'clock' | 'operator'>,
  userId: string,
  way: 'on' | 'off',
): Promise<void> {
  const { on, endsAt } = await whitelistOf(context, userId)
  const isEnding = endsAt !== null
  if (way === 'on' ? on && !isEnding : !on || isEnding) throw refuse('statusAbnormal')
  const ends = way === 'on' ? null : context.clock.now() + holdSeconds(context.operator)
  await context.db
    .insertInto('whitelists')
    .values({ user_id: userId, ends })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ends }))
    .execute()
}

/** Throws `payeeNotConfirmed` for a payee that waits, if the user withdraws to confirmed payees only. */
export async function checkWhitelist(
  context: Pick<ServerContext, 'db' | 'clock' | 'operator'>,
  userId: string,
  payee: Pick<PayeeRow, 'id' | 'created'>,
): Promise<void> {
  if (!(await whitelistOf(context, userId)).on) return
  const hold = (await payeeHolds(context, userId, [payee])).holds.get(payee.id)
  if (hold) throw refuse('payeeNotConfirmed', { until: asUnixSeconds(hold.until) })
}
