import { SECONDS_PER_DAY } from '../../../../product/finance/interest.ts'
import { addMessage } from '../../identity/messages.ts'
import { decimal } from '../../../kit/ledger/index.ts'
import { writeReceipt } from '../../money/receipts/write.ts'
import { createStatusMachine } from '../../../kit/statusMachine.ts'
import { dailyRounding, receiptOf } from './receipt.ts'

/** One posting of interest as each day ends. After the last day the hold is released. */
export const orders = createStatusMachine({
  table: 'fixed_orders',
  list: 'fixed',
  steps: {
    running: (context, row, at) => {
      const { db, ledger } = context
      const { id, user_id: owner, mode, currency, daily, hold } = row
      const day = row.settled + 1n
      const isLast = day === row.days
      return {
        ...(isLast ? { to: 'completed' } : { to: 'running', due: at + BigInt(SECONDS_PER_DAY) }),
        values: { settled: day },
        effects: async () => {
          const entries = [{ from: 'interest', to: { owner, kind: 'coin' }, currency, amount: daily }] as const
          if (daily > 0n) await ledger.post({ mode, reason: 'fixed', key: `fixed:${id}:${day}`, entries })
          await db
            .insertInto('fixed_settlements')
            .values({ order_id: id, day, user_id: owner, mode, currency, amount: daily, time: at })
            .execute()
          if (isLast) await ledger.voidHold(hold)
          await writeReceipt(context, {
            ...receiptOf(row),
            action: isLast ? 'completed' : 'interest',
            rule: 'schedule',
            roundings: [dailyRounding(row)],
            atMs: at * 1000n,
          })
          if (!isLast) return
          const withCurrency = (units: bigint) => `${decimal(units, currency)} ${currency}`
          const texts = { id, amount: withCurrency(row.amount), interest: withCurrency(daily * row.days) }
          await addMessage(db, owner, 'fixedCompleted', texts, Number(at))
        },
      }
    },
  },
})
export default orders.job
