import type { Money } from '../../../../engine/language/values/units.ts'
import { allocateRepayment } from '../../../../product/finance/loan.ts'
import { canTransition, statusAt } from '../../../../product/domain/status.ts'
import type { LoanRepayment } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import { decimal, minor, type Mode } from '../../../kit/ledger/index.ts'
import { checkConfirmed, type Confirmed } from '../../money/receipts/confirmed.ts'
import { writeReceipt } from '../../money/receipts/write.ts'
import { checkRealAccountActive } from '../../money/wallet/accountChecks.ts'
import { fundsRefusal } from '../../money/wallet/ledgerErrors.ts'
import { amountOf } from '../../money/wallet/transfers.ts'
import { loans } from './job.ts'
import { loanOf } from './loans.ts'
import type { LoanRow } from './tables.ts'
import { notifyUser } from './notifyUser.ts'
import { receiptOf } from './receipt.ts'

/** Splits a repayment into interest and principal; `amount` null repays everything. */
export function repaymentOf(row: LoanRow, currency: string, amount: Money | null): Omit<LoanRepayment, 'lasts'> {
  if (!canTransition('loan', statusAt('loan', row.status), 'repaid')) throw refuse('orderStatusError')
  if (currency !== row.currency) throw refuse('wrongCurrencyType')
  const owed = row.principal + row.interest
  const units = amount === null ? owed : amountOf(amount, currency)
  if (units <= 0n) throw refuse('amountError')
  if (units < row.least && units < owed)
    throw refuse('amountBelowMinimum', { amount: decimal(row.least < owed ? row.least : owed, currency), currency })
  const paid = decimal(units, currency)
  const split = allocateRepayment(paid, {
    interest: decimal(row.interest, currency),
    principal: decimal(row.principal, currency),
  })
  if (!split) throw refuse('amountAboveMaximum', { amount: decimal(owed, currency), currency })
  const { interest, principal, remaining } = split
  return { id: row.id, currency, amount: paid, interest, principal, left: remaining }
}

export interface RepaymentInput {
  mode: Mode
  id: string
  currency: string
  amount: Money
  interest?: Confirmed
  principal?: Confirmed
}

/** Repays the split of interest and principal the user confirmed, in the transaction of a money call. */
export async function repay(
  context: ServerContext,
  userId: string,
  { mode, id, currency, amount, ...confirmed }: RepaymentInput,
): Promise<LoanRow> {
  const { db, ledger, clock } = context
  await checkRealAccountActive(db, userId, mode)
  const row = await loans.advance(context, await loanOf(db, userId, id))
  if (!row) throw refuse('orderStatusError')
  const split = repaymentOf(row, currency, amount)
  const [units, interest, principal, remaining] = [split.amount, split.interest, split.principal, split.left].map(
    (money) => minor(money, currency),
  ) as [bigint, bigint, bigint, bigint]
  checkConfirmed(currency, [confirmed.interest, interest], [confirmed.principal, principal])

  const from = { owner: userId, kind: 'coin' } as const
  const parts = [
    { from, to: 'loans' as const, currency, amount: principal },
    { from, to: 'interest' as const, currency, amount: interest },
  ]
  const posting = await ledger
    .post({ mode, reason: 'repayment', entries: parts.filter((move) => move.amount > 0n) })
    .catch((error: unknown) => {
      throw fundsRefusal(error)
    })
  const now = BigInt(clock.now())
  const values = {
    principal: row.principal - principal,
    interest: row.interest - interest,
    repaid: row.repaid + units,
  }
  const repaid =
    remaining === 0n
      ? await loans.transition(context, row, now, { to: 'repaid', values })
      : await changeLoan(context, row, values)
  if (!repaid) throw refuse('orderStatusError')
  await db
    .insertInto('loan_repayments')
    .values({ id: posting.id, loan_id: id, user_id: userId, amount: units, interest, time: now })
    .execute()
  await writeReceipt(context, { ...receiptOf(row), action: 'repaid', rule: 'owner' })
  if (remaining === 0n) await notifyUser(context, repaid, 'loanRepaid', now)
  return repaid
}

/** Changes the outstanding amounts of a loan that goes on. Returns null if it is not the stored one any more. */
async function changeLoan(
  { db }: Pick<ServerContext, 'db'>,
  row: LoanRow,
  values: Pick<LoanRow, 'principal' | 'interest' | 'repaid'>,
): Promise<LoanRow | null> {
  const changed = await db
    .updateTable('loans')
    .set(values)
    .where('id', '=', row.id)
    .where('status', '=', row.status)
    .where('charges', '=', row.charges)
    .where('repaid', '=', row.repaid)
    .returningAll()
    .executeTakeFirst()
  return changed ?? null
}
