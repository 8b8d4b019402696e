import type { Kysely } from 'kysely'
import { canonical, compare, toFixed } from '../../../../engine/language/values/decimal.ts'
import { fromMilliseconds } from '../../../../engine/language/values/time.ts'
import type { Price } from '../../../../engine/language/values/units.ts'
import type { PriceAlert } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { refuse } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ledger/id.ts'
import type { Listing, Trigger } from '../market/index.ts'
import { isPrice } from '../price.ts'
import { firstCrossing } from '../triggers.ts'
import type { PriceAlertRow } from './tables.ts'

/** Alerts of a user that may wait at the same time. */
export const MAX_WAITING = 20
/** Reached alerts of a user that are listed; older ones are deleted. */
const MAX_REACHED = 20

/** Converts a stored alert to its entity. */
export function alertEntity(alert: PriceAlertRow, { base, quote, precision }: Listing): PriceAlert {
  return {
    id: alert.id,
    symbol: alert.symbol,
    base,
    currency: quote,
    precision,
    direction: alert.direction,
    price: alert.price,
    repeat: alert.repeat,
    time: fromMilliseconds(Number(alert.created_ms)),
    reached: alert.reached_ms === null ? null : fromMilliseconds(Number(alert.reached_ms)),
  }
}

type AlertContext = Pick<ServerContext, 'db' | 'clock' | 'market'>

interface AlertInput {
  symbol: string
  direction: 'above' | 'below'
  price: Price
  repeat?: PriceAlert['repeat'] | undefined
}

/** Milliseconds after a message of an alert that repeats, in which it sends no other. */
const QUIET_MS = 3_600_000

/** The waiting alert of a user for the same price. */
const sameAlert = (
  { db }: Pick<ServerContext, 'db'>,
  userId: string,
  { symbol, direction, price }: AlertInput,
): Promise<PriceAlertRow | undefined> =>
  db
    .selectFrom('price_alerts')
    .selectAll()
    .where((eb) => eb.and({ user_id: userId, symbol, direction, price: canonical(price) }))
    .where('reached_ms', 'is', null)
    .executeTakeFirst()

/** Throws a refusal unless the last price has yet to move in the direction to reach the price. */
function checkDirection({ direction, price }: AlertInput, last: Price, { precision }: Listing): void {
  const order = compare(price, last)
  const current = toFixed(last, precision)
  if (direction === 'above' && order <= 0) throw refuse('alertPriceAbove', { price: current })
  if (direction === 'below' && order >= 0) throw refuse('alertPriceBelow', { price: current })
}

/** Adds an alert for ticks after now, in the transaction of the user; a waiting one of the same price is returned. Throws a refusal. */
export async function addAlert(context: AlertContext, userId: string, input: AlertInput): Promise<PriceAlert> {
  const { db, clock, market } = context
  const { symbol, direction, price, repeat = 'once' } = input
  const nowMs = clock.nowMs()
  const listing = market.listing(symbol)
  const tick = market.tickAt(symbol, nowMs)
  if (!listing || !tick) throw refuse('pairNotFound')
  if (!isPrice(price, listing)) throw refuse('parameterError', { field: 'price' })
  // A repeated request, as after a lost reply, is the same alert.
  const same = await sameAlert(context, userId, input)
  if (same) return alertEntity(await withRepeat(db, same, repeat), listing)
  checkDirection(input, tick.last, listing)
  if ((await waitingCount(db, userId)) >= MAX_WAITING) throw refuse('alertsFull', { most: MAX_WAITING })
  const alert: PriceAlertRow = {
    id: newId(nowMs),
    user_id: userId,
    symbol,
    direction,
    price: canonical(price),
    repeat,
    created_ms: BigInt(nowMs),
    checked_ms: BigInt(nowMs),
    reached_ms: null,
  }
  await db.insertInto('price_alerts').values(alert).execute()
  return alertEntity(alert, listing)
}

