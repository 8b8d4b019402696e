import type { Handler } from '../../../api/handler.ts'
import { priceOf, quoteEntity } from '../../../loans/terms.ts'

const handler: Handler<'lh/loan/quote'> = ({ mode, ...wanted }, { context }) =>
  quoteEntity(mode, context.operator.server.loans.rate, priceOf(context, wanted))
export default handler
