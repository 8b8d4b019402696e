import type { Kysely } from 'kysely'
import type { OperatorConfig } from '../../../config.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import type { PayeeRow } from '../../money/payees/tables.ts'
import type { AccountChange, HoldCause } from '../../money/withdrawals/holdCause.ts'
import { lastPaid } from '../../money/withdrawals/paid.ts'

/** Seconds for which withdrawals to payees that were never paid wait: those of the operator, else a day, in the sandbox two minutes. */
export const holdSeconds = ({ server, app }: OperatorConfig): number =>
  server.holdSeconds ?? (app.sandbox ? 120 : 24 * 3600)

export interface PayeeHold {
  until: bigint
  cause: HoldCause
}

/** Starts the hold of an account after a change, in the transaction of the change. */
export async function startHold(
  { db, clock, operator }: Pick<ServerContext, 'db' | 'clock' | 'operator'>,
  userId: string,
  cause: AccountChange,
): Promise<void> {
  const until = clock.now() + holdSeconds(operator)
  await db
    .insertInto('account_holds')
    .values({ user_id: userId, cause, until })
    .onConflict((on) => on.columns(['user_id', 'cause']).doUpdateSet({ until }))
    .execute()
}

const holdsOf = (db: Kysely<Tables>, userId: string) =>
  db.selectFrom('account_holds').select(['cause', 'until']).where('user_id', '=', userId).execute()

/**
 * The holds on withdrawals to the payees of a user, by payee: until the latest of the addition of the payee and the changes of the
 * account. None for a payee to which a withdrawal was paid before. `paid`: the time of the last payment, by payee.
 */
export async function payeeHolds(
  { db, clock, operator }: Pick<ServerContext, 'db' | 'clock' | 'operator'>,
  userId: string,
  payees: readonly Pick<PayeeRow, 'id' | 'created'>[],
): Promise<{ holds: ReadonlyMap<string, PayeeHold>; paid: ReadonlyMap<string, bigint> }> {
  const now = BigInt(clock.now())
  const paid = await lastPaid(db, userId)
  const changes = await holdsOf(db, userId)
  const holds = payees.flatMap(({ id, created }): [string, PayeeHold][] => {
    if (paid.has(id)) return []
    const added: PayeeHold = { until: created + BigInt(holdSeconds(operator)), cause: 'payeeAdded' }
    const hold = changes.reduce<PayeeHold>((latest, change) => (change.until > latest.until ? change : latest), added)
    return hold.until > now ? [[id, hold]] : []
  })
  return { holds: new Map(holds), paid }
}
