import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'

const LIMIT = 250

const handler: Handler<'currency/whkdata'> = ({ symbol, interval, before, limit }, { context }) => {
  const asked = limit ?? LIMIT
  const page = context.market.candles(symbol, interval, { limit: asked, ...(before !== undefined && { before }) })
  if (!page) throw refuse('pairNotFound')
  const first = page.candles[0]
  return { symbol, interval, ...page, earlier: first && page.candles.length === asked ? first.time : null }
}
export default handler
