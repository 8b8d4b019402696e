import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'
import { orderEntity } from '../../spot/orders.ts'
import { listingOf } from '../../trading/permission.ts'

const handler: Handler<'coin/detail'> = async ({ id }, { user, context }) => {
  const order = await context.db
    .selectFrom('spot_orders')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (!order) throw refuse('tradeRecordNotFound')
  return orderEntity(order, listingOf(context, order.symbol, 'spot').precision)
}
export default handler
