import type { Handler } from '../../api/handler.ts'
import { offsetOf, pageOf } from '../../api/page.ts'
import { orderEntity } from '../../interest/orders.ts'

const PAGE = 20

const handler: Handler<'project/orders'> = async ({ mode, status, page }, { user, lang, context: { db, operator } }) => {
  let query = db.selectFrom('interest_orders').selectAll().where('user_id', '=', user.id).where('mode', '=', mode ?? user.mode)
  if (typeof status === 'number') query = query.where('status', '=', BigInt(status))
  const rows = await query.orderBy('id', 'desc').offset(offsetOf(page, PAGE)).limit(PAGE + 1).execute()
  return pageOf(rows.map((row) => orderEntity(operator, row, lang)), page, PAGE)
}
export default handler
