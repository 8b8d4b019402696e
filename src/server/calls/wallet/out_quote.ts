import type { Handler } from '../../api/handler.ts'
import { quoteEntity, quoteOf } from '../../withdrawals/options.ts'

const handler: Handler<'wallet/out_quote'> = async ({ mode, ...input }, { user, context }) =>
  quoteEntity(mode, input.currency, await quoteOf(context, user.id, input))
export default handler
