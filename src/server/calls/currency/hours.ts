import { fromMilliseconds } from '../../../core/time.ts'
import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'

const handler: Handler<'currency/hours'> = ({ symbol }, { context: { clock, market } }) => {
  if (!market.quote(symbol)) throw refuse('pairNotFound')
  const now = clock.nowMs()
  const open = market.isOpen(symbol, now)
  const seconds = (ms: number | null) => (ms === null ? null : fromMilliseconds(ms))
  return {
    symbol,
    open,
    opens: open ? null : seconds(market.nextOpen(symbol, now)),
    closes: seconds(market.nextClose(symbol, now)),
  }
}
export default handler
