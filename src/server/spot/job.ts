import type { Kysely } from 'kysely'
import { statusIndex } from '../../product/domain/status.ts'
import type { ServerContext } from '../context.ts'
import type { Tables } from '../db.ts'
import { addMessage } from '../identity/messages.ts'
import { decimal } from '../ledger/index.ts'
import { processTriggers, TRIGGER_BATCH } from '../trading/triggers.ts'
import { follow, type Execution } from './conditions.ts'
import { fill } from './fill.ts'
import { isSuspended } from './orders.ts'
import { prepared } from '../storage/preparedQuery.ts'
import { columnsOf } from '../storage/table.ts'
import { spotTables, type SpotOrderRow } from './tables.ts'
import { inTransaction, userLock } from '../storage/transaction.ts'

const TEMPLATES = {
  limit: { buy: 'spotBought', sell: 'spotSold' },
  stop: { buy: 'spotStopBought', sell: 'spotStopSold' },
} as const
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

/** Fills open orders on the ticks that execute them. */
export default async function fillOrders(context: ServerContext): Promise<void> {
  const { db, ledger } = context
  const executions = new Map<string, Execution>()
  await processTriggers<SpotOrderRow>(context, {
    rows: async (after) => (await findOpen(db, { after })).rows,
    trigger: (order) =>
      isSuspended(context, order)
        ? null
        : (untilMs) => {
            const { execution } = follow(context, order, untilMs)
            if (execution) executions.set(order.id, execution)
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

/** Moves the cursors of orders with a condition, and stores what has become of it. */
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
    if (execution) continue
    await db
      .updateTable('spot_orders')
      .set({ checked_ms: BigInt(ms), best, triggered_ms: triggeredMs })
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
