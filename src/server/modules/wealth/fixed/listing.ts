import type { Kysely } from 'kysely'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { FixedOrder, FixedRecord, FixedSum } from '../../../../generated/entities.ts'
import { LATEST_FIRST, readPage, type Page, type PageInput } from '../../../kit/api/page.ts'
import type { Tables } from '../../../db.ts'
import { decimal, type Mode, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { orderEntity, orderOf } from './orders.ts'
import { RUNNING } from './products.ts'

export interface OrderFilter extends PageInput {
  mode: Mode
  status: number | null
}

/** Returns one page of a user's fixed deposits, latest first. A `status` of null means all; `next` is null on the last page. */
export async function ordersOf(
  db: Kysely<Tables>,
  userId: string,
  { mode, status, ...input }: OrderFilter,
): Promise<Page<FixedOrder>> {
  let query = db.selectFrom('fixed_orders').selectAll().where('user_id', '=', userId).where('mode', '=', mode)
  if (status !== null) query = query.where('status', '=', BigInt(status))
  return await readPage(query, LATEST_FIRST, input, orderEntity)
}

const SETTLEMENTS = [
  { column: 'time', type: 'integer', direction: 'desc' },
  { column: 'order_id', type: 'id', direction: 'desc' },
  { column: 'day', type: 'integer', direction: 'desc' },
] as const

/** Settlements of one deposit, or of all of a mode. */
export async function recordsOf(
  db: Kysely<Tables>,
  userId: string,
  filter: { order: string } | { mode: Mode },
  input: PageInput,
): Promise<Page<FixedRecord>> {
  let query = db.selectFrom('fixed_settlements').selectAll().where('user_id', '=', userId)
  if ('order' in filter) query = query.where('order_id', '=', (await orderOf(db, userId, filter.order)).id)
  else query = query.where('mode', '=', filter.mode)
  return await readPage(query, SETTLEMENTS, input, ({ order_id: order, day, currency, amount, time }): FixedRecord => ({
    id: `${order}-${day}`,
    order,
    day: Number(day),
    currency,
    amount: decimal(amount, currency),
    time: asUnixSeconds(time),
  }))
}

/** By currency; the unit of account is always first. */
export async function sumOf(db: Kysely<Tables>, userId: string, mode: Mode): Promise<FixedSum[]> {
  const sums = await db
    .selectFrom('fixed_orders')
    .select(({ fn, eb, ref }) => [
      'currency',
      'status',
      fn.countAll<bigint>().as('orders'),
      fn.sum<bigint>('amount').as('amount'),
      fn.sum<bigint>(eb('daily', '*', ref('settled'))).as('settled'),
      fn.sum<bigint>('cost').as('cost'),
      fn.sum<bigint>(eb('daily', '*', ref('days'))).as('interest'),
    ])
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .groupBy(['currency', 'status'])
    .execute()
  const currencies = [...new Set([UNIT_OF_ACCOUNT, ...sums.map(({ currency }) => currency).toSorted()])]
  return currencies.map((currency) => {
    const own = sums.filter((sum) => sum.currency === currency)
    const interest = own.reduce((sum, { settled }) => sum + settled, 0n)
    const costs = own.reduce((sum, { cost }) => sum + cost, 0n)
    const running = own.find(({ status }) => status === RUNNING)
    return {
      currency,
      running: Number(running?.orders ?? 0n),
      principal: decimal(running?.amount ?? 0n, currency),
      earned: decimal(interest - costs, currency),
      interest: decimal(interest, currency),
      costs: decimal(costs, currency),
      expected: decimal(running ? running.interest - running.settled : 0n, currency),
    }
  })
}
