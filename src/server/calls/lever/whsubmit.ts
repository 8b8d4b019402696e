import type { Handler } from '../../api/handler.ts'
import { orderEntity } from '../../lever/entities.ts'
import { placeOrder } from '../../lever/open.ts'

const handler: Handler<'lever/whsubmit'> = async (input, { user, context }) =>
  orderEntity(context, await placeOrder(context, user, 'wh', input))
export default handler
