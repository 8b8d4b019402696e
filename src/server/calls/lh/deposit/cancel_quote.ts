import type { Handler } from '../../../api/handler.ts'
import { breakOf, orderOf } from '../../../fixed/orders.ts'

const handler: Handler<'lh/deposit/cancel_quote'> = async ({ id }, { user, context: { db, clock } }) =>
  breakOf(await orderOf(db, user.id, id), clock.now())
export default handler
