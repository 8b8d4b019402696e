import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'

const handler: Handler<'currency/new_timeshar'> = ({ symbol }, { context }) => {
  const line = context.market.dayLine(symbol)
  if (!line) throw refuse('pairNotFound')
  return { symbol, ...line }
}
export default handler
