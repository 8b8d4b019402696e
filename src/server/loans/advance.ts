import { startedDays } from '../../core/finance/days.ts'
import { SECONDS_PER_DAY } from '../../core/finance/interest.ts'
import { interestOfDay } from '../../core/finance/loan.ts'
import { canTransition, statusIndex, statusAt, type StatusOf } from '../../core/status.ts'
import type { ServerContext } from '../context.ts'
import { decimal, minor, scaleOf } from '../ledger/index.ts'
import { refusalReason } from './sandboxFailures.ts'
import type { LoanRow } from './tables.ts'
import { notifyUser } from './notifyUser.ts'

type Context = Pick<ServerContext, 'db' | 'ledger' | 'clock'>

/** Updates a loan if it is unchanged since it was read; otherwise returns null. */
async function updateIfUnchanged(
  { db }: Context,
  row: LoanRow,
  to: StatusOf<'loan'>,
  values: Partial<LoanRow>,
): Promise<LoanRow | null> {
  const from = statusAt('loan', row.status)
  if (to !== from && !canTransition('loan', from, to)) throw new Error(`A loan that is ${from} cannot become ${to}`)
  const all = { ...values, status: BigInt(statusIndex('loan', to)) }
  const { numUpdatedRows } = await db
    .updateTable('loans')
    .set(all)
    .where('id', '=', row.id)
    .where('status', '=', row.status)
    .where('due', '=', row.due)
    .where('principal', '=', row.principal)
    .where('interest', '=', row.interest)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 0n ? null : { ...row, ...all }
}

/** Ends the review: pays the loan out, or refuses it. */
async function review(context: Context, row: LoanRow, at: bigint): Promise<LoanRow | null> {
  const { id, user_id, currency, amount, fee } = row
  const reason = refusalReason(decimal(amount, currency))
  if (reason !== null) {
    const refused = await updateIfUnchanged(context, row, 'refused', { reason, finished: at, due: null })
    if (refused) await notifyUser(context, refused, 'loanRefused', at)
    return refused
  }
  const paid = await updateIfUnchanged(context, row, 'running', { principal: amount, paid: at, due: at })
  if (!paid) return null
  const account = { owner: user_id, kind: 'coin' } as const
  const entries = [
    { from: 'loans' as const, to: account, currency, amount },
    ...(fee > 0n ? [{ from: account, to: 'fees' as const, currency, amount: fee }] : []),
  ]
  await context.ledger.post({ mode: 'real', reason: 'loan', key: `loan:${id}`, entries })
  await notifyUser(context, paid, 'loanPaid', at)
  return paid
}

/** Charges the interest of every day that has begun. */
async function chargeInterest(context: Context, row: LoanRow, paid: bigint): Promise<LoanRow | null> {
  const { id, currency } = row
  const days = Number(row.days)
  const [before, begun] = [Number(row.charges), startedDays(Number(paid), context.clock.now())]
  const charges = Array.from({ length: begun - before }, (_, index) => {
    const day = before + index + 1
    const { amount, overdue: late } = interestOfDay(
      day,
      { days, rate: row.rate, overdueRate: row.overdue_rate },
      decimal(row.principal, currency),
      scaleOf(currency),
    )
    return {
      loan_id: id,
      day,
      amount: minor(amount, currency),
      late: late ? 1n : 0n,
      time: paid + BigInt((day - 1) * SECONDS_PER_DAY),
    }
  })
  const all = charges.reduce((sum, { amount }) => sum + amount, 0n)
  const late = charges.reduce((sum, one) => sum + one.amount * one.late, 0n)
  const to = begun > days ? 'overdue' : 'running'
  const charged = await updateIfUnchanged(context, row, to, {
    interest: row.interest + all,
    charged: row.charged + all,
    late: row.late + late,
    charges: BigInt(begun),
    due: paid + BigInt(begun * SECONDS_PER_DAY),
  })
  if (!charged) return null
  for (const one of charges) await context.db.insertInto('loan_charges').values(one).execute()
  if (to === 'overdue' && statusAt('loan', row.status) === 'running')
    await notifyUser(context, charged, 'loanOverdue', paid + BigInt(days * SECONDS_PER_DAY))
  return charged
}

/**
 * Advances a loan to the current time: reviews it, pays it out, charges interest. `db` and `ledger` are those of one transaction.
 * Returns the updated row, or null if another worker has advanced it.
 */
export async function advanceToNow(context: Context, row: LoanRow): Promise<LoanRow | null> {
  const now = BigInt(context.clock.now())
  let current: LoanRow | null = row
  if (current.due !== null && current.due <= now && current.paid === null)
    current = await review(context, current, current.due)
  if (current?.paid != null && current.due !== null && current.due <= now)
    current = await chargeInterest(context, current, current.paid)
  return current
}
