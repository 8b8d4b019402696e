import { addMessage } from '../identity/messages.ts'
import { decimal } from '../ledger/index.ts'
import { createStatusMachine, reasonOf } from '../statusMachine.ts'
import { releaseUploads } from '../uploads/uses.ts'
import { failureReason, SANDBOX_FAILURE_CODES } from './sandboxFailures.ts'

/** The payment is found, then credited, unless the sandbox lets it fail. */
export const deposits = createStatusMachine({
  table: 'deposits',
  list: 'deposit',
  kind: 'deposit',
  reviews: { callback: [], inReview: Object.values(SANDBOX_FAILURE_CODES) },
  steps: {
    callback: ({ operator }, _, at) => ({
      to: 'inReview',
      due: at + BigInt(operator.server.review.deposit),
      values: { reviewed: at },
    }),
    inReview: ({ db, ledger }, { id, user_id: owner, mode, currency, amount, upload_id: picture }, at, decision) => {
      const reason = reasonOf(decision, () => failureReason(decimal(amount, currency)))
      const texts = { id, amount: `${decimal(amount, currency)} ${currency}` }
      if (reason !== null)
        return {
          to: 'failure',
          values: { reason },
          effects: async () => {
            await releaseUploads(db, owner, [picture])
            await addMessage(db, owner, 'depositFailed', texts, Number(at))
          },
        }
      return {
        to: 'success',
        effects: async () => {
          const entries = [{ from: 'deposits', to: { owner, kind: 'coin' }, currency, amount }] as const
          await ledger.post({ mode, reason: 'deposit', key: `deposit:${id}`, entries })
          await addMessage(db, owner, 'depositCredited', texts, Number(at))
        },
      }
    },
  },
})
export default deposits.job
