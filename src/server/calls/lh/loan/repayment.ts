import type { Handler } from '../../../api/handler.ts'
import { loanEntity } from '../../../loans/loans.ts'
import { repay } from '../../../loans/repay.ts'

const handler: Handler<'lh/loan/repayment'> = async (
  { mode, id, currency, amount, interest, principal },
  { user, context },
) => loanEntity(await repay(context, user.id, { mode, id, currency, amount, interest, principal }))
export default handler
