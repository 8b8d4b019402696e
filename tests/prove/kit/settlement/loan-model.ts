import type { Kysely } from 'kysely'
import type { Tables } from '../../../../src/server/db.ts'
import { DAY, type Inspection, type Moment } from './daily.ts'

/** Percentages in units of four decimal places. */
export const TERMS = { rate: 333n, overdue: 1_111n, fee: 7_777n, days: [1, 3, 11, 40] } as const

/** Seconds of a review: those of the default configuration. */
const REVIEW = 20

/** A loan as it was acknowledged. Minor units. */
export interface Borrowed {
  user: string
  days: number
  units: bigint
  time: number
  /** Repayments that were acknowledged. */
  repaid: bigint[]
}

const up = (units: bigint, percent: bigint): bigint => (units * percent + 999_999n) / 1_000_000n
const REFUSED = ['13', '14', '15']
const ending = (units: bigint): string =>
  (units % 100_000_000n).toString().padStart(8, '0').replace(/0+$/, '').slice(-2)
const STATUSES = ['inReview', 'running', 'overdue', 'repaid', 'refused']

/** Days begun since a moment, calculated here without the server's formulas. */
function begun(since: number, now: number): number {
  let days = 0
  while (since + days * DAY <= now) days += 1
  return days
}

/** Checks every loan of the database: charges each day again, between the acknowledged repayments. */
export async function inspectLoans(
  db: Kysely<Tables>,
  at: Moment,
  borrowed: ReadonlyMap<string, Borrowed>,
): Promise<Inspection> {
  const inspection: Inspection = { faults: [], own: new Map(), orders: 0, settled: 0, behind: 0, ended: {} }
  const rows = await db.selectFrom('loans').selectAll().execute()
  const charges = await db.selectFrom('loan_charges').selectAll().orderBy('day').execute()
  const repayments = await db.selectFrom('loan_repayments').selectAll().orderBy('id').execute()
  if (rows.length !== borrowed.size)
    inspection.faults.push(`${borrowed.size} loans were acknowledged, ${rows.length} are there`)

  for (const row of rows) {
    const loan = borrowed.get(row.id)
    const fault = (what: string) => void inspection.faults.push(`loan ${row.id}: ${what}`)
    if (!loan) {
      fault('no notice was sent')
      continue
    }
    const { units, user, days, time } = loan
    const fee = up(units, TERMS.fee)
    const reviewed = time + REVIEW
    // A review that a stopped server has made late pays when it is made.
    const paid = row.paid === null ? reviewed : Number(row.paid)
    const status = STATUSES[Number(row.status)] ?? ''
    const own = charges.filter((charge) => charge.loan_id === row.id)
    const back = repayments.filter((repayment) => repayment.loan_id === row.id)
    const refused = REFUSED.includes(ending(units))
    if (
      row.user_id !== user ||
      row.amount !== units ||
      row.fee !== fee ||
      Number(row.days) !== days ||
      Number(row.created) !== time
    )
      fault('is not as it was applied for')
    if (status === 'inReview' && reviewed <= at.done) fault('is still in review')
    if ((status === 'refused') !== refused && status !== 'inReview') fault(`is ${status}`)
    if (row.paid !== null && (paid < reviewed || paid > at.latest)) fault('was paid out at another time')
    const amounts = back.map(({ amount }) => amount)
    for (const part of loan.repaid) {
      if (amounts.includes(part)) amounts.splice(amounts.indexOf(part), 1)
      else fault(`a repayment of ${part} was acknowledged, and is not there`)
    }

    let [principal, interest, charged, late] = [row.paid === null ? 0n : units, 0n, 0n, 0n]
    const waiting = [...back]
    const repayUntil = (moment: number) => {
      while (waiting[0] !== undefined && Number(waiting[0].time) < moment) {
        const one = waiting.shift()
        if (!one) break
        const part = one.amount < interest ? one.amount : interest
        if (one.interest !== part) fault(`a repayment paid ${one.interest} of interest, not ${part}`)
        interest -= part
        principal -= one.amount - part
      }
    }
    own.forEach((item, index) => {
      const begins = paid + index * DAY
      repayUntil(begins)
      const over = index >= days
      const amount = up(principal, over ? TERMS.overdue : TERMS.rate)
      if (
        Number(item.day) !== index + 1 ||
        item.amount !== amount ||
        Number(item.time) !== begins ||
        (item.late === 1n) !== over
      )
        fault(`day ${index + 1} is not charged as it should be`)
      interest += amount
      charged += amount
      if (over) late += amount
    })
    repayUntil(Number.POSITIVE_INFINITY)
    if (principal !== row.principal || interest !== row.interest || charged !== row.charged || late !== row.late)
      fault('its sums are wrong')
    if (Number(row.charges) !== own.length) fault(`${row.charges} days are charged, and ${own.length} are written down`)
    if (
      status === 'repaid' &&
      (principal !== 0n || interest !== 0n || own.length !== begun(paid, Number(row.finished)))
    )
      fault('was not repaid in full, or with another number of days')
    if (status === 'running' || status === 'overdue') {
      const [least, most] = [begun(paid, at.done), begun(paid, at.latest)]
      if (own.length < least || own.length > most)
        fault(`${own.length} days are charged, and ${least} to ${most} have begun`)
      if ((status === 'overdue') !== own.length > days) fault(`is ${status} with ${own.length} of ${days} days charged`)
      if (own.length < most) inspection.behind += 1
    }

    const sum = inspection.own.get(user) ?? { posted: 0n, held: 0n }
    const moved = (row.paid === null ? 0n : units - fee) - back.reduce((all, { amount }) => all + amount, 0n)
    inspection.own.set(user, { posted: sum.posted + moved, held: sum.held })
    inspection.orders += 1
    inspection.settled += own.length
    // An overdue loan is charged after all other products have ended, until it is repaid.
    if (status !== 'inReview' && status !== 'running') inspection.ended[status] = (inspection.ended[status] ?? 0) + 1
  }
  return inspection
}
