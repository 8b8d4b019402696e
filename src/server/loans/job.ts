import { SECONDS_PER_DAY } from '../../product/finance/interest.ts'
import { interestOfDay } from '../../product/finance/loan.ts'
import { decimal, minor, scaleOf } from '../ledger/index.ts'
import { createStatusMachine, reasonOf } from '../statusMachine.ts'
import { notifyUser } from './notifyUser.ts'
import { refusalReason, SANDBOX_FAILURE_CODES } from './sandboxFailures.ts'
import type { LoanRow } from './tables.ts'

const DAY = BigInt(SECONDS_PER_DAY)

/** Charges the interest of the day that begins at `at`. From the end of the term on the loan is overdue. */
function chargeDay(row: LoanRow, at: bigint) {
  const { currency, days, rate, overdue_rate: overdueRate } = row
  const day = row.charges + 1n
  const terms = { days: Number(days), rate, overdueRate }
  const charge = interestOfDay(Number(day), terms, decimal(row.principal, currency), scaleOf(currency))
  const amount = minor(charge.amount, currency)
  return {
    to: day > days ? 'overdue' : 'running',
    due: at + DAY,
    values: {
      interest: row.interest + amount,
      charged: row.charged + amount,
      late: row.late + (charge.overdue ? amount : 0n),
      charges: day,
    },
    charge: { loan_id: row.id, day, amount, late: charge.overdue ? 1n : 0n, time: at },
  } as const
}

/** Review, payout or refusal; from the payout on, the interest of each day as it begins. */
export const loans = createStatusMachine({
  table: 'loans',
  list: 'loan',
  kind: 'loan',
  paysOut: true,
  reviews: { inReview: Object.values(SANDBOX_FAILURE_CODES) },
  steps: {
    inReview: (context, row, at, decision) => {
      const { id, user_id: owner, currency, amount, fee } = row
      const reason = reasonOf(decision, () => refusalReason(decimal(amount, currency)))
      if (reason !== null)
        return {
          to: 'refused',
          values: { reason },
          effects: (refused) => notifyUser(context, refused, 'loanRefused', at),
        }
      // Interest runs from the payment, also if the review was late.
      const paidAt = BigInt(context.clock.now())
      const { charge, due, values } = chargeDay({ ...row, principal: amount }, paidAt)
      return {
        to: 'running',
        due,
        values: { ...values, principal: amount, paid: paidAt },
        effects: async (paid) => {
          const account = { owner, kind: 'coin' } as const
          const entries = [
            { from: 'loans' as const, to: account, currency, amount },
            ...(fee > 0n ? [{ from: account, to: 'fees' as const, currency, amount: fee }] : []),
          ]
          await context.ledger.post({ mode: 'real', reason: 'loan', key: `loan:${id}`, entries })
          await context.db.insertInto('loan_charges').values(charge).execute()
          await notifyUser(context, paid, 'loanPaid', paidAt)
        },
      }
    },
    running: (context, row, at) => {
      const { charge, ...step } = chargeDay(row, at)
      return {
        ...step,
        effects: async (charged) => {
          await context.db.insertInto('loan_charges').values(charge).execute()
          if (step.to === 'overdue') await notifyUser(context, charged, 'loanOverdue', at)
        },
      }
    },
    overdue: (context, row, at) => {
      const { charge, ...step } = chargeDay(row, at)
      return {
        ...step,
        effects: async () => {
          await context.db.insertInto('loan_charges').values(charge).execute()
        },
      }
    },
  },
})
export default loans.job
