import type { Handler } from '../../api/handler.ts'
import { offsetOf, pageOf } from '../../api/page.ts'
import { recordEntity } from '../../exchange/exchange.ts'

const PAGE = 20

const handler: Handler<'wallet/myFlashAgainstList'> = async ({ mode, page }, { user, context: { db } }) => {
  const rows = await db
    .selectFrom('flash_exchanges')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('mode', '=', mode ?? user.mode)
    .orderBy('id', 'desc')
    .offset(offsetOf(page, PAGE))
    .limit(PAGE + 1)
    .execute()
  return pageOf(rows.map(recordEntity), page, PAGE)
}
export default handler
