import type { Handler } from '../../../api/handler.ts'
import { readPage } from '../../../api/page.ts'
import { loanEntity, loanOf } from '../../../loans/loans.ts'

const handler: Handler<'lh/loan/order'> = async ({ status, id, page }, { user, context: { db } }) => {
  if (typeof id === 'string') return { rows: [loanEntity(await loanOf(db, user.id, id))], next: null }
  let query = db.selectFrom('loans').selectAll().where('user_id', '=', user.id)
  if (typeof status === 'number') query = query.where('status', '=', BigInt(status))
  return await readPage(query.orderBy('id', 'desc'), page, loanEntity)
}
export default handler
