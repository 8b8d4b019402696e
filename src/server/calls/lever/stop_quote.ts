import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'
import { hasClosingTick, openPosition } from '../../lever/close.ts'
import { quoteStops } from '../../lever/quote.ts'

const handler: Handler<'lever/stop_quote'> = async ({ id, ...stops }, { user, context }) => {
  const row = await openPosition(context, user.id, id)
  if (hasClosingTick(context, row)) throw refuse('tradeRecordGone')
  return await quoteStops(context, row, stops)
}
export default handler
