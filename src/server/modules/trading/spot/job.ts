import type { Kysely } from 'kysely'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { addMessage } from '../../identity/messages.ts'
import { FailedItems } from '../../../kit/jobs/dueRunner.ts'
import { decimal } from '../../../kit/ledger/index.ts'
import { processTriggers, TRIGGER_BATCH } from '../triggers.ts'
import { follow, limitAfter, type Execution } from './conditions.ts'
import { fill } from './fill.ts'
import { isSuspended } from './orders.ts'
import { prepared } from '../../../kit/storage/preparedQuery.ts'
import { columnsOf } from '../../../kit/storage/table.ts'
import { spotTables, type SpotOrderRow } from './tables.ts'
import { inTransaction, userLock } from '../../../kit/storage/transaction.ts'

const TEMPLATES = {
  limit: { buy: 'spotBought', sell: 'spotSold' },
  stop: { buy: 'spotStopBought', sell: 'spotStopSold' },
} as const
const TRIGGERED = { buy: 'spotStopBuyPlaced', sell: 'spotStopSellPlaced' } as const
const OPEN = BigInt(statusIndex('spotOrder', 'open'))

const findOpen = prepared((db: Kysely<Tables>, { after }: { after: string }) =>
  db
    .selectFrom('spot_orders')
    .select(columnsOf(spotTables.spot_orders))
    .where('status', '=', OPEN)
    .where('id', '>', after)
    .orderBy('id')
    .limit(TRIGGER_BATCH),
)

/** An open order whose trigger a tick has reached, and that waits for its limit from then on. */
interface Triggered {
  order: SpotOrderRow
  triggeredMs: bigint
  best: SpotOrderRow['best']
  untilMs: number
}

/** Fills open orders on the ticks that execute them, then stores the triggers that ticks have reached. */
export default async function fillOrders(context: ServerContext): Promise<void> {
  const triggered: Triggered[] = []
  const failed = new FailedItems()
  await failed.attempt('orders', () => executeOrders(context, triggered))
  for (const item of triggered) await failed.attempt(item.order.id, () => markTriggered(context, item))
  failed.throwIfAny()
}

async function executeOrders(context: ServerContext, triggered: Triggered[]): Promise<void> {
  const { db, ledger } = context
  const executions = new Map<string, Execution>()
  await processTriggers<SpotOrderRow>(context, {
    rows: async (after) => (await findOpen(db, { after })).rows,
    trigger: (order) =>
      isSuspended(context, order)
        ? null
        : (untilMs) => {
            const { execution, triggeredMs, best } = follow(context, order, untilMs)
            if (execution) executions.set(order.id, execution)
            else if (triggeredMs !== null && order.triggered_ms === null)
              triggered.push({ order, triggeredMs, best, untilMs })
            return execution && execution.tick
          },
    execute: async (order) => {
      const execution = executions.get(order.id)
      if (!execution) throw new Error(`The order ${order.id} has no execution`)
      await inTransaction(db, [userLock(order.user_id)], async (trx) => {
        const filled = await fill({ ...context, db: trx, ledger: ledger.withTransaction(trx) }, order, execution)
        if (filled) await notifyUser(trx, filled, execution)
      })
    },
    markChecked: async (ids, ms) => {
      await db
        .updateTable('spot_orders')
        .set({ checked_ms: BigInt(ms) })
        .where('id', 'in', ids)
        .where('condition', 'is', null)
        .where('status', '=', OPEN)
        .where('checked_ms', '<', BigInt(ms))
        .execute()
      await markFollowed(context, ids, ms)
    },
  })
}

/** Stores that the trigger of an order has been reached, which puts it into the order book, and notifies its user. Does nothing if the order has been changed meanwhile. */
async function markTriggered(context: ServerContext, { order, triggeredMs, best, untilMs }: Triggered): Promise<void> {
  const { id, mode, user_id: userId, symbol, side, base, quantity, hold } = order
  await inTransaction(context.db, [userLock(userId)], async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('spot_orders')
      .set({ triggered_ms: triggeredMs, best, checked_ms: BigInt(untilMs) })
      .where('id', '=', id)
      .where('status', '=', OPEN)
      .where('hold', '=', hold)
      .where('triggered_ms', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return
    await addMessage(
      trx,
      userId,
      TRIGGERED[side],
      { id, mode, symbol, base, quantity: decimal(quantity, base), price: limitAfter(order) ?? order.price },
      Math.floor(Number(triggeredMs) / 1000),
    )
  })
}

/** Moves the cursors of orders with a condition, and stores their best prices. */
async function markFollowed(context: ServerContext, ids: readonly string[], ms: number): Promise<void> {
  const { db } = context
  const orders = await db
    .selectFrom('spot_orders')
    .selectAll()
    .where('id', 'in', ids)
    .where('condition', 'is not', null)
    .where('status', '=', OPEN)
    .where('checked_ms', '<', BigInt(ms))
    .execute()
  for (const order of orders) {
    const { best, triggeredMs, execution } = isSuspended(context, order)
      ? { best: order.best, triggeredMs: order.triggered_ms, execution: null }
      : follow(context, order, ms)
    // A trigger that has been reached is stored with its message.
    if (execution || triggeredMs !== order.triggered_ms) continue
    await db
      .updateTable('spot_orders')
      .set({ checked_ms: BigInt(ms), best })
      .where('id', '=', order.id)
      .where('status', '=', OPEN)
      .where('hold', '=', order.hold)
      .where('checked_ms', '=', order.checked_ms)
      .execute()
  }
}

/** Notifies the user, possibly offline when an order fills. */
async function notifyUser(
  db: ServerContext['db'],
  {
    id,
    mode,
    user_id: userId,
    symbol,
    side,
    base,
    quote,
    quantity,
    deal_price: price,
    receive,
    finished_ms: atMs,
  }: SpotOrderRow,
  { rule }: Execution,
): Promise<void> {
  if (price === null || receive === null) throw new Error('A filled order has a price and what it brought')
  const currency = side === 'buy' ? base : quote
  await addMessage(
    db,
    userId,
    TEMPLATES[rule === 'limit' ? 'limit' : 'stop'][side],
    { id, mode, symbol, base, quantity: decimal(quantity, base), price, receive: decimal(receive, currency), currency },
    Math.floor(Number(atMs) / 1000),
  )
}
