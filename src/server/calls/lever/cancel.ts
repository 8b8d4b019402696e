import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'
import { orderEntity } from '../../lever/entities.ts'
import { cancelOrder, OPEN } from '../../lever/open.ts'
import { fillingTrigger } from '../../lever/stops.ts'
import { orderOf } from '../../lever/trades.ts'
import { firstCrossing } from '../../trading/triggers.ts'
import { checkAccountActive } from '../../wallet/accountChecks.ts'
import { refuseLedgerErrorAs } from '../../wallet/ledgerErrors.ts'

const handler: Handler<'lever/cancel'> = async ({ mode, id }, { user, context }) => {
  const { db, clock } = context
  await checkAccountActive(db, user.id, mode)
  const row = await orderOf(db, user.id, id)
  // The user's own order, but in the other mode.
  if (row.mode !== mode) throw refuse('unauthorizedOperation')
  if (row.status !== OPEN) throw refuse('orderCannotBeCancelled')
  // A tick may have filled the order, with the booking still due.
  const filled = firstCrossing(context, row, fillingTrigger(row), clock.nowMs()) !== null
  if (filled || !(await cancelOrder(context, row, 'user').catch(refuseLedgerErrorAs('frozenBalanceZero'))))
    throw refuse('cancelFailed')
  return orderEntity(context, await orderOf(db, user.id, id))
}
export default handler
