import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import { beginPause, type Pause, type PauseLength } from '../../../../product/domain/selfLimits.ts'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { Pause as PauseEntity } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import { Refusal, refuse } from '../../../kit/errors.ts'
import { cancelOrder, fillingTrigger, OPEN } from '../../trading/lever/open.ts'
import { endOrder } from '../../trading/spot/orders.ts'
import { firstCrossing } from '../../trading/triggers.ts'

/** The break in force of a user; null: none. */
export async function pauseOf(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  userId: string,
): Promise<Pause | null> {
  const row = await db
    .selectFrom('pauses')
    .select(['kind', 'until'])
    .where('user_id', '=', userId)
    .where('until', '>', BigInt(clock.now()))
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export const pauseEntity = ({ kind, until }: Pause): PauseEntity => ({ kind, until: asUnixSeconds(until) })

/** Throws `timeOutActive` or `selfExcluded` in a break. */
export async function checkNotPaused(context: Pick<ServerContext, 'db' | 'clock'>, userId: string): Promise<void> {
  const pause = await pauseOf(context, userId)
  if (pause)
    throw refuse(pause.kind === 'timeOut' ? 'timeOutActive' : 'selfExcluded', { until: asUnixSeconds(pause.until) })
}

/**
 * Begins a break in a transaction of the user and cancels the orders that would open a trade during it. Throws `statusAbnormal` if it
 * would shorten the break in force.
 */
export async function startPause(context: ServerContext, userId: string, length: PauseLength): Promise<Pause> {
  const now = context.clock.now()
  const pause = beginPause(await pauseOf(context, userId), length, now)
  if (!pause) throw refuse('statusAbnormal')
  await context.db
    .insertInto('pauses')
    .values({ user_id: userId, created: now, ...pause })
    .execute()
  await cancelOpeningOrders(context, userId)
  return pause
}

const OPEN_SPOT = BigInt(statusIndex('spotOrder', 'open'))

/** Cancels the open orders of a user that would buy or open a position with real money. One that a tick has met is filled at that tick. */
async function cancelOpeningOrders(context: ServerContext, userId: string): Promise<void> {
  const { db, clock } = context
  const purchases = await db
    .selectFrom('spot_orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('mode', '=', 'real')
    .where('side', '=', 'buy')
    .where('status', '=', OPEN_SPOT)
    .execute()
  for (const order of purchases)
    await endOrder(context, order).catch((error: unknown) => {
      if (!(error instanceof Refusal && error.code === 'cancelFailed')) throw error
    })
  const pending = await db
    .selectFrom('lever_orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('mode', '=', 'real')
    .where('status', '=', OPEN)
    .execute()
  for (const order of pending)
    if (firstCrossing(context, order, fillingTrigger(order), clock.nowMs()) === null)
      await cancelOrder(context, order, 'user')
}
