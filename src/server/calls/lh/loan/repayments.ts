import { asUnixSeconds } from '../../../../core/time.ts'
import type { LoanPayment } from '../../../../generated/entities.ts'
import type { Handler } from '../../../api/handler.ts'
import { readPage } from '../../../api/page.ts'
import { decimal } from '../../../ledger/index.ts'
import { loanOf } from '../../../loans/loans.ts'

const handler: Handler<'lh/loan/repayments'> = async ({ id: loan, page }, { user, context: { db } }) => {
  const { currency } = await loanOf(db, user.id, loan)
  const money = (units: bigint) => decimal(units, currency)
  const query = db
    .selectFrom('loan_repayments')
    .selectAll()
    .where('loan_id', '=', loan)
    .where('user_id', '=', user.id)
    .orderBy('time', 'desc')
    .orderBy('id', 'desc')
  return await readPage(query, page, ({ id, amount, interest, time }): LoanPayment => ({
    id,
    currency,
    amount: money(amount),
    interest: money(interest),
    principal: money(amount - interest),
    time: asUnixSeconds(time),
  }))
}
export default handler
