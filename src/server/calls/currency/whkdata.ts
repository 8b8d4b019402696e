import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'

const LIMIT = 250

const handler: Handler<'currency/whkdata'> = ({ symbol, interval, before, limit }, { context }) => {
  const asked = limit ?? LIMIT
  const found = context.market.candles(symbol, interval, { limit: asked, ...(before !== undefined && { before }) })
  if (!found) throw refuse('pairNotFound')
  const first = found.candles[0]
  return { symbol, interval, ...found, earlier: first && found.candles.length === asked ? first.time : null }
}
export default handler
