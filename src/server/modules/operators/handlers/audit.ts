import { offsetOf, pageOf } from '../../../kit/api/page.ts'
import { auditEntity } from '../audit.ts'
import type { OperatorHandlers } from '../handler.ts'

const PAGE = 50

export const handlers = {
  'audit/list': async ({ operator, call, user, from, to, page }, { context: { db } }) => {
    let query = db.selectFrom('operator_audit').selectAll()
    if (operator) query = query.where('operator', '=', operator.toLowerCase())
    if (call) query = query.where('call', '=', call)
    if (user) query = query.where('user_id', '=', user)
    if (typeof from === 'number') query = query.where('created', '>=', BigInt(from))
    if (typeof to === 'number') query = query.where('created', '<=', BigInt(to))
    const rows = await query
      .orderBy('seq', 'desc')
      .offset(offsetOf(page, PAGE))
      .limit(PAGE + 1)
      .execute()
    const found = pageOf(rows, page, PAGE)
    return { rows: found.rows.map(auditEntity), next: found.next }
  },
} satisfies Partial<OperatorHandlers>
