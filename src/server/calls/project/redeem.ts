import type { Handler } from '../../api/handler.ts'
import { orderEntity } from '../../interest/orders.ts'
import { redeem } from '../../interest/redeem.ts'

const handler: Handler<'project/redeem'> = async (
  { mode, id, currency, cost, forfeited, back },
  { user, lang, context },
) => orderEntity(context.operator, await redeem(context, user.id, { mode, id, currency, cost, forfeited, back }), lang)
export default handler
