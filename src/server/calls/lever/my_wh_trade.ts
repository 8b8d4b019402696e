import type { Handler } from '../../api/handler.ts'
import { tradesOf } from '../../lever/trades.ts'

const handler: Handler<'lever/my_wh_trade'> = async ({ mode, ...wanted }, { user, context }) =>
  await tradesOf(context, user.id, 'wh', { ...wanted, mode: mode ?? user.mode })
export default handler
