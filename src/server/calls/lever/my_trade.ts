import type { Handler } from '../../api/handler.ts'
import { tradesOf } from '../../lever/trades.ts'

const handler: Handler<'lever/my_trade'> = async ({ mode, ...input }, { user, context }) =>
  await tradesOf(context, user.id, 'crypto', { ...input, mode: mode ?? user.mode })
export default handler
