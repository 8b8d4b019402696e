import { addMessage } from '../identity/messages.ts'
import { decimal, type AccountRef } from '../ledger/index.ts'
import { createStatusMachine } from '../statusMachine.ts'
import { failureReason } from './sandboxFailures.ts'

/** Two reviews, then the hold is paid out, unless the sandbox lets it fail. */
export const withdrawals = createStatusMachine({
  table: 'withdrawals',
  list: 'withdrawal',
  steps: {
    firstReview: ({ operator }, _, at) => ({
      to: 'finalReview',
      due: at + BigInt(operator.server.review.withdrawal),
      values: { reviewed: at },
    }),
    finalReview: ({ db, ledger }, { id, user_id: owner, currency, amount, fee, hold, number }, at) => {
      const reason = failureReason(decimal(amount, currency))
      const withCurrency = (units: bigint) => `${decimal(units, currency)} ${currency}`
      if (reason !== null)
        return {
          to: 'failure',
          values: { reason },
          effects: async () => {
            await ledger.voidHold(hold)
            await addMessage(db, owner, 'withdrawalFailed', { id, amount: withCurrency(amount) }, Number(at))
          },
        }
      return {
        to: 'success',
        effects: async () => {
          const paid: { to: AccountRef; amount: bigint }[] = [
            { to: 'withdrawals', amount: amount - fee },
            { to: 'fees', amount: fee },
          ]
          await ledger.commitHold(
            hold,
            paid.filter((one) => one.amount > 0n),
          )
          const texts = { id, amount: withCurrency(amount - fee), to: number }
          await addMessage(db, owner, 'withdrawalPaid', texts, Number(at))
        },
      }
    },
  },
})
export default withdrawals.job
