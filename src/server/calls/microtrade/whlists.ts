import type { Handler } from '../../api/handler.ts'
import { listOrders } from '../../seconds/list.ts'

const handler: Handler<'microtrade/whlists'> = (payload, { user, context }) =>
  listOrders(context, user, ['forex', 'metal'], payload)
export default handler
