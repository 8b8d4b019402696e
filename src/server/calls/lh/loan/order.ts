import type { Handler } from '../../../api/handler.ts'
import { offsetOf, pageOf } from '../../../api/page.ts'
import { loanEntity, loanOf } from '../../../loans/loans.ts'

const PAGE = 20

const handler: Handler<'lh/loan/order'> = async ({ status, id, page }, { user, context: { db } }) => {
  if (typeof id === 'string') return { rows: [loanEntity(await loanOf(db, user.id, id))], next: null }
  let query = db.selectFrom('loans').selectAll().where('user_id', '=', user.id)
  if (typeof status === 'number') query = query.where('status', '=', BigInt(status))
  const rows = await query.orderBy('id', 'desc').offset(offsetOf(page, PAGE)).limit(PAGE + 1).execute()
  return pageOf(rows.map(loanEntity), page, PAGE)
}
export default handler
