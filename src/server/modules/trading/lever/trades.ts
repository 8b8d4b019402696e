import type { Kysely } from 'kysely'
import { LATEST_FIRST, readPage, type PageInput } from '../../../kit/api/page.ts'
import type { Calls } from '../../../../generated/calls.ts'
import type { ServerContext } from '../../../context.ts'
import { ownRow } from '../../../kit/ownRow.ts'
import type { Tables } from '../../../db.ts'
import type { Mode } from '../../../kit/ledger/index.ts'
import { closeOrderEntity, closeOrdersOf } from './closeOrders.ts'
import { dealEntity, orderEntity, positionEntity } from './entities.ts'
import { CLASSES, MAX_OPEN, OPEN, type Variant } from './open.ts'
import type { OrderRow } from './tables.ts'
import { statusIndex } from '../../../../product/domain/status.ts'

const CLOSED = BigInt(statusIndex('position', 'closed'))

interface TradesFilter extends PageInput {
  mode: Mode
  symbol?: string | null
  side?: 'long' | 'short' | null
}

/** Reply of lever/my_trade and lever/my_wh_trade. */
export async function tradesOf(
  context: ServerContext,
  userId: string,
  variant: Variant,
  { mode, symbol, side, page, after }: TradesFilter,
): Promise<Calls['lever/my_trade']['data']> {
  const { db } = context
  const sides = side ? [side] : (['long', 'short'] as const)
  const filter = { user_id: userId, mode, ...(symbol ? { symbol } : {}) }
  const positions = await db
    .selectFrom('lever_positions')
    .selectAll()
    .where((eb) => eb.and(filter))
    .where('class', 'in', CLASSES[variant])
    .where('side', 'in', sides)
    .where('status', '<>', CLOSED)
    .orderBy('id', 'desc')
    .limit(MAX_OPEN)
    .execute()
  const orders = await db
    .selectFrom('lever_orders')
    .selectAll()
    .where((eb) => eb.and(filter))
    .where('class', 'in', CLASSES[variant])
    .where('side', 'in', sides)
    .where('status', '=', OPEN)
    .orderBy('id', 'desc')
    .limit(MAX_OPEN)
    .execute()
  const closeOrders = await closeOrdersOf(context, userId, mode)
  const deals = db
    .selectFrom('lever_deals')
    .selectAll()
    .where((eb) => eb.and(filter))
    .where('class', 'in', CLASSES[variant])
    .where('side', 'in', sides)
  return {
    positions: positions.map((row) => ({
      ...positionEntity(context, row),
      closeOrders: (closeOrders.get(row.id) ?? []).map((order) => closeOrderEntity(context, order)),
    })),
    orders: orders.map((row) => orderEntity(context, row)),
    ...(await readPage(deals, LATEST_FIRST, { page, after }, (row) => dealEntity(context, row))),
  }
}

/** Orders of a user, optionally of one status, by page. */
export async function ordersOf(
  context: ServerContext,
  userId: string,
  { mode, status, ...input }: PageInput & { mode: Mode; status?: number | null },
): Promise<Calls['lever/orders']['data']> {
  const filter = { user_id: userId, mode, ...(typeof status === 'number' ? { status: BigInt(status) } : {}) }
  const query = context.db
    .selectFrom('lever_orders')
    .selectAll()
    .where((eb) => eb.and(filter))
  return await readPage(query, LATEST_FIRST, input, (row) => orderEntity(context, row))
}

/** Returns one order of this user, or throws `dataNotFound`. */
export const orderOf = (db: Kysely<Tables>, userId: string, id: string): Promise<OrderRow> =>
  ownRow(db, 'lever_orders', userId, id)
