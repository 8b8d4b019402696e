import { asUnixSeconds } from '../../../core/time.ts'
import type { Handler } from '../../api/handler.ts'
import { orderEntity, orderOf } from '../../interest/orders.ts'
import { decimal } from '../../ledger/index.ts'

const handler: Handler<'project/order_detail'> = async ({ id }, { user, lang, context: { db, operator } }) => {
  const row = await orderOf(db, user.id, id)
  const days = await db
    .selectFrom('interest_days')
    .selectAll()
    .where('order_id', '=', row.id)
    .orderBy('day', 'desc')
    .execute()
  const { currency } = row
  return {
    order: orderEntity(operator, row, lang),
    days: days.map(({ day, paid, amount }) => ({
      day: Number(day),
      time: asUnixSeconds(paid),
      currency,
      amount: decimal(amount, currency),
    })),
  }
}
export default handler
