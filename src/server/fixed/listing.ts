import type { Kysely } from 'kysely'
import type { FixedOrder, FixedRecord, FixedSum } from '../../generated/entities.ts'
import { offsetOf, pageOf } from '../api/page.ts'
import type { Tables } from '../db.ts'
import { decimal, type Mode } from '../ledger/index.ts'
import { UNIT } from '../ledger/wallet.ts'
import { orderEntity, orderOf } from './orders.ts'
import { RUNNING } from './products.ts'

const PAGE = 20

export interface OrderFilter {
  mode: Mode
  status: number | null
  page: number | undefined
}

export async function ordersOf(db: Kysely<Tables>, userId: string, { mode, status, page }: OrderFilter): Promise<{ rows: FixedOrder[]; next: number | null }> {
  let query = db.selectFrom('fixed_orders').selectAll().where('user_id', '=', userId).where('mode', '=', mode)
  if (status !== null) query = query.where('status', '=', BigInt(status))
  const rows = await query.orderBy('id', 'desc').offset(offsetOf(page, PAGE)).limit(PAGE + 1).execute()
  return pageOf(rows.map(orderEntity), page, PAGE)
}

/** Settlements of one deposit, or of all of a book. */
export async function recordsOf(db: Kysely<Tables>, userId: string, of: { order: string } | { mode: Mode }, page: number | undefined): Promise<{ rows: FixedRecord[]; next: number | null }> {
  let query = db.selectFrom('fixed_settlements').selectAll().where('user_id', '=', userId)
  if ('order' in of) query = query.where('order_id', '=', (await orderOf(db, userId, of.order)).id)
  else query = query.where('mode', '=', of.mode)
  const rows = await query.orderBy('time', 'desc').orderBy('order_id', 'desc').offset(offsetOf(page, PAGE)).limit(PAGE + 1).execute()
  return pageOf(
    rows.map(({ order_id: order, day, currency, amount, time }): FixedRecord => ({ id: `${order}-${day}`, order, day: Number(day), currency, amount: decimal(amount, currency), time: Number(time) })),
    page,
    PAGE,
  )
}

/** By currency; the unit of account always, and first. */
export async function sumOf(db: Kysely<Tables>, userId: string, mode: Mode): Promise<FixedSum[]> {
  const orders = await db.selectFrom('fixed_orders').select(['currency', 'amount', 'daily', 'days', 'settled', 'status']).where('user_id', '=', userId).where('mode', '=', mode).execute()
  const currencies = [...new Set([UNIT, ...orders.map(({ currency }) => currency).toSorted()])]
  return currencies.map((currency) => {
    const own = orders.filter((order) => order.currency === currency)
    const running = own.filter(({ status }) => status === RUNNING)
    const total = (rows: typeof own, amount: (row: (typeof own)[number]) => bigint) => decimal(rows.reduce((sum, row) => sum + amount(row), 0n), currency)
    return {
      currency,
      running: running.length,
      principal: total(running, (row) => row.amount),
      earned: total(own, (row) => row.daily * row.settled),
      expected: total(running, (row) => row.daily * (row.days - row.settled)),
    }
  })
}
