import type { Handler } from '../../../api/handler.ts'
import { priceOf, quoteEntity } from '../../../loans/terms.ts'

const handler: Handler<'lh/loan/quote'> = ({ mode, ...input }, { context }) =>
  quoteEntity(mode, context.operator.server.loans.rate, priceOf(context, input))
export default handler
