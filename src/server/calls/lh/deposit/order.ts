import type { Handler } from '../../../api/handler.ts'
import { ordersOf } from '../../../fixed/listing.ts'
import { orderEntity, orderOf } from '../../../fixed/orders.ts'

const handler: Handler<'lh/deposit/order'> = async ({ mode, status, id, page }, { user, context: { db } }) => {
  if (typeof id === 'string') return { rows: [orderEntity(await orderOf(db, user.id, id))], next: null }
  return await ordersOf(db, user.id, { mode: mode ?? user.mode, status: status ?? null, page })
}
export default handler
