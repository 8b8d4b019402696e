import type { Handler } from '../../api/handler.ts'
import { orderEntity } from '../../lever/entities.ts'
import { orderOf } from '../../lever/trades.ts'

const handler: Handler<'lever/order'> = async ({ id }, { user, context }) =>
  orderEntity(context, await orderOf(context.db, user.id, id))
export default handler
