import type { ServerContext } from '../../../context.ts'
import { addMessage } from '../../identity/messages.ts'
import { notify } from '../../identity/notices.ts'
import { decimal, type AccountRef } from '../../../kit/ledger/index.ts'
import { writeReceipt } from '../receipts/write.ts'
import { createStatusMachine, reasonOf, type Transition } from '../../../kit/statusMachine.ts'
import { receiptOf } from './withdrawals.ts'
import { failureReason, SANDBOX_FAILURE_CODES } from './sandboxFailures.ts'
import type { WithdrawalRow, WithdrawalsTable } from './tables.ts'

const REASONS = Object.values(SANDBOX_FAILURE_CODES)

/** Ends a review with a refusal: the hold is voided. */
const refusal = (
  context: ServerContext,
  row: WithdrawalRow,
  reason: NonNullable<WithdrawalsTable['reason']>,
  at: bigint,
): Transition<WithdrawalRow, 'failure'> => ({
  to: 'failure',
  values: { reason },
  effects: async () => {
    const { id, user_id: owner, currency, amount, hold } = row
    await context.ledger.voidHold(hold)
    await writeReceipt(context, { ...receiptOf(row), action: 'refused', rule: 'review', atMs: at * 1000n })
    await addMessage(
      context.db,
      owner,
      'withdrawalFailed',
      { id, amount: `${decimal(amount, currency)} ${currency}` },
      Number(at),
    )
  },
})

/** Two reviews, then the hold is paid out, unless one of them refuses it. */
export const withdrawals = createStatusMachine({
  table: 'withdrawals',
  list: 'withdrawal',
  kind: 'withdrawal',
  paysOut: true,
  heldUntil: ({ held_until }) => held_until,
  reviews: { firstReview: REASONS, finalReview: REASONS },
  steps: {
    firstReview: (context, row, at, decision) => {
      const reason = reasonOf<(typeof REASONS)[number]>(decision, () => null)
      if (reason !== null) return refusal(context, row, reason, at)
      return {
        to: 'finalReview',
        due: at + BigInt(context.operator.server.review.withdrawal),
        values: { reviewed: at },
      }
    },
    finalReview: (context, row, at, decision) => {
      const { ledger } = context
      const { id, user_id: owner, currency, amount, fee, hold, number } = row
      const reason = reasonOf(decision, () => failureReason(decimal(amount, currency)))
      if (reason !== null) return refusal(context, row, reason, at)
      return {
        to: 'success',
        effects: async () => {
          const paid: { to: AccountRef; amount: bigint }[] = [
            { to: 'withdrawals', amount: amount - fee },
            { to: 'fees', amount: fee },
          ]
          await ledger.commitHold(
            hold,
            paid.filter((part) => part.amount > 0n),
          )
          await writeReceipt(context, { ...receiptOf(row), action: 'paid', rule: 'review', atMs: at * 1000n })
          const texts = { id, amount: `${decimal(amount - fee, currency)} ${currency}`, to: number }
          await notify(context, owner, 'withdrawalPaid', texts, Number(at))
        },
      }
    },
  },
})
export default withdrawals.job
