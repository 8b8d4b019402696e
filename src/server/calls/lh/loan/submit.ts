import type { Handler } from '../../../api/handler.ts'
import { apply, loanEntity } from '../../../loans/loans.ts'

const handler: Handler<'lh/loan/submit'> = async ({ mode, currency, amount, days, fee, net, interest }, { user, context }) =>
  loanEntity(await apply(context, user.id, { mode, currency, amount, days, fee, net, interest }))
export default handler
