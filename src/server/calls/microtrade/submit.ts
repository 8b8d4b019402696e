import type { Handler } from '../../api/handler.ts'
import { addOrder, orderEntity } from '../../seconds/orders.ts'

const handler: Handler<'microtrade/submit'> = async (payload, { user, context }) =>
  orderEntity(context, await addOrder(context, user, ['crypto'], payload))
export default handler
