import type { Handler } from '../../api/handler.ts'
import { orderEntity, placeOrder } from '../../spot/orders.ts'
import { listingOf } from '../../trading/permission.ts'

const handler: Handler<'coin/trade'> = async ({ mode, ...input }, { user, context }) => {
  const order = await placeOrder(context, user.id, mode, input)
  return orderEntity(order, listingOf(context, order.symbol, 'spot').precision)
}
export default handler
