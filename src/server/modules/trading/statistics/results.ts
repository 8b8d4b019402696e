import { sql, type Kysely } from 'kysely'
import { asFactor, div } from '../../../../engine/language/values/decimal.ts'
import type { Money } from '../../../../engine/language/values/units.ts'
import { localDay, localTime, startOfDay, utcDay } from '../../../../engine/language/values/time.ts'
import type { ResultSum } from '../../../../generated/entities.ts'
import type { Calls } from '../../../../generated/calls.ts'
import type { ServerContext } from '../../../context.ts'
import type { Tables } from '../../../db.ts'
import { calendarOf, type Calendar } from '../../../kit/calendarOf.ts'
import { decimal, type Mode, scaleOf, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { percentOf } from './statistics.ts'

export type Results = Calls['trade/results']['data']

const DAY = 86_400
const KINDS = ['spot', 'seconds', 'leveraged'] as const

/** Closed orders of one day, kind, symbol and side. Amounts are minor units of the unit of account. */
interface Group {
  day: string
  kind: (typeof KINDS)[number]
  symbol: string
  side: 'long' | 'short'
  orders: bigint
  wins: bigint
  losses: bigint
  won: bigint
  lost: bigint
  fee: bigint
}

/** A span of time with one offset of the zone to UTC: from `from`, inclusive, to `to`, exclusive. Unix seconds. */
export interface OffsetSpan {
  from: number
  to: number
  offset: number
}

/** The spans of constant offset of a calendar's zone in a period, in order. A zone changes its offset less than once in a day. */
export function offsetSpans(calendar: Calendar, from: number, to: number): OffsetSpan[] {
  const offsetAt = (unix: number): number => localTime(unix, calendar) - unix
  const spans: OffsetSpan[] = [{ from, to, offset: offsetAt(from) }]
  for (let at = from; at < to; at += DAY) {
    const span = spans.at(-1) as OffsetSpan
    let [low, high] = [at, Math.min(at + DAY, to)]
    const offset = offsetAt(high)
    if (offset === span.offset) continue
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (offsetAt(middle) === span.offset) low = middle
      else high = middle
    }
    span.to = high
    if (high < to) spans.push({ from: high, to, offset })
  }
  return spans
}

/** Profit and loss of the closed orders of the last `days` days of a time zone, today included. */
export async function results(
  { db, market, clock }: Pick<ServerContext, 'db' | 'market' | 'clock'>,
  userId: string,
  mode: Mode,
  { days = 30, timeZone }: { days?: number; timeZone?: string | null },
): Promise<Results> {
  const calendar = calendarOf(timeZone || 'UTC')
  const now = clock.now()
  const today = localDay(now, calendar)
  const first = utcDay(Date.parse(today) / 1000 - (days - 1) * DAY)
  const spans = offsetSpans(calendar, startOfDay(first, calendar), now + 1)
  const groups = (await Promise.all(spans.map((span) => groupsOf(db, userId, mode, span)))).flat()
  const won = add(groups, 'won')
  const lost = add(groups, 'lost')
  const total = sumOf(groups)
  return {
    first,
    last: today,
    total,
    accuracy: total.orders === 0 ? null : percentOf(total.wins, total.orders),
    averageWin: average(won, total.wins),
    averageLoss: average(lost, total.losses),
    days: runningDays(groups),
    instruments: instrumentsOf(market, groups),
    kinds: KINDS.map((kind) => ({ kind, sum: sumOf(groups.filter((group) => group.kind === kind)) })),
    long: sumOf(groups.filter(({ side }) => side === 'long')),
    short: sumOf(groups.filter(({ side }) => side === 'short')),
  }
}

const money = (units: bigint) => decimal(units, UNIT_OF_ACCOUNT)

/** The average with the digits of the ledger, a half away from zero. Null for no orders. */
const average = (units: bigint, orders: number): Money | null =>
  orders === 0 ? null : div(money(units), asFactor(String(orders)), scaleOf(UNIT_OF_ACCOUNT))

const add = (groups: readonly Group[], of: 'orders' | 'wins' | 'losses' | 'won' | 'lost' | 'fee'): bigint =>
  groups.reduce((sum, group) => sum + group[of], 0n)

const profitOf = (groups: readonly Group[]): bigint => add(groups, 'won') + add(groups, 'lost')

const sumOf = (groups: readonly Group[]): ResultSum => ({
  orders: Number(add(groups, 'orders')),
  wins: Number(add(groups, 'wins')),
  losses: Number(add(groups, 'losses')),
  profit: money(profitOf(groups)),
  fee: money(add(groups, 'fee')),
})

async function groupsOf(
  db: Kysely<Tables>,
  userId: string,
  mode: Mode,
  { from, to, offset }: OffsetSpan,
): Promise<Group[]> {
  // Closed times are after 1970 in every zone, so the division rounds down.
  const localDay = sql<bigint>`(closed + ${sql.lit(offset)}) / ${sql.lit(DAY)}`
  const rows = await db
    .selectFrom('closed_orders')
    .select([
      localDay.as('localDay'),
      'kind',
      'symbol',
      'side',
      (eb) => eb.fn.countAll<bigint>().as('orders'),
      sql<bigint>`CAST(SUM(CASE WHEN profit > 0 THEN 1 ELSE 0 END) AS BIGINT)`.as('wins'),
      sql<bigint>`CAST(SUM(CASE WHEN profit < 0 THEN 1 ELSE 0 END) AS BIGINT)`.as('losses'),
      sql<bigint>`CAST(SUM(CASE WHEN profit > 0 THEN profit ELSE 0 END) AS BIGINT)`.as('won'),
      sql<bigint>`CAST(SUM(CASE WHEN profit < 0 THEN profit ELSE 0 END) AS BIGINT)`.as('lost'),
      sql<bigint>`CAST(SUM(fee) AS BIGINT)`.as('fee'),
    ])
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('closed', '>=', BigInt(from))
    .where('closed', '<', BigInt(to))
    .groupBy([localDay, 'kind', 'symbol', 'side'])
    .orderBy('localDay')
    .execute()
  return rows.map(({ localDay: day, ...group }) => ({ ...group, day: utcDay(Number(day) * DAY) }))
}

function groupBy(groups: readonly Group[], key: 'day' | 'symbol'): Map<string, Group[]> {
  const byKey = new Map<string, Group[]>()
  for (const group of groups) byKey.set(group[key], [...(byKey.get(group[key]) ?? []), group])
  return byKey
}

/** The days with closed orders, oldest first, each with the profit since the first. */
function runningDays(groups: readonly Group[]): Results['days'] {
  const byDay = groupBy(groups, 'day')
  let total = 0n
  return [...byDay].map(([day, own]) => {
    const profit = profitOf(own)
    total += profit
    return { day, orders: Number(add(own, 'orders')), profit: money(profit), total: money(total) }
  })
}

/** A symbol that is not listed any more is left out; the total counts it. */
function instrumentsOf(market: ServerContext['market'], groups: readonly Group[]): Results['instruments'] {
  const bySymbol = [...groupBy(groups, 'symbol')].toSorted(([, a], [, b]) => {
    const difference = profitOf(b) - profitOf(a)
    return difference > 0n ? 1 : difference < 0n ? -1 : 0
  })
  return bySymbol.flatMap(([symbol, own]) => {
    const listing = market.listing(symbol)
    return listing ? [{ symbol, base: listing.base, quote: listing.quote, sum: sumOf(own) }] : []
  })
}
