import type { Handler } from '../../api/handler.ts'
import { quoteOrder } from '../../lever/quote.ts'

const handler: Handler<'lever/quote'> = async ({ mode, ...input }, { user, context }) =>
  await quoteOrder(context, user.id, mode ?? user.mode, input)
export default handler
