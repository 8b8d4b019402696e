import type { Kysely } from 'kysely'
import type { Tables } from '../../../../src/server/db.ts'
import { DAY, daysOver, type Inspection, type Moment } from './daily.ts'

/** Percent a day and percent of early redemption in units of four decimal places. */
export const PRODUCTS = [
  { id: 'days', rate: 137n, days: 5, cost: 0n, interest: 'kept' },
  { id: 'weeks', rate: 333n, days: 17, cost: 3700n, interest: 'kept' },
  { id: 'months', rate: 999n, days: 61, cost: 11_111n, interest: 'forfeited' },
  { id: 'year', rate: 1n, days: 365, cost: null, interest: null },
] as const

/** Seconds of a review. */
export const REVIEW = 20

/** An order as it was acknowledged. Minor units. */
export interface Bought {
  id: string
  user: string
  product: (typeof PRODUCTS)[number]
  units: bigint
  /** Quoted interest of the full term. */
  total: bigint
  time: number
  /** Its redemption was acknowledged. */
  redeemed: boolean
}

const HUNDRED_PERCENT = 1_000_000n
const REFUSED = '13'

const down = (units: bigint, rate: bigint): bigint => (units * rate) / HUNDRED_PERCENT
const up = (units: bigint, rate: bigint): bigint => (units * rate + HUNDRED_PERCENT - 1n) / HUNDRED_PERCENT
const ending = (units: bigint): string =>
  (units % 100_000_000n).toString().padStart(8, '0').replace(/0+$/, '').slice(-2)

/** Checks every order of the database against its purchase and the interest due for the days that are over. */
export async function inspectOrders(
  db: Kysely<Tables>,
  at: Moment,
  bought: ReadonlyMap<string, Bought>,
): Promise<Inspection> {
  const inspection: Inspection = { faults: [], own: new Map(), orders: 0, settled: 0, behind: 0, ended: {} }
  const rows = await db.selectFrom('interest_orders').selectAll().execute()
  const days = await db.selectFrom('interest_days').selectAll().orderBy('day').execute()
  const paid = new Map(
    (
      await db
        .selectFrom('ledger_posting as p')
        .innerJoin('ledger_transfer as t', 't.posting', 'p.id')
        .select(['p.id', 'p.key', 't.payer', 't.payee', 't.amount'])
        .where('p.reason', '=', 'interest')
        .execute()
    ).map((row) => [row.id, row]),
  )
  if (rows.length !== bought.size)
    inspection.faults.push(`${bought.size} orders were acknowledged, ${rows.length} are there`)

  for (const row of rows) {
    const order = bought.get(row.id)
    const fault = (what: string) => void inspection.faults.push(`interest order ${row.id}: ${what}`)
    if (!order) {
      fault('no notice was sent')
      continue
    }
    const { product, units, user } = order
    const [status, settled] = [Number(row.status), Number(row.settled)]
    const daily = down(units, product.rate)
    if (row.user_id !== user || row.amount !== units || row.daily !== daily || Number(row.created) !== order.time)
      fault('is not as it was bought')
    if (daily * BigInt(product.days) !== order.total)
      fault(`was quoted ${order.total}, and its days come to ${daily * BigInt(product.days)}`)

    const started = order.time + REVIEW
    const finished = row.finished === null ? null : Number(row.finished)
    const refused = ending(units) === REFUSED
    if (row.started !== null && Number(row.started) !== started) fault('began at another time')
    if (status === 0 && started <= at.done) fault('is still in review')
    if (status === 1 && refused) fault('was to be refused')
    const [least, most] = [daysOver(started, product.days, at.done), daysOver(started, product.days, at.latest)]
    if (status === 1 && (settled < least || settled > most || settled === product.days))
      fault(`${settled} days are settled, and ${least} to ${most} are over`)
    if (status === 2 && (settled !== product.days || finished !== started + product.days * DAY || finished > at.latest))
      fault('was completed at another time')
    if (status === 3 && row.reason === 'redeemed' && settled !== daysOver(started, product.days, finished ?? 0))
      fault(`was redeemed with ${settled} days settled`)
    if (status === 3 && row.reason === 'fullyPlaced' && (!refused || settled !== 0 || finished !== started))
      fault('was refused')
    if (order.redeemed && status !== 3) fault('its redemption was acknowledged')
    if (status === 1 && settled < most) inspection.behind += 1

    const own = days.filter((day) => day.order_id === row.id)
    own.forEach((day, index) => {
      const posting = paid.get(day.posting ?? '')
      const right =
        Number(day.day) === index + 1 && day.amount === daily && Number(day.paid) === started + (index + 1) * DAY
      const posted =
        daily === 0n
          ? day.posting === null
          : posting?.amount === daily &&
            posting.payee === `real:${user}:coin:USDT` &&
            posting.key === `interest:${row.id}:${index + 1}`
      if (!right || !posted) fault(`day ${index + 1} is not settled as it should be`)
      paid.delete(day.posting ?? '')
    })
    if (own.length !== settled) fault(`${settled} days are settled, and ${own.length} are written down`)

    const early = status === 3 && row.reason === 'redeemed'
    const earned = daily * BigInt(settled)
    const cost = early ? up(units, product.cost ?? 0n) : 0n
    const forfeited = early && product.interest === 'forfeited' ? earned : 0n
    if (row.earned !== earned || row.cost !== cost || row.forfeited !== forfeited) fault('its sums are wrong')
    const sum = inspection.own.get(user) ?? { posted: 0n, held: 0n }
    inspection.own.set(user, {
      posted: sum.posted + earned - cost - forfeited,
      held: sum.held + (status < 2 ? units : 0n),
    })
    inspection.orders += 1
    inspection.settled += settled
    if (status >= 2)
      inspection.ended[row.reason ?? 'completed'] = (inspection.ended[row.reason ?? 'completed'] ?? 0) + 1
  }
  for (const { key } of paid.values()) inspection.faults.push(`the posting ${key} settles no day`)
  return inspection
}
