import type { Handler } from '../../api/handler.ts'
import { tradeAccessOf } from '../../trading/access.ts'

const handler: Handler<'trade/access'> = async ({ symbol, product }, { user, lang, context }) =>
  await tradeAccessOf(context, user.id, lang, symbol, product)
export default handler
