import type { Handler } from '../../api/handler.ts'
import { addOrder, orderEntity } from '../../seconds/orders.ts'

const handler: Handler<'microtrade/whsubmit'> = async (payload, { user, context }) =>
  orderEntity(context, await addOrder(context, user, ['forex', 'metal'], payload))
export default handler
