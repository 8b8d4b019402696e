import { sql, type Kysely } from 'kysely'
import { asPercent } from '../../../../engine/language/values/decimal.ts'
import { localDay, startOfDay } from '../../../../engine/language/values/time.ts'
import type { Percent } from '../../../../engine/language/values/units.ts'
import type { Calls } from '../../../../generated/calls.ts'
import type { Tables } from '../../../db.ts'
import { calendarOf } from '../../../kit/calendarOf.ts'
import { decimal, type Mode, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { MARGIN_REASON } from '../../money/wallet/transfers.ts'

export type Statistics = Calls['user/datastatistics']['data']

const KINDS = ['spot', 'seconds', 'leveraged'] as const

interface Closed {
  kind: (typeof KINDS)[number]
  side: 'long' | 'short'
  count: bigint
  wins: bigint
  losses: bigint
}

/** Statistics of a user's closed orders in one mode. */
export async function statistics(
  db: Kysely<Tables>,
  userId: string,
  mode: Mode,
  now: number,
  timeZone: string | null | undefined,
): Promise<Statistics> {
  const closed: Closed[] = await db
    .selectFrom('closed_orders')
    .select([
      'kind',
      'side',
      (eb) => eb.fn.countAll<bigint>().as('count'),
      sql<bigint>`sum(CASE WHEN profit > 0 THEN 1 ELSE 0 END)`.as('wins'),
      sql<bigint>`sum(CASE WHEN profit < 0 THEN 1 ELSE 0 END)`.as('losses'),
    ])
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .groupBy(['kind', 'side'])
    .execute()
  const sum = (of: 'count' | 'wins' | 'losses', rows = closed) => Number(rows.reduce((all, row) => all + row[of], 0n))
  const side = (name: Closed['side']) => closed.filter((row) => row.side === name)
  const orders = sum('count')
  return {
    accuracy: orders === 0 ? null : percentOf(sum('wins'), orders),
    positions: await openPositions(db, userId, mode),
    orders,
    profitOrders: sum('wins'),
    lossOrders: sum('losses'),
    long: { orders: sum('count', side('long')), successes: sum('wins', side('long')) },
    short: { orders: sum('count', side('short')), successes: sum('wins', side('short')) },
    yesterday: await yesterday(db, userId, mode, now, timeZone),
    followers: await followers(db, userId),
    proportions: KINDS.map((kind) => ({
      kind,
      count: sum(
        'count',
        closed.filter((row) => row.kind === kind),
      ),
    })),
  }
}

/** Percent with two decimals. */
export function percentOf(part: number, total: number): Percent {
  const hundredths = Math.round((part * 10_000) / total)
  return asPercent(`${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`)
}

async function openPositions(db: Kysely<Tables>, owner: string, mode: Mode): Promise<number> {
  const { count } = await db
    .selectFrom('ledger_hold as h')
    .innerJoin('ledger_account as a', 'a.id', 'h.account')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('a.owner', '=', owner)
    .where('a.mode', '=', mode)
    .where('h.state', '=', 'pending')
    .where('h.reason', '=', MARGIN_REASON)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function yesterday(
  db: Kysely<Tables>,
  userId: string,
  mode: Mode,
  now: number,
  timeZone: string | null | undefined,
): Promise<Statistics['yesterday']> {
  const calendar = calendarOf(timeZone || 'UTC')
  const today = startOfDay(localDay(now, calendar), calendar)
  // A day may have 23 or 25 hours.
  const start = startOfDay(localDay(today - 1, calendar), calendar)
  const rows = await db
    .selectFrom('closed_orders')
    .select(['volume', 'profit'])
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('closed', '>=', BigInt(start))
    .where('closed', '<', BigInt(today))
    .execute()
  const sum = (of: 'volume' | 'profit') =>
    decimal(
      rows.reduce((all, row) => all + row[of], 0n),
      UNIT_OF_ACCOUNT,
    )
  return { orders: rows.length, volume: sum('volume'), profit: sum('profit'), currency: UNIT_OF_ACCOUNT }
}

async function followers(db: Kysely<Tables>, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('referrer_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
