import type { Handler } from '../../api/handler.ts'
import { ordersOf } from '../../lever/trades.ts'

const handler: Handler<'lever/orders'> = async ({ mode, ...input }, { user, context }) =>
  await ordersOf(context, user.id, { ...input, mode: mode ?? user.mode })
export default handler
