import type { Kysely } from 'kysely'
import type { Tables } from '../../../../src/server/db.ts'
import { DAY, daysOver, type Inspection, type Moment } from './daily.ts'

/** Percent a day and percent of the break cost in units of four decimal places. */
export const PRODUCTS = [
  { id: 'days', rate: 271n, days: 4, cost: 0n, participants: 1000 },
  { id: 'weeks', rate: 77n, days: 23, cost: 5_001n, participants: 3 },
  { id: 'months', rate: 1_333n, days: 71, cost: 13_333n, participants: 1000 },
  { id: 'year', rate: 1n, days: 365, cost: 1_000_000n, participants: 1000 },
] as const

/** A deposit as it was acknowledged. Minor units. */
export interface Subscribed {
  user: string
  product: (typeof PRODUCTS)[number]
  units: bigint
  /** Quoted interest of the full term. */
  interest: bigint
  time: number
  /** Its break was acknowledged. */
  broken: boolean
}

const HUNDRED_PERCENT = 1_000_000n

/** Checks every deposit of the database against its subscription and the interest due for the days that are over. */
export async function inspectFixed(
  db: Kysely<Tables>,
  at: Moment,
  subscribed: ReadonlyMap<string, Subscribed>,
): Promise<Inspection> {
  const inspection: Inspection = { faults: [], own: new Map(), orders: 0, settled: 0, behind: 0, ended: {} }
  const rows = await db.selectFrom('fixed_orders').selectAll().execute()
  const days = await db.selectFrom('fixed_settlements').selectAll().orderBy('day').execute()
  const transfers = await db
    .selectFrom('ledger_posting as p')
    .innerJoin('ledger_transfer as t', 't.posting', 'p.id')
    .select(['p.key', 't.payee', 't.amount'])
    .where('p.key', 'like', 'fixed:%')
    .execute()
  const paid = new Map(transfers.map((row) => [row.key ?? '', row]))
  if (rows.length !== subscribed.size)
    inspection.faults.push(`${subscribed.size} deposits were acknowledged, ${rows.length} are there`)

  for (const row of rows) {
    const order = subscribed.get(row.id)
    const fault = (what: string) => void inspection.faults.push(`deposit ${row.id}: ${what}`)
    if (!order) {
      fault('no notice was sent')
      continue
    }
    const { product, units, user, time } = order
    const [status, settled, finished] = [
      Number(row.status),
      Number(row.settled),
      row.finished === null ? 0 : Number(row.finished),
    ]
    const daily = (units * product.rate) / HUNDRED_PERCENT
    const cost = status === 2 ? (units * product.cost + HUNDRED_PERCENT - 1n) / HUNDRED_PERCENT : 0n
    if (row.user_id !== user || row.amount !== units || row.daily !== daily || Number(row.created) !== time)
      fault('is not as it was subscribed')
    if (daily * BigInt(product.days) !== order.interest)
      fault(`was quoted ${order.interest}, and its days come to ${daily * BigInt(product.days)}`)
    const [least, most] = [daysOver(time, product.days, at.done), daysOver(time, product.days, at.latest)]
    if (status === 0 && (settled < least || settled > most || settled === product.days))
      fault(`${settled} days are settled, and ${least} to ${most} are over`)
    if (status === 1 && (settled !== product.days || finished !== time + product.days * DAY || finished > at.latest))
      fault('was completed at another time')
    if (status === 2 && settled !== daysOver(time, product.days, finished))
      fault(`was broken with ${settled} days settled`)
    if (order.broken && status !== 2) fault('its breaking was acknowledged')
    if (row.cost !== cost) fault(`costs ${row.cost}, not ${cost}`)
    if (status === 0 && settled < most) inspection.behind += 1

    const own = days.filter((day) => day.order_id === row.id)
    own.forEach((day, index) => {
      const key = `fixed:${row.id}:${index + 1}`
      const posting = paid.get(key)
      const right =
        Number(day.day) === index + 1 && day.amount === daily && Number(day.time) === time + (index + 1) * DAY
      const posted =
        daily === 0n ? posting === undefined : posting?.amount === daily && posting.payee === `real:${user}:coin:USDT`
      if (!right || !posted) fault(`day ${index + 1} is not settled as it should be`)
      paid.delete(key)
    })
    if (own.length !== settled) fault(`${settled} days are settled, and ${own.length} are written down`)

    const sum = inspection.own.get(user) ?? { posted: 0n, held: 0n }
    inspection.own.set(user, {
      posted: sum.posted + daily * BigInt(settled) - cost,
      held: sum.held + (status === 0 ? units : 0n),
    })
    inspection.orders += 1
    inspection.settled += settled
    if (status > 0)
      inspection.ended[status === 1 ? 'completed' : 'broken'] =
        (inspection.ended[status === 1 ? 'completed' : 'broken'] ?? 0) + 1
  }
  for (const { id, participants } of PRODUCTS) {
    const inside = new Set(
      rows.filter(({ product, status }) => product === id && status === 0n).map((row) => row.user_id),
    ).size
    if (inside > participants) inspection.faults.push(`${inside} users are in ${id}, which has ${participants} places`)
  }
  for (const key of paid.keys()) inspection.faults.push(`the posting ${key} settles no day`)
  return inspection
}
