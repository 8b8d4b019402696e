import type { Handler } from '../../api/handler.ts'
import { readPage } from '../../api/page.ts'
import { transferEntity } from '../../wallet/transfers.ts'

const handler: Handler<'wallet/transfers'> = async ({ mode, page }, { user, context: { db } }) =>
  await readPage(
    db
      .selectFrom('transfers')
      .selectAll()
      .where('user_id', '=', user.id)
      .where('mode', '=', mode ?? user.mode)
      .orderBy('id', 'desc'),
    page,
    transferEntity,
  )
export default handler
