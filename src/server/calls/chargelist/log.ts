import type { Handler } from '../../api/handler.ts'
import { offsetOf, pageOf } from '../../api/page.ts'
import { depositEntity } from '../../deposits/deposits.ts'

const PAGE = 20

const handler: Handler<'chargelist/log'> = async ({ mode, status, currency, page }, { user, context: { db, clock } }) => {
  let query = db
    .selectFrom('deposits')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('mode', '=', mode ?? user.mode)
  if (typeof status === 'number') query = query.where('status', '=', BigInt(status))
  if (typeof currency === 'string') query = query.where('currency', '=', currency)
  const rows = await query.orderBy('id', 'desc').offset(offsetOf(page, PAGE)).limit(PAGE + 1).execute()
  return pageOf(await Promise.all(rows.map((row) => depositEntity(db, row, clock.now()))), page, PAGE)
}
export default handler
