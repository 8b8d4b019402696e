import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'

const handler: Handler<'currency/whkdata'> = ({ symbol, interval, before, limit }, { context }) => {
  const found = context.market.candles(symbol, interval, { limit: limit ?? 250, ...(typeof before === 'number' && { before }) })
  if (!found) throw refuse('pairNotFound')
  return { symbol, interval, ...found }
}
export default handler
