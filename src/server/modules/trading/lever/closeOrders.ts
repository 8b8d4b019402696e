import type { Kysely } from 'kysely'
import type { Lots, Percent, Price } from '../../../../engine/language/values/units.ts'
import { compare, toFixed } from '../../../../engine/language/values/decimal.ts'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import {
  closingPrice,
  firstStopLoss,
  hasReachedStopLoss,
  hasReachedTakeProfit,
} from '../../../../product/trading/leverage.ts'
import { risesTo } from '../../../../product/trading/trailing.ts'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { Calls } from '../../../../generated/calls.ts'
import type { LeverCloseOrder } from '../../../../generated/entities.ts'
import { LATEST_FIRST, readPage, type PageInput } from '../../../kit/api/page.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { stopped } from '../../../kit/clock.ts'
import { refuse } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ledger/id.ts'
import type { Mode } from '../../../kit/ledger/index.ts'
import { UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import type { Bounds, Tick, Trigger } from '../market/index.ts'
import { ownRow } from '../../../kit/ownRow.ts'
import { writeReceipt } from '../../money/receipts/write.ts'
import { prepared } from '../../../kit/storage/preparedQuery.ts'
import { columnsOf } from '../../../kit/storage/table.ts'
import { isPrice, isTrailingRate } from '../price.ts'
import { firstCrossing, followTrailing, TRIGGER_BATCH } from '../triggers.ts'
import { checkAccountActive } from '../../money/wallet/accountChecks.ts'
import { refuseLedgerErrorAs } from '../../money/wallet/ledgerErrors.ts'
import { checkClosingLots, closeAt, isClosable, untriggeredPosition } from './close.ts'
import { TRADING } from './open.ts'
import { closingTrigger } from './stops.ts'
import { leverTables, type CloseOrderRow, type DealRow, type PositionRow } from './tables.ts'
import { currentTick, instrumentFields, listingOrThrow } from './terms.ts'

/** Most open close orders of a position. */
const MAX_CLOSE_ORDERS = 4
const status = (name: 'open' | 'executed' | 'cancelled'): bigint => BigInt(statusIndex('closeOrder', name))
const OPEN = status('open')

type MarketContext = Pick<ServerContext, 'market'>

/** State of an order at a moment: its best price and trigger, and the tick that executes it, if there was one. */
interface Followed {
  best: Price | null
  trigger: Price
  tick: Tick | null
}

/** Bounds of the price that a position is closed at: long at the bid, short at the ask. */
const closingBounds = (side: PositionRow['side'], bounds: Bounds): Trigger =>
  side === 'long' ? { bid: bounds } : { ask: bounds }

/** Follows an order from its cursor to a moment, tick by tick where a trailing one has a better price. */
function follow({ market }: MarketContext, row: CloseOrderRow, untilMs: number): Followed {
  const { symbol, side, rate, trigger_price: fixed } = row
  if (fixed !== null) {
    const bounds = row.rises === 1n ? { atLeast: fixed } : { atMost: fixed }
    const tick = market.firstTick(symbol, Number(row.checked_ms), untilMs, closingBounds(side, bounds))
    return { best: null, trigger: fixed, tick }
  }
  const { precision } = listingOrThrow(market, symbol)
  // A trailing order has both, by a constraint of its table.
  const trailing = { ...row, rate: rate as Percent, best: row.best as Price }
  return followTrailing({ market }, trailing, precision, untilMs)
}

/** Converts a stored order to its entity, with its trigger at the current price, or at that of its end. */
export function closeOrderEntity(
  context: Pick<ServerContext, 'market' | 'clock'>,
  row: CloseOrderRow,
): LeverCloseOrder {
  const { id, position, mode, symbol, side, kind, lots, rises, rate, created, deal, finished } = row
  const { best, trigger } = follow(
    context,
    row,
    finished === null ? context.clock.nowMs() : Number(finished) * 1000 + 999,
  )
  return {
    id,
    position,
    mode,
    ...instrumentFields(listingOrThrow(context.market, symbol)),
    side,
    kind,
    lots,
    trigger,
    rises: rises === 1n,
    rate,
    best,
    status: Number(row.status),
    time: asUnixSeconds(created),
    deal,
    finished: finished === null ? null : asUnixSeconds(finished),
  }
}

/** A page of the close orders of a user, latest first. */
export async function closeOrdersPage(
  context: ServerContext,
  userId: string,
  { mode, status: only, ...input }: PageInput & { mode: Mode; status?: number | null },
): Promise<Calls['lever/close_orders']['data']> {
  const filter = { user_id: userId, mode, ...(typeof only === 'number' ? { status: BigInt(only) } : {}) }
  const query = context.db
    .selectFrom('lever_close_orders')
    .selectAll()
    .where((eb) => eb.and(filter))
  return await readPage(query, LATEST_FIRST, input, (row) => closeOrderEntity(context, row))
}

/** The open close orders of a user by their position, the first placed first. */
export async function closeOrdersOf(
  { db }: Pick<ServerContext, 'db'>,
  userId: string,
  mode: Mode,
): Promise<Map<string, CloseOrderRow[]>> {
  const rows = await db
    .selectFrom('lever_close_orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('status', '=', OPEN)
    .orderBy('id')
    .execute()
  const orders = new Map<string, CloseOrderRow[]>()
  for (const row of rows) orders.set(row.position, [...(orders.get(row.position) ?? []), row])
  return orders
}

const openOrdersOf = ({ db }: Pick<ServerContext, 'db'>, position: string): Promise<CloseOrderRow[]> =>
  db
    .selectFrom('lever_close_orders')
    .selectAll()
    .where('position', '=', position)
    .where('status', '=', OPEN)
    .orderBy('id')
    .execute()

/** Kind and price terms of an order; throws a refusal for a trigger or rate that cannot be placed. */
function priced(
  { market, clock }: Pick<ServerContext, 'market' | 'clock'>,
  { symbol, side, liquidation }: PositionRow,
  { kind, trigger, rate }: Calls['lever/close_order']['payload'],
): Pick<CloseOrderRow, 'trigger_price' | 'rises' | 'rate' | 'best'> {
  const listing = listingOrThrow(market, symbol)
  const closing = closingPrice(side, currentTick({ market, clock }, symbol))
  if (kind === 'trailing') {
    if (typeof rate !== 'string' || !isTrailingRate(rate)) throw refuse('parameterError', { field: 'rate' })
    return { trigger_price: null, rises: side === 'short' ? 1n : 0n, rate, best: closing }
  }
  if (typeof trigger !== 'string' || !isPrice(trigger, listing)) throw refuse('parameterError', { field: 'trigger' })
  if (kind === 'limit') {
    if (!hasReachedTakeProfit(side, trigger, closing))
      throw refuse('closeLimitWrong', { price: toFixed(closing, listing.precision) })
    return { trigger_price: trigger, rises: side === 'long' ? 1n : 0n, rate: null, best: null }
  }
  const rises = risesTo(trigger, closing)
  if (rises === null) throw refuse('triggerReached', { price: toFixed(closing, listing.precision) })
  const first = firstStopLoss(side, liquidation, listing.precision)
  const isAgainst = rises === (side === 'short')
  if (isAgainst && first !== null && compare(trigger, first) !== 0 && hasReachedStopLoss(side, trigger, first))
    throw refuse('stopLossTooFar', { price: toFixed(first, listing.precision) })
  return { trigger_price: trigger, rises: rises ? 1n : 0n, rate: null, best: null }
}

/** Places a close order, in the transaction of a money call. A limit that the price has reached is executed at once. */
export async function placeCloseOrder(
  { clock: running, ...rest }: ServerContext,
  userId: string,
  order: Calls['lever/close_order']['payload'],
): Promise<CloseOrderRow> {
  const clock = stopped(running)
  const context = { ...rest, clock }
  const { db } = context
  const { mode, id: position, symbol, kind, lots = null } = order
  await checkAccountActive(db, userId, mode)
  await executeOwnDue(context, userId, { mode, id: position })
  const row = await untriggeredPosition(context, userId, position, { mode, symbol })
  if (lots !== null) checkClosingLots(context, row, lots)
  const terms = priced(context, row, order)
  if ((await openOrdersOf(context, position)).length >= MAX_CLOSE_ORDERS)
    throw refuse('closeOrdersFull', { most: MAX_CLOSE_ORDERS })
  const placed: CloseOrderRow = {
    id: newId(clock.nowMs()),
    user_id: userId,
    mode,
    position,
    symbol,
    side: row.side,
    kind,
    lots,
    ...terms,
    deal: null,
    status: OPEN,
    checked_ms: BigInt(clock.nowMs()),
    created: BigInt(clock.now()),
    finished: null,
  }
  await db.insertInto('lever_close_orders').values(placed).execute()
  await writeReceipt(context, {
    userId,
    mode,
    kind: 'leverOrder',
    record: position,
    action: 'placed',
    rule: 'owner',
    currency: UNIT_OF_ACCOUNT,
  })
  const tick = currentTick(context, symbol)
  const limit = placed.trigger_price
  const isReached = kind === 'limit' && limit !== null && compare(limit, closingPrice(row.side, tick)) === 0
  if (!isReached || !isClosable(context, row)) return placed
  await execute(context, placed, tick, limit).catch(refuseLedgerErrorAs('tradeAbnormal'))
  return await ownRow(db, 'lever_close_orders', userId, placed.id)
}

/** Cancels a close order, in a transaction of its user. */
export async function cancelCloseOrder(
  context: ServerContext,
  userId: string,
  { mode, id }: Calls['lever/close_order_cancel']['payload'],
): Promise<CloseOrderRow> {
  const { db, clock } = context
  await checkAccountActive(db, userId, mode)
  const found = await ownRow(db, 'lever_close_orders', userId, id)
  if (found.mode !== mode) throw refuse('dataNotFound')
  await executeDue(context, found.position, clock.nowMs())
  const ended = { status: status('cancelled'), finished: BigInt(clock.now()) }
  const { numUpdatedRows } = await db
    .updateTable('lever_close_orders')
    .set(ended)
    .where('id', '=', id)
    .where('status', '=', OPEN)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw refuse('orderCannotBeCancelled')
  return { ...found, ...ended }
}

/**
 * Executes the close orders of a position whose tick came by a moment, in the order of their ticks, in a transaction of the
 * user. Returns the deals.
 */
export async function executeDue(context: ServerContext, position: string, untilMs: number): Promise<DealRow[]> {
  const due = (await openOrdersOf(context, position)).flatMap((row) => {
    const { tick, trigger } = follow(context, row, untilMs)
    return tick ? [{ row, tick, trigger }] : []
  })
  due.sort((a, b) => a.tick.timeMs - b.tick.timeMs || (a.row.id < b.row.id ? -1 : 1))
  const deals: DealRow[] = []
  for (const { row, tick, trigger } of due) {
    const deal = await execute(context, row, tick, trigger)
    if (deal) deals.push(deal)
  }
  return deals
}

/** Executes the due close orders of a position of this user. */
export async function executeOwnDue(
  context: ServerContext,
  userId: string,
  { mode, id }: { mode: Mode; id: string },
): Promise<void> {
  const row = await context.db
    .selectFrom('lever_positions')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .executeTakeFirst()
  if (row) await executeDue(context, id, context.clock.nowMs())
}

/** Null: the position has ended, or its own stop came first. */
async function execute(
  context: ServerContext,
  { id, position, kind, lots: wanted }: CloseOrderRow,
  tick: Tick,
  quoted: Price,
): Promise<DealRow | null> {
  const { db } = context
  const row = await db
    .selectFrom('lever_positions')
    .selectAll()
    .where('id', '=', position)
    .where('status', '=', TRADING)
    .executeTakeFirst()
  if (!row) return null
  const own = closingTrigger(row)
  if (own && firstCrossing(context, row, own, tick.timeMs)) return null
  const { numUpdatedRows } = await db
    .updateTable('lever_close_orders')
    .set({ status: status('executed'), finished: BigInt(Math.floor(tick.timeMs / 1000)) })
    .where('id', '=', id)
    .where('status', '=', OPEN)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return null
  const lots: Lots = wanted === null || compare(wanted, row.lots) > 0 ? row.lots : wanted
  const deal = await closeAt(context, row, lots, tick, kind, { quoted })
  if (!deal) throw new Error(`The position ${position} changed while the order ${id} closed it.`)
  await db.updateTable('lever_close_orders').set({ deal: deal.id }).where('id', '=', id).execute()
  return deal
}

const findOpen = prepared((db: Kysely<Tables>, { after }: { after: string }) =>
  db
    .selectFrom('lever_close_orders')
    .select(columnsOf(leverTables.lever_close_orders))
    .where('status', '=', OPEN)
    .where('id', '>', after)
    .orderBy('id')
    .limit(TRIGGER_BATCH),
)

/** Positions with an order whose tick came by now. Moves the cursors of the orders that still wait. */
export async function positionsWithDue(
  context: ServerContext,
  after: string,
  lagMs: number,
): Promise<{ due: Pick<CloseOrderRow, 'position' | 'user_id'>[]; last: string | null }> {
  const nowMs = context.clock.nowMs()
  const { rows } = await findOpen(context.db, { after })
  const due = new Map<string, CloseOrderRow>()
  for (const row of rows) {
    const { tick, best } = follow(context, row, nowMs)
    if (tick) due.set(row.position, row)
    else if (nowMs - Number(row.checked_ms) >= lagMs)
      await context.db
        .updateTable('lever_close_orders')
        .set({ checked_ms: BigInt(nowMs), best })
        .where('id', '=', row.id)
        .where('status', '=', OPEN)
        .where('checked_ms', '=', row.checked_ms)
        .execute()
  }
  return { due: [...due.values()], last: rows.length < TRIGGER_BATCH ? null : (rows.at(-1)?.id ?? null) }
}
