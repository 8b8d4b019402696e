import { canonical, toFixed } from '../../../../engine/language/values/decimal.ts'
import { feeOf, liquidationPrice, marginOf, openingPrice } from '../../../../product/trading/leverage.ts'
import type { Calls } from '../../../../generated/calls.ts'
import { stopped } from '../../../kit/clock.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import { LedgerError, minor, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { checkConfirmed } from '../../money/receipts/confirmed.ts'
import { writeReceipt } from '../../money/receipts/write.ts'
import { checkTrader, checkTradingPermission } from '../permission.ts'
import { firstCrossing } from '../triggers.ts'
import { tradeRefusal } from '../../money/wallet/ledgerErrors.ts'
import { heldFor } from './entities.ts'
import { checkLimit, fillingTrigger, isImmediate, OPEN, receiptOf } from './open.ts'
import { checkStops } from './stops.ts'
import type { OrderRow } from './tables.ts'
import { checkLots, contractOf, currentTick, termsOf } from './terms.ts'
import { orderOf } from './trades.ts'

/** Changes limit and lots of a pending order, and its hold, in the transaction of a money call. Throws `orderCannotBeChanged` if it has ended or a tick has filled it. */
export async function amendOrder(
  { clock, ...rest }: ServerContext,
  userId: string,
  { mode, id, symbol, side, price, lots, promise }: Calls['lever/amend']['payload'],
): Promise<OrderRow> {
  const context = { ...rest, clock: stopped(clock) }
  const { db, ledger, operator } = context
  await checkTrader(db, userId, mode)
  const order = await orderOf(db, userId, id)
  if (order.mode !== mode) throw refuse('dataNotFound')
  if (order.symbol !== symbol || order.side !== side) throw refuse('parameterError', { field: 'symbol' })
  const { hold, size, leverage, maintenance, take_profit: takeProfit, stop_loss: stopLoss } = order
  const isFilled = firstCrossing(context, order, fillingTrigger(order), context.clock.nowMs()) !== null
  if (order.status !== OPEN || hold === null || isFilled) throw refuse('orderCannotBeChanged')
  const listing = await checkTradingPermission(context, userId, symbol, 'leveraged')
  const terms = termsOf(operator, listing)
  checkLots(terms, lots)
  const tick = currentTick(context, symbol)
  checkLimit(listing, { side, price }, tick)
  if (isImmediate({ kind: 'limit', side, price }, tick))
    throw refuse('filledAtOnce', { price: toFixed(openingPrice(side, tick), listing.precision) })
  const contract = contractOf(listing, { lots, size })
  const margin = marginOf(contract, price, Number(leverage))
  const liquidation = liquidationPrice({ ...contract, side, openPrice: price }, margin, maintenance, listing.precision)
  checkStops(listing, side, { takeProfit, stopLoss }, { marks: [price], liquidation })
  const amounts = {
    margin: minor(margin, UNIT_OF_ACCOUNT),
    fee: minor(feeOf(contract, price, terms.fee), UNIT_OF_ACCOUNT),
  }
  const held = heldFor(amounts)
  checkConfirmed(UNIT_OF_ACCOUNT, [promise?.held, held])
  const { id: changed } = await ledger.changeHold(hold, held).catch(async (error: unknown) => {
    if (error instanceof LedgerError && error.code !== 'insufficientBalance') throw refuse('frozenBalanceZero')
    throw await tradeRefusal(ledger, error, {
      owner: userId,
      mode,
      currency: UNIT_OF_ACCOUNT,
      amount: held,
      fee: 0n,
    })
  })
  // Earlier ticks do not reach the changed limit.
  const change = {
    ...amounts,
    price,
    lots: canonical(lots),
    hold: changed,
    checked_ms: BigInt(context.clock.nowMs()),
  }
  const { numUpdatedRows } = await db
    .updateTable('lever_orders')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', OPEN)
    .where('hold', '=', hold)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw refuse('orderCannotBeChanged')
  await writeReceipt(context, { ...receiptOf(order), action: 'changed', rule: 'owner' })
  return { ...order, ...change }
}
