import { statusAt } from '../../../core/status.ts'
import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'
import { orderEntity } from '../../seconds/orders.ts'
import { settleExpired } from '../../seconds/settle.ts'

const handler: Handler<'microtrade/order'> = async ({ id }, { user, context }) => {
  const { db, clock } = context
  const find = async () => {
    const row = await db
      .selectFrom('seconds_orders')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    if (!row) throw refuse('dataNotFound')
    return row
  }
  let row = await find()
  // Settles an expired order here too: the client polls when the countdown ends, and must not see a profit that is not booked yet.
  if (statusAt('secondsOrder', row.status) === 'running' && row.expires <= BigInt(clock.now())) {
    await settleExpired(context, row)
    row = await find()
  }
  return orderEntity(context, row)
}
export default handler
