import type { Calls } from '../../../../generated/calls.ts'
import { statusIndex, type StatusOf } from '../../../../product/domain/status.ts'
import { LATEST_FIRST, readPage } from '../../../kit/api/page.ts'
import type { ServerContext } from '../../../context.ts'
import type { Mode } from '../../../kit/ledger/index.ts'
import type { InstrumentClass } from '../market/index.ts'
import { orderEntity } from './orders.ts'

const SETTLED: readonly StatusOf<'secondsOrder'>[] = ['won', 'lost', 'tied', 'sold', 'cancelled']

/** Contracts of a user on symbols of some classes, latest first. */
export async function listOrders(
  context: ServerContext,
  user: { id: string; mode: Mode },
  classes: readonly InstrumentClass[],
  { mode, symbol, state, side, page, after }: Calls['microtrade/lists']['payload'],
): Promise<Calls['microtrade/lists']['data']> {
  const { db, market } = context
  const symbols = market.symbols.filter(
    (other) =>
      classes.includes(market.listing(other)?.class ?? 'crypto') &&
      (symbol === null || symbol === undefined || other === symbol),
  )
  let query = db
    .selectFrom('seconds_orders')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('mode', '=', mode ?? user.mode)
    .where('symbol', 'in', symbols)
  if (side) query = query.where('side', '=', side)
  if (state)
    query = query.where(
      'status',
      'in',
      (state === 'settled' ? SETTLED : [state]).map((name) => BigInt(statusIndex('secondsOrder', name))),
    )
  return await readPage(query, LATEST_FIRST, { page, after }, (row) => orderEntity(context, row))
}
