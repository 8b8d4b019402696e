import { addMessage } from '../../identity/messages.ts'
import { decimal } from '../../../kit/ledger/index.ts'
import { createStatusMachine, reasonOf } from '../../../kit/statusMachine.ts'
import { writeReceipt } from '../receipts/write.ts'
import { releaseUploads } from '../../content/uploads/uses.ts'
import { receiptOf } from './deposits.ts'
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
    inReview: (context, row, at, decision) => {
      const { db, ledger } = context
      const { id, user_id: owner, mode, currency, amount, upload_id: picture } = row
      const receipt = { ...receiptOf(row), rule: 'review', atMs: at * 1000n } as const
      const reason = reasonOf(decision, () => failureReason(decimal(amount, currency)))
      const texts = { id, amount: `${decimal(amount, currency)} ${currency}` }
      if (reason !== null)
        return {
          to: 'failure',
          values: { reason },
          effects: async () => {
            await releaseUploads(db, owner, [picture])
            await writeReceipt(context, { ...receipt, action: 'refused' })
            await addMessage(db, owner, 'depositFailed', texts, Number(at))
          },
        }
      return {
        to: 'success',
        effects: async () => {
          const entries = [{ from: 'deposits', to: { owner, kind: 'coin' }, currency, amount }] as const
          await ledger.post({ mode, reason: 'deposit', key: `deposit:${id}`, entries })
          await writeReceipt(context, { ...receipt, action: 'paid' })
          await addMessage(db, owner, 'depositCredited', texts, Number(at))
        },
      }
    },
  },
})
export default deposits.job
