import type { Handler } from '../../api/handler.ts'
import { readPage } from '../../api/page.ts'
import { recordEntity } from '../../exchange/exchange.ts'

const handler: Handler<'wallet/myFlashAgainstList'> = async ({ mode, page }, { user, context: { db } }) =>
  await readPage(
    db
      .selectFrom('flash_exchanges')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('mode', '=', mode ?? user.mode)
      .orderBy('id', 'desc'),
    page,
    recordEntity,
  )
export default handler
