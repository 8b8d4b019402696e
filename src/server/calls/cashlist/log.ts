import type { Handler } from '../../api/handler.ts'
import { offsetOf, pageOf } from '../../api/page.ts'
import { withdrawalEntity } from '../../withdrawals/withdrawals.ts'

const PAGE = 20

const handler: Handler<'cashlist/log'> = async ({ mode, status, currency, page }, { user, context: { db } }) => {
  let query = db
    .selectFrom('withdrawals')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('mode', '=', mode ?? user.mode)
  if (typeof status === 'number') query = query.where('status', '=', BigInt(status))
  if (typeof currency === 'string') query = query.where('currency', '=', currency)
  const rows = await query.orderBy('id', 'desc').offset(offsetOf(page, PAGE)).limit(PAGE + 1).execute()
  return pageOf(rows.map(withdrawalEntity), page, PAGE)
}
export default handler
