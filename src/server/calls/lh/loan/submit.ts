import type { Handler } from '../../../api/handler.ts'
import { applyForLoan, loanEntity } from '../../../loans/loans.ts'

const handler: Handler<'lh/loan/submit'> = async (
  { mode, currency, amount, days, fee, net, interest },
  { user, context },
) => loanEntity(await applyForLoan(context, user.id, { mode, currency, amount, days, fee, net, interest }))
export default handler
