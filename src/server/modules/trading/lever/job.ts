import type { Kysely } from 'kysely'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { FailedItems } from '../../../kit/jobs/dueRunner.ts'
import { addMessage } from '../../identity/messages.ts'
import { decimal, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import type { Tick } from '../market/index.ts'
import { prepared } from '../../../kit/storage/preparedQuery.ts'
import { inTransaction, userLock } from '../../../kit/storage/transaction.ts'
import { columnsOf } from '../../../kit/storage/table.ts'
import { processTriggers, TRIGGER_BATCH } from '../triggers.ts'
import { closingPrice } from '../../../../product/trading/leverage.ts'
import { closeAt } from './close.ts'
import { executeDue, positionsWithDue } from './closeOrders.ts'
import { cancelOrder, fillingTrigger, fillOrder, OPEN, TRADING } from './open.ts'
import { closingTrigger, reasonAt } from './stops.ts'
import { leverTables, type DealRow, type OrderRow, type PositionRow } from './tables.ts'
import { warnOfLiquidation } from './warnings.ts'

const TEMPLATES = {
  takeProfit: 'leverTakeProfit',
  stopLoss: 'leverStopLoss',
  liquidation: 'leverLiquidation',
  trigger: 'leverTrigger',
  limit: 'leverLimit',
  trailing: 'leverTrailing',
} as const

/** Least lag before the cursor of a close order is written, in milliseconds. */
const CLOSE_ORDERS_LAG_MS = 60_000

const findOpenOrders = prepared((db: Kysely<Tables>, { after }: { after: string }) =>
  db
    .selectFrom('lever_orders')
    .select(columnsOf(leverTables.lever_orders))
    .where('status', '=', OPEN)
    .where('id', '>', after)
    .orderBy('id')
    .limit(TRIGGER_BATCH),
)

const findOpenPositions = prepared((db: Kysely<Tables>, { after }: { after: string }) =>
  db
    .selectFrom('lever_positions')
    .select(columnsOf(leverTables.lever_positions))
    .where('status', '=', TRADING)
    .where('id', '>', after)
    .orderBy('id')
    .limit(TRIGGER_BATCH),
)

/** Processes the triggers of leveraged trading: fills pending orders, then warns of liquidation and closes positions, including those just opened. */
export default async function processLeverage(context: ServerContext): Promise<void> {
  const failed = new FailedItems()
  await failed.attempt('orders that are wound up', () => cancelWoundUpOrders(context))
  await failed.attempt('orders', () => watchOrders(context))
  await failed.attempt('margin warnings', () => warnOfLiquidation(context))
  await failed.attempt('positions', () => watchPositions(context))
  await failed.attempt('close orders', () => watchCloseOrders(context))
  failed.throwIfAny()
}

const watchOrders = (context: ServerContext): Promise<void> =>
  processTriggers<OrderRow>(context, {
    rows: async (after) => (await findOpenOrders(context.db, { after })).rows,
    trigger: fillingTrigger,
    execute: (row, tick) => fill(context, row, tick),
    markChecked: (ids, ms) => markChecked(context, 'lever_orders', ids, ms),
  })

const watchPositions = (context: ServerContext): Promise<void> =>
  processTriggers<PositionRow>(context, {
    rows: async (after) => (await findOpenPositions(context.db, { after })).rows,
    trigger: closingTrigger,
    execute: (row, tick) => close(context, row, tick),
    markChecked: (ids, ms) => markChecked(context, 'lever_positions', ids, ms),
  })

/** Executes close orders whose tick has come. */
async function watchCloseOrders(context: ServerContext): Promise<void> {
  const failed = new FailedItems()
  for (let after: string | null = ''; after !== null;) {
    const { due, last } = await positionsWithDue(context, after, CLOSE_ORDERS_LAG_MS)
    for (const { position, user_id: userId } of due)
      await failed.attempt(position, () =>
        inUserTransaction(context, userId, (within) => executeOrders(within, position, within.clock.nowMs())),
      )
    after = last
  }
  failed.throwIfAny()
}

async function executeOrders(within: ServerContext, position: string, untilMs: number): Promise<void> {
  for (const deal of await executeDue(within, position, untilMs)) await notifyUser(within, deal)
}

async function markChecked(
  { db }: ServerContext,
  table: 'lever_orders' | 'lever_positions',
  ids: readonly string[],
  ms: number,
): Promise<void> {
  await db
    .updateTable(table satisfies keyof Tables)
    .set({ checked_ms: BigInt(ms) })
    .where('id', 'in', ids)
    .where('status', '=', 0n)
    .where('checked_ms', '<', BigInt(ms))
    .execute()
}

async function inUserTransaction<Result>(
  context: ServerContext,
  userId: string,
  work: (within: ServerContext) => Promise<Result>,
): Promise<Result> {
  return await inTransaction(context.db, [userLock(userId)], (trx) =>
    work({ ...context, db: trx, ledger: context.ledger.withTransaction(trx) }),
  )
}

async function fill(context: ServerContext, row: OrderRow, tick: Tick): Promise<void> {
  await inUserTransaction(context, row.user_id, async (within) => {
    if (!(await fillOrder(within, row, tick))) return
    const price = row.side === 'long' ? tick.ask : tick.bid
    await addMessage(
      within.db,
      row.user_id,
      'leverFilled',
      { mode: row.mode, symbol: row.symbol, lots: row.lots, price },
      Math.floor(tick.timeMs / 1000),
    )
  })
}

/** Stops or lots may have changed since the row was read: read it again and skip it if so. */
async function close(
  context: ServerContext,
  { id, user_id: userId, hold, take_profit, stop_loss }: PositionRow,
  tick: Tick,
): Promise<void> {
  await inUserTransaction(context, userId, async (within) => {
    // Orders that close a part of it may have come before this tick.
    const earlier = await executeDue(within, id, tick.timeMs - 1)
    for (const deal of earlier) await notifyUser(within, deal)
    const row = await within.db
      .selectFrom('lever_positions')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', TRADING)
      .executeTakeFirst()
    if (!row || (earlier.length === 0 && row.hold !== hold)) return
    if (row.take_profit !== take_profit || row.stop_loss !== stop_loss) return
    const reason = reasonAt(row, closingPrice(row.side, tick))
    const deal = await closeAt(within, row, row.lots, tick, reason)
    if (deal) await notifyUser(within, deal)
  })
}

async function notifyUser(
  { db }: ServerContext,
  { user_id, mode, symbol, lots, close_price: price, profit, fee, reason, created }: DealRow,
): Promise<void> {
  if (reason === 'user') return
  const net = decimal(profit - fee, UNIT_OF_ACCOUNT)
  await addMessage(
    db,
    user_id,
    TEMPLATES[reason],
    { mode, symbol, lots, price, net, currency: UNIT_OF_ACCOUNT },
    Number(created),
  )
}

/** Cancels pending orders of symbols on which nothing may be opened. */
async function cancelWoundUpOrders(context: ServerContext): Promise<void> {
  const { enabled, disabled, closing } = context.operator.server.trading
  const symbols = [...disabled, ...closing]
  if (enabled && symbols.length === 0) return
  let query = context.db.selectFrom('lever_orders').selectAll().where('status', '=', OPEN)
  if (enabled) query = query.where('symbol', 'in', symbols)
  const undone = new FailedItems()
  const end = (row: OrderRow) =>
    inUserTransaction(context, row.user_id, async (within) => {
      if (await cancelOrder(within, row, 'closing'))
        await addMessage(
          within.db,
          row.user_id,
          'leverCancelled',
          { mode: row.mode, symbol: row.symbol, lots: row.lots },
          within.clock.now(),
        )
    })
  for (const row of await query.orderBy('id').execute()) await undone.attempt(row.id, () => end(row))
  undone.throwIfAny()
}
