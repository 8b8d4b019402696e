import { compare } from '../../../../engine/language/values/decimal.ts'
import type { Money } from '../../../../engine/language/values/units.ts'
import { closingPrice, liquidationPrice } from '../../../../product/trading/leverage.ts'
import type { Calls } from '../../../../generated/calls.ts'
import type { LeverQuote } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import { decimal, LedgerError, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { checkConfirmed } from '../../money/receipts/confirmed.ts'
import { writeReceipt } from '../../money/receipts/write.ts'
import { checkAccountActive } from '../../money/wallet/accountChecks.ts'
import { tradedAmountOf } from '../../money/wallet/transfers.ts'
import { untriggeredPosition } from './close.ts'
import { executeOwnDue } from './closeOrders.ts'
import { openedOf } from './entities.ts'
import { TRADING } from './open.ts'
import { available, quoteStops } from './quote.ts'
import type { PositionRow } from './tables.ts'
import { currentTick, listingOrThrow } from './terms.ts'
import { orderOf } from './trades.ts'
import { renewWarnings } from './warnings.ts'

/** A position with more margin, and the liquidation that follows from it, under the maintenance of its order. Throws `amountError`. */
async function withMargin(
  { db, market }: Pick<ServerContext, 'db' | 'market'>,
  row: PositionRow,
  amount: Money,
): Promise<PositionRow> {
  const added = tradedAmountOf(amount, UNIT_OF_ACCOUNT)
  if (added <= 0n) throw refuse('amountError')
  const margin = row.margin + added
  const { maintenance } = await orderOf(db, row.user_id, row.id)
  const { precision } = listingOrThrow(market, row.symbol)
  const liquidation = liquidationPrice(
    openedOf({ market }, row),
    decimal(margin, UNIT_OF_ACCOUNT),
    maintenance,
    precision,
  )
  return { ...row, margin, liquidation }
}

/** Quotes the margin of a position with more of it. Throws `insufficientAccountBalance` for more than is available. */
export async function quoteMargin(
  context: ServerContext,
  userId: string,
  { id, amount }: Calls['lever/margin_quote']['payload'],
): Promise<LeverQuote> {
  const row = await untriggeredPosition(context, userId, id)
  if (compare(amount, await available(context, userId, row.mode)) > 0) throw refuse('insufficientAccountBalance')
  return await quoteStops(context, await withMargin(context, row, amount), {})
}

/** Adds margin to a position, in the transaction of a money call. */
export async function addMargin(
  context: ServerContext,
  userId: string,
  { mode, id, symbol, amount, promise }: Calls['lever/margin']['payload'],
): Promise<PositionRow> {
  const { db, ledger, clock } = context
  await checkAccountActive(db, userId, mode)
  await executeOwnDue(context, userId, { mode, id })
  const row = await untriggeredPosition(context, userId, id, { mode, symbol })
  const changed = await withMargin(context, row, amount)
  checkConfirmed(UNIT_OF_ACCOUNT, [promise?.margin, changed.margin])
  const { id: hold } = await ledger.changeHold(row.hold, changed.margin).catch((error: unknown) => {
    if (!(error instanceof LedgerError)) throw error
    throw refuse(error.code === 'insufficientBalance' ? 'insufficientAccountBalance' : 'tradeAbnormal')
  })
  // Earlier ticks do not trigger the changed liquidation.
  const { margin, liquidation } = changed
  const values = { margin, liquidation, hold, checked_ms: BigInt(clock.nowMs()) }
  const { numUpdatedRows } = await db
    .updateTable('lever_positions')
    .set(values)
    .where('id', '=', id)
    .where('status', '=', TRADING)
    .where('hold', '=', row.hold)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw refuse('tradeRecordGone')
  await renewWarnings(db, changed, closingPrice(row.side, currentTick(context, symbol)))
  await writeReceipt(context, {
    userId,
    mode,
    kind: 'leverOrder',
    record: id,
    action: 'changed',
    rule: 'owner',
    currency: UNIT_OF_ACCOUNT,
  })
  return { ...row, ...values }
}
