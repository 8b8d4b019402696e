import type { Handler } from '../../api/handler.ts'
import { orderEntity, subscribe } from '../../fixed/orders.ts'

const handler: Handler<'lh/deposit'> = async ({ mode, product, currency, amount, interest }, { user, context }) =>
  orderEntity(await subscribe(context, user.id, { mode, product, currency, amount, interest }))
export default handler
