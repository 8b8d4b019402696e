import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import { endOfTerm } from '../../../../product/finance/days.ts'
import { SECONDS_PER_DAY } from '../../../../product/finance/interest.ts'
import { interestOfDay } from '../../../../product/finance/loan.ts'
import { decimal, minor, scaleOf } from '../../../kit/ledger/index.ts'
import type { ServerContext } from '../../../context.ts'
import { writeReceipt } from '../../money/receipts/write.ts'
import { createStatusMachine, reasonOf } from '../../../kit/statusMachine.ts'
import { notifyUser } from './notifyUser.ts'
import { costRounding, receiptOf } from './receipt.ts'
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

/** Records the interest of a day. */
async function addCharge(
  context: ServerContext,
  row: LoanRow,
  charge: ReturnType<typeof chargeDay>['charge'],
): Promise<void> {
  const { principal, currency, rate, overdue_rate: overdueRate } = row
  const { amount, late, time } = charge
  await context.db.insertInto('loan_charges').values(charge).execute()
  const cost = { of: decimal(principal, currency), percent: late === 1n ? overdueRate : rate, cost: amount }
  await writeReceipt(context, {
    ...receiptOf(row),
    action: 'charged',
    rule: 'schedule',
    roundings: [costRounding('interest', row, cost)],
    atMs: time * 1000n,
  })
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
      const receipt = { ...receiptOf(row), rule: 'review' } as const
      if (reason !== null)
        return {
          to: 'refused',
          values: { reason },
          effects: async (refused) => {
            await writeReceipt(context, { ...receipt, action: 'refused', atMs: at * 1000n })
            await notifyUser(context, refused, 'loanRefused', at)
          },
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
          const due = endOfTerm(asUnixSeconds(paidAt), Number(row.days))
          await writeReceipt(context, { ...receipt, action: 'paid', due, atMs: paidAt * 1000n })
          await addCharge(context, paid, charge)
          await notifyUser(context, paid, 'loanPaid', paidAt)
        },
      }
    },
    running: (context, row, at) => {
      const { charge, ...step } = chargeDay(row, at)
      return {
        ...step,
        effects: async (charged) => {
          await addCharge(context, row, charge)
          if (step.to === 'overdue') await notifyUser(context, charged, 'loanOverdue', at)
        },
      }
    },
    overdue: (context, row, at) => {
      const { charge, ...step } = chargeDay(row, at)
      return {
        ...step,
        effects: async () => {
          await addCharge(context, row, charge)
        },
      }
    },
  },
})
export default loans.job
