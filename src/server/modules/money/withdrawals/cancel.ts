import { statusIndex } from '../../../../product/domain/status.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import type { Mode } from '../../../kit/ledger/index.ts'
import { checkConfirmed, type Confirmed } from '../receipts/confirmed.ts'
import { writeReceipt } from '../receipts/write.ts'
import { checkAccountActive } from '../wallet/accountChecks.ts'
import { refuseLedgerErrorAs } from '../wallet/ledgerErrors.ts'
import { withdrawals } from './job.ts'
import type { WithdrawalRow } from './tables.ts'
import { receiptOf, withdrawalOf } from './withdrawals.ts'

const FIRST_REVIEW = BigInt(statusIndex('withdrawal', 'firstReview'))

export interface CancelWithdrawalInput {
  mode: Mode
  id: string
  currency: string
  amount?: Confirmed
}

/** Cancels a withdrawal before its first review ends, in the transaction of a money call. The guarded transition decides between owner and review. */
export async function cancelWithdrawal(
  context: ServerContext,
  userId: string,
  { mode, id, currency, amount }: CancelWithdrawalInput,
): Promise<WithdrawalRow> {
  const { db, ledger, clock } = context
  const row = await withdrawalOf(db, userId, id)
  await checkAccountActive(db, userId, mode)
  if (row.mode !== mode) throw refuse('unauthorizedOperation')
  if (row.currency !== currency) throw refuse('amountError')
  checkConfirmed(currency, [amount, row.amount])
  if (row.status !== FIRST_REVIEW) throw refuse('orderCannotBeCancelled')
  const cancelled = await withdrawals.transition(context, row, BigInt(clock.now()), {
    to: 'failure',
    values: { reason: 'cancelled' },
  })
  if (!cancelled) throw refuse('orderCannotBeCancelled')
  await ledger.voidHold(row.hold).catch(refuseLedgerErrorAs('frozenBalanceZero'))
  await writeReceipt(context, { ...receiptOf(row), action: 'cancelled', rule: 'owner' })
  return cancelled
}
