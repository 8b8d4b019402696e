import { statusIndex } from '../../../core/status.ts'
import type { Handler } from '../../api/handler.ts'
import { readPage } from '../../api/page.ts'
import { orderEntity } from '../../spot/orders.ts'
import { listingOf } from '../../trading/permission.ts'

const OPEN = BigInt(statusIndex('spotOrder', 'open'))

const handler: Handler<'coin/list'> = async ({ mode, symbol, state, page }, { user, context }) => {
  let query = context.db
    .selectFrom('spot_orders')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('mode', '=', mode ?? user.mode)
  if (typeof symbol === 'string') query = query.where('symbol', '=', symbol)
  if (state) query = query.where('status', state === 'open' ? '=' : '<>', OPEN)
  return await readPage(query.orderBy('id', 'desc'), page, (row) =>
    orderEntity(row, listingOf(context, row.symbol, 'spot').precision),
  )
}
export default handler
