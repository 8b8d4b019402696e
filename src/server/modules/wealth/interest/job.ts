import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import { endOfTerm } from '../../../../product/finance/days.ts'
import { SECONDS_PER_DAY } from '../../../../product/finance/interest.ts'
import type { ServerContext } from '../../../context.ts'
import { addMessage } from '../../identity/messages.ts'
import { decimal } from '../../../kit/ledger/index.ts'
import { writeReceipt } from '../../money/receipts/write.ts'
import { createStatusMachine, reasonOf } from '../../../kit/statusMachine.ts'
import { dailyRounding, receiptOf } from './receipt.ts'
import { refusalReason, SANDBOX_FAILURE_CODES } from './sandboxFailures.ts'
import type { InterestOrderRow } from './tables.ts'

const DAY = BigInt(SECONDS_PER_DAY)

/** Review, custody or refusal; in custody one posting of interest as each day ends. After the last day the hold is released. */
export const orders = createStatusMachine({
  table: 'interest_orders',
  list: 'interest',
  kind: 'project',
  reviews: { pendingReview: Object.values(SANDBOX_FAILURE_CODES) },
  steps: {
    pendingReview: (context, row, at, decision) => {
      const reason = reasonOf(decision, () => refusalReason(decimal(row.amount, row.currency)))
      const receipt = { ...receiptOf(row), rule: 'review', atMs: at * 1000n } as const
      if (reason === null)
        return {
          to: 'inCustody',
          due: at + DAY,
          values: { started: at },
          effects: () =>
            writeReceipt(context, {
              ...receipt,
              action: 'approved',
              due: endOfTerm(asUnixSeconds(at), Number(row.days)),
            }),
        }
      return {
        to: 'cancelled',
        values: { reason },
        effects: async (refused) => {
          await context.ledger.voidHold(row.hold)
          await writeReceipt(context, { ...receipt, action: 'refused' })
          await notifyUser(context, refused, 'interestRefused', at)
        },
      }
    },
    inCustody: (context, row, at) => {
      const { db, ledger } = context
      const { id, user_id: owner, mode, currency, daily, hold } = row
      const day = row.settled + 1n
      const isLast = day === row.days
      return {
        ...(isLast ? { to: 'completed' } : { to: 'inCustody', due: at + DAY }),
        values: { settled: day, earned: row.earned + daily },
        effects: async (settled) => {
          const entries = [{ from: 'interest', to: { owner, kind: 'coin' }, currency, amount: daily }] as const
          const posting =
            daily > 0n
              ? (await ledger.post({ mode, reason: 'interest', key: `interest:${id}:${day}`, entries })).id
              : null
          await db.insertInto('interest_days').values({ order_id: id, day, amount: daily, posting, paid: at }).execute()
          if (isLast) await ledger.voidHold(hold)
          await writeReceipt(context, {
            ...receiptOf(row),
            action: isLast ? 'completed' : 'interest',
            rule: 'schedule',
            roundings: [dailyRounding(row)],
            atMs: at * 1000n,
          })
          if (!isLast) return
          await notifyUser(context, settled, 'interestCompleted', at)
        },
      }
    },
  },
})
export default orders.job

const notifyUser = (
  { db }: ServerContext,
  { id, user_id: owner, amount, earned, currency }: InterestOrderRow,
  template: string,
  at: bigint,
): Promise<void> =>
  addMessage(
    db,
    owner,
    template,
    { id, amount: `${decimal(amount, currency)} ${currency}`, interest: `${decimal(earned, currency)} ${currency}` },
    Number(at),
  )
