import type { Handler } from '../../api/handler.ts'
import { checkSeconds } from '../../seconds/orders.ts'
import { quoteOf } from '../../seconds/terms.ts'

const handler: Handler<'microtrade/quote'> = async (payload, { user, context }) => {
  await checkSeconds(context, user.id, payload.symbol)
  return quoteOf(context, payload)
}
export default handler
