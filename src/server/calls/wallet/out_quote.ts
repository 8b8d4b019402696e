import type { Handler } from '../../api/handler.ts'
import { quoteEntity, quoteOf } from '../../withdrawals/options.ts'

const handler: Handler<'wallet/out_quote'> = async ({ mode, ...wanted }, { user, context }) =>
  quoteEntity(mode, wanted.currency, await quoteOf(context, user.id, wanted))
export default handler
