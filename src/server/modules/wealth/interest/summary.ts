import type { Kysely } from 'kysely'
import type { Money } from '../../../../engine/language/values/units.ts'
import { add, asMoney, mul, sub } from '../../../../engine/language/values/decimal.ts'
import { SECONDS_PER_DAY } from '../../../../product/finance/interest.ts'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { InterestSummary } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { worthOf } from '../../money/exchange/rates.ts'
import { decimal, scaleOf, type Mode, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { pricesNow } from '../../trading/market/valuation.ts'

const FIRST_END = BigInt(statusIndex('interest', 'completed'))

type Sums = Map<string, bigint>

function sumsOf<Row extends { currency: string }>(rows: readonly Row[], units: (row: Row) => bigint): Sums {
  const sums: Sums = new Map()
  for (const row of rows) sums.set(row.currency, (sums.get(row.currency) ?? 0n) + units(row))
  return sums
}

async function yesterday(db: Kysely<Tables>, userId: string, mode: Mode, now: number): Promise<Sums> {
  const today = Math.floor(now / SECONDS_PER_DAY) * SECONDS_PER_DAY
  const rows = await db
    .selectFrom('interest_days as d')
    .innerJoin('interest_orders as o', 'o.id', 'd.order_id')
    .select(['o.currency', 'd.amount'])
    .where('o.user_id', '=', userId)
    .where('o.mode', '=', mode)
    .where('d.paid', '>=', BigInt(today - SECONDS_PER_DAY))
    .where('d.paid', '<', BigInt(today))
    .execute()
  return sumsOf(rows, ({ amount }) => amount)
}

/** Totals of a user's orders in one mode, at current prices. */
export async function summaryOf(
  context: Pick<ServerContext, 'db' | 'market' | 'clock'>,
  userId: string,
  mode: Mode,
): Promise<InterestSummary> {
  const { db, clock } = context
  const orders = await db
    .selectFrom('interest_orders')
    .select(['currency', 'amount', 'status', 'earned', 'cost', 'forfeited'])
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .execute()
  const active = orders.filter(({ status }) => status < FIRST_END)
  const prices = pricesNow(context)
  const worth = (sums: Sums) =>
    [...sums].reduce<Money>(
      (all, [currency, units]) =>
        add(
          all,
          mul(
            decimal(units, currency),
            worthOf(prices, currency, UNIT_OF_ACCOUNT) ?? '0',
            scaleOf(UNIT_OF_ACCOUNT),
            'down',
          ),
        ),
      asMoney('0'),
    )
  const interest = worth(sumsOf(orders, ({ earned }) => earned))
  const costs = worth(sumsOf(orders, ({ cost, forfeited }) => cost + forfeited))
  return {
    mode,
    currency: UNIT_OF_ACCOUNT,
    custody: worth(sumsOf(active, ({ amount }) => amount)),
    yesterday: worth(await yesterday(db, userId, mode, clock.now())),
    earned: sub(interest, costs),
    interest,
    costs,
    orders: active.length,
  }
}
