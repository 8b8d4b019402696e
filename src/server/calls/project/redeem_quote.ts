import type { Handler } from '../../api/handler.ts'
import { orderOf } from '../../interest/orders.ts'
import { redemptionEntity } from '../../interest/redeem.ts'

const handler: Handler<'project/redeem_quote'> = async ({ id }, { user, context: { db } }) =>
  redemptionEntity(await orderOf(db, user.id, id))
export default handler
