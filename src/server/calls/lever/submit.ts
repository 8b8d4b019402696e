import type { Handler } from '../../api/handler.ts'
import { orderEntity } from '../../lever/entities.ts'
import { placeOrder } from '../../lever/open.ts'

const handler: Handler<'lever/submit'> = async (wanted, { user, context }) =>
  orderEntity(context, await placeOrder(context, user, 'crypto', wanted))
export default handler
