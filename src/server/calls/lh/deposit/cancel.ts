import type { Handler } from '../../../api/handler.ts'
import { breakContract, orderEntity } from '../../../fixed/orders.ts'

const handler: Handler<'lh/deposit/cancel'> = async ({ mode, id, currency, cost, back }, { user, context }) =>
  orderEntity(await breakContract(context, user.id, { mode, id, currency, cost, back }))
export default handler
