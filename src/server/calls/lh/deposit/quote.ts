import type { Handler } from '../../../api/handler.ts'
import { priceOf, quoteEntity } from '../../../fixed/products.ts'

const handler: Handler<'lh/deposit/quote'> = async ({ mode, ...input }, { user, context }) =>
  quoteEntity(mode, context.clock.now(), await priceOf(context, user.id, mode, input))
export default handler