/** Stores how often an alert notifies. */
async function withRepeat(
  db: Kysely<Tables>,
  alert: PriceAlertRow,
  repeat: PriceAlert['repeat'] = alert.repeat,
): Promise<PriceAlertRow> {
  if (repeat !== alert.repeat) await db.updateTable('price_alerts').set({ repeat }).where('id', '=', alert.id).execute()
  return { ...alert, repeat }
}

/** The price movement that an alert waits for. */
export const triggerOf = ({ direction, price }: Pick<PriceAlertRow, 'direction' | 'price'>): Trigger => ({
  last: direction === 'above' ? { atLeast: price } : { atMost: price },
})

/** Changes a waiting alert for ticks after now, in the transaction of the user; another one of the same price takes its place. Throws a refusal. */
export async function changeAlert(
  context: AlertContext,
  userId: string,
  { id, ...input }: AlertInput & { id: string },
): Promise<PriceAlert> {
  const { db, clock, market } = context
  const { symbol, direction, price } = input
  const nowMs = clock.nowMs()
  const waiting = db
    .selectFrom('price_alerts')
    .selectAll()
    .where((eb) => eb.and({ id, user_id: userId }))
    .where('reached_ms', 'is', null)
  const alert = await waiting.executeTakeFirst()
  if (!alert || firstCrossing(context, alert, triggerOf(alert), nowMs)) throw refuse('dataNotFound')
  const listing = market.listing(symbol)
  const tick = market.tickAt(symbol, nowMs)
  if (!listing || !tick || alert.symbol !== symbol) throw refuse('parameterError', { field: 'symbol' })
  if (!isPrice(price, listing)) throw refuse('parameterError', { field: 'price' })
  const same = await sameAlert(context, userId, input)
  if (same) {
    if (same.id !== id) await db.deleteFrom('price_alerts').where('id', '=', id).execute()
    return alertEntity(await withRepeat(db, same, input.repeat), listing)
  }
  checkDirection(input, tick.last, listing)
  // Earlier ticks do not reach the changed price.
  const change = {
    direction,
    price: canonical(price),
    repeat: input.repeat ?? alert.repeat,
    checked_ms: BigInt(nowMs),
  }
  await db.updateTable('price_alerts').set(change).where('id', '=', id).execute()
  return alertEntity({ ...alert, ...change }, listing)
}

/** The alerts of a user: those that wait, then the reached ones, latest first. */
export async function alertsOf(db: Kysely<Tables>, userId: string): Promise<PriceAlertRow[]> {
  const ofUser = db.selectFrom('price_alerts').selectAll().where('user_id', '=', userId)
  const waiting = await ofUser.where('reached_ms', 'is', null).orderBy('id', 'desc').limit(MAX_WAITING).execute()
  const reached = await ofUser
    .where('reached_ms', 'is not', null)
    .orderBy('reached_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_REACHED)
    .execute()
  return [...waiting, ...reached]
}

/** Count of alerts of a user that wait. */
export async function waitingCount(db: Kysely<Tables>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('price_alerts')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('reached_ms', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Marks an alert as reached, or lets one that repeats wait for the price to come back, unless that is done already, or the alert has been
 * changed or is gone. Returns whether this call has done it.
 */
export async function markReached(
  db: Kysely<Tables>,
  { id, user_id: userId, direction, price, repeat }: PriceAlertRow,
  ms: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('price_alerts')
    .set(
      repeat === 'once'
        ? { reached_ms: BigInt(ms) }
        : { direction: direction === 'above' ? 'below' : 'above', checked_ms: BigInt(ms + QUIET_MS) },
    )
    .where((eb) => eb.and({ id, direction, price, repeat }))
    .where('reached_ms', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  if (repeat === 'always') return true
  const kept = (await alertsOf(db, userId)).map((alert) => alert.id)
  await db
    .deleteFrom('price_alerts')
    .where('user_id', '=', userId)
    .where('reached_ms', 'is not', null)
    .where('id', 'not in', kept)
    .execute()
  return true
}
