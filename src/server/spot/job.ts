import type { Kysely } from 'kysely'
import { statusIndex } from '../../product/domain/status.ts'
import type { ServerContext } from '../context.ts'
import type { Tables } from '../db.ts'
import { addMessage } from '../identity/messages.ts'
import { decimal } from '../ledger/index.ts'
import { limitTrigger, processTriggers, TRIGGER_BATCH } from '../trading/triggers.ts'
import { fill } from './fill.ts'
import { isSuspended } from './orders.ts'
import { prepared } from '../storage/preparedQuery.ts'
import { columnsOf } from '../storage/table.ts'
import { spotTables, type SpotOrderRow } from './tables.ts'
import { inTransaction, userLock } from '../storage/transaction.ts'

const TEMPLATES = { buy: 'spotBought', sell: 'spotSold' } as const
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

/** Fills limit orders on the ticks that reach their prices. */
export default async function fillOrders(context: ServerContext): Promise<void> {
  const { db, ledger } = context
  await processTriggers<SpotOrderRow>(context, {
    rows: async (after) => (await findOpen(db, { after })).rows,
    trigger: (order) => (isSuspended(context, order) ? null : limitTrigger(order.side, order.price)),
    execute: async (order, tick) => {
      await inTransaction(db, [userLock(order.user_id)], async (trx) => {
        const filled = await fill({ ...context, db: trx, ledger: ledger.withTransaction(trx) }, order, tick)
        if (filled) await notifyUser(trx, filled)
      })
    },
    markChecked: async (ids, ms) => {
      await db
        .updateTable('spot_orders')
        .set({ checked_ms: BigInt(ms) })
        .where('id', 'in', ids)
        .where('status', '=', OPEN)
        .where('checked_ms', '<', BigInt(ms))
        .execute()
    },
  })
}

/** Notifies the user, possibly offline when a limit order fills. */
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
): Promise<void> {
  if (price === null || receive === null) throw new Error('A filled order has a price and what it brought')
  const currency = side === 'buy' ? base : quote
  await addMessage(
    db,
    userId,
    TEMPLATES[side],
    { id, mode, symbol, base, quantity: decimal(quantity, base), price, receive: decimal(receive, currency), currency },
    Math.floor(Number(atMs) / 1000),
  )
}
