import type { Handler } from '../../../api/handler.ts'
import { loanOf } from '../../../loans/loans.ts'
import { repaymentOf } from '../../../loans/repay.ts'

const handler: Handler<'lh/loan/repay_quote'> = async ({ id, currency, amount }, { user, context: { db } }) =>
  repaymentOf(await loanOf(db, user.id, id), currency, amount ?? null)
export default handler
