import { add, asMoney } from '../../../core/decimal.ts'
import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'
import { closeAtMarket, isClosable, hasClosingTick } from '../../lever/close.ts'
import { dealEntity } from '../../lever/entities.ts'
import { TRADING } from '../../lever/open.ts'
import { checkAccountActive } from '../../wallet/accountChecks.ts'

const handler: Handler<'lever/dealall'> = async ({ mode, symbol, side }, { user, context }) => {
  await checkAccountActive(context.db, user.id, mode)
  const filter = { user_id: user.id, mode, status: TRADING, ...(symbol ? { symbol } : {}), ...(side ? { side } : {}) }
  const rows = await context.db
    .selectFrom('lever_positions')
    .selectAll()
    .where((eb) => eb.and(filter))
    .orderBy('id')
    .execute()
  if (rows.length === 0) throw refuse('noTradeRecords')
  const closable = rows.filter((row) => isClosable(context, row))
  if (closable.length === 0) throw refuse('marketClosed')
  let net = asMoney('0')
  let closed = 0
  // The job closes positions that a past tick has ended.
  for (const row of closable.filter((one) => !hasClosingTick(context, one))) {
    net = add(net, dealEntity(context, await closeAtMarket(context, row, row.lots)).net)
    closed += 1
  }
  return { closed, left: rows.length - closable.length, net }
}
export default handler
