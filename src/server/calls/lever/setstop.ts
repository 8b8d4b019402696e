import type { Handler } from '../../api/handler.ts'
import { refuse } from '../../errors.ts'
import { closingPrice } from '../../../core/trading/leverage.ts'
import { hasClosingTick, openPosition } from '../../lever/close.ts'
import { positionEntity } from '../../lever/entities.ts'
import { TRADING } from '../../lever/open.ts'
import { checkStops } from '../../lever/stops.ts'
import { listingOrThrow, currentTick } from '../../lever/terms.ts'
import { checkAccountActive } from '../../wallet/accountChecks.ts'
import { inTransaction, userLock } from '../../storage/transaction.ts'

const handler: Handler<'lever/setstop'> = async (
  { mode, id, symbol, takeProfit = null, stopLoss = null },
  { user, context },
) =>
  await inTransaction(context.db, [userLock(user.id)], async (trx) => {
    await checkAccountActive(trx, user.id, mode)
    const row = await openPosition({ db: trx }, user.id, id, { mode, symbol })
    if (hasClosingTick(context, row)) throw refuse('tradeRecordGone')
    const currentPrice = closingPrice(row.side, currentTick(context, symbol))
    checkStops(listingOrThrow(context.market, symbol), row.side, { takeProfit, stopLoss }, [
      row.open_price,
      currentPrice,
    ])
    // Earlier ticks do not trigger the changed stops.
    const changed = { take_profit: takeProfit, stop_loss: stopLoss, checked_ms: BigInt(context.clock.nowMs()) }
    const { numUpdatedRows } = await trx
      .updateTable('lever_positions')
      .set(changed)
      .where('id', '=', row.id)
      .where('status', '=', TRADING)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw refuse('tradeRecordGone')
    return positionEntity(context, { ...row, ...changed })
  })
export default handler
