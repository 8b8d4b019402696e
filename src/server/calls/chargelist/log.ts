import type { Handler } from '../../api/handler.ts'
import { readPage } from '../../api/page.ts'
import { depositEntity } from '../../deposits/deposits.ts'

const handler: Handler<'chargelist/log'> = async (
  { mode, status, currency, page },
  { user, context: { db, clock } },
) => {
  let query = db
    .selectFrom('deposits')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('mode', '=', mode ?? user.mode)
  if (typeof status === 'number') query = query.where('status', '=', BigInt(status))
  if (typeof currency === 'string') query = query.where('currency', '=', currency)
  return await readPage(query.orderBy('id', 'desc'), page, (row) => depositEntity(db, row, clock.now()))
}
export default handler
