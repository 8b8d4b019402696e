import type { Handler } from '../../api/handler.ts'
import { readPage } from '../../api/page.ts'
import { withdrawalEntity } from '../../withdrawals/withdrawals.ts'

const handler: Handler<'cashlist/log'> = async ({ mode, status, currency, page }, { user, context: { db } }) => {
  let query = db
    .selectFrom('withdrawals')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('mode', '=', mode ?? user.mode)
  if (typeof status === 'number') query = query.where('status', '=', BigInt(status))
  if (typeof currency === 'string') query = query.where('currency', '=', currency)
  return await readPage(query.orderBy('id', 'desc'), page, withdrawalEntity)
}
export default handler
