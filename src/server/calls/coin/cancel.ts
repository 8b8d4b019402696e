import type { Handler } from '../../api/handler.ts'
import { cancelOrder, orderEntity } from '../../spot/orders.ts'
import { listingOf } from '../../trading/permission.ts'

const handler: Handler<'coin/cancel'> = async ({ mode, id }, { user, context }) => {
  const order = await cancelOrder(context, user.id, mode, id)
  return orderEntity(order, listingOf(context, order.symbol, 'spot').precision)
}
export default handler
