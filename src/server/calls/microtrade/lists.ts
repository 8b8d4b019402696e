import type { Handler } from '../../api/handler.ts'
import { listOrders } from '../../seconds/list.ts'

const handler: Handler<'microtrade/lists'> = (payload, { user, context }) =>
  listOrders(context, user, ['crypto'], payload)
export default handler
