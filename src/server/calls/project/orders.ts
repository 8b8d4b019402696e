import type { Handler } from '../../api/handler.ts'
import { readPage } from '../../api/page.ts'
import { orderEntity } from '../../interest/orders.ts'

const handler: Handler<'project/orders'> = async (
  { mode, status, page },
  { user, lang, context: { db, operator } },
) => {
  let query = db
    .selectFrom('interest_orders')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('mode', '=', mode ?? user.mode)
  if (typeof status === 'number') query = query.where('status', '=', BigInt(status))
  return await readPage(query.orderBy('id', 'desc'), page, (row) => orderEntity(operator, row, lang))
}
export default handler
