import type { Lots, Price } from '../../../../engine/language/values/units.ts'
import { canonical, compare, isMultiple, sub, toMinor } from '../../../../engine/language/values/decimal.ts'
import {
  closingPrice,
  cappedProfit,
  exactFeeOf,
  exactProfitOf,
  feeOf,
  notionalOf,
  profitOf,
} from '../../../../product/trading/leverage.ts'
import { canTransition, statusIndex, statusAt, type StatusOf } from '../../../../product/domain/status.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import {
  decimal,
  floorToTraded,
  minor,
  type Mode,
  type AccountRef,
  UNIT_OF_ACCOUNT,
} from '../../../kit/ledger/index.ts'
import { newId } from '../../../kit/ledger/id.ts'
import type { Tick } from '../market/index.ts'
import { roundingOf, tradeAt, writeReceipt } from '../../money/receipts/write.ts'
import { hasLeadingZeros } from '../price.ts'
import { firstCrossing } from '../triggers.ts'
import { checkAccountActive } from '../../money/wallet/accountChecks.ts'
import { refuseLedgerErrorAs } from '../../money/wallet/ledgerErrors.ts'
import { MARGIN_REASON } from '../../money/wallet/transfers.ts'
import { openedOf } from './entities.ts'
import { checkVariant, type Variant } from './open.ts'
import { closingTrigger } from './stops.ts'
import type { DealRow, PositionRow } from './tables.ts'
import { listingOrThrow, termsOf, currentTick } from './terms.ts'

const LOTS_SCALE = 12
const at = (name: StatusOf<'position'>): bigint => BigInt(statusIndex('position', name))

/** Returns an open position of this user, or throws a refusal. */
export async function openPosition(
  { db }: Pick<ServerContext, 'db'>,
  userId: string,
  id: string,
  more: { mode?: Mode; symbol?: string } = {},
): Promise<PositionRow> {
  let query = db.selectFrom('lever_positions').selectAll().where('user_id', '=', userId).where('id', '=', id)
  if (more.mode !== undefined) query = query.where('mode', '=', more.mode)
  if (more.symbol !== undefined) query = query.where('symbol', '=', more.symbol)
  const row = await query.executeTakeFirst()
  if (!row) throw refuse('dataNotFound')
  if (row.status !== at('trading')) throw refuse('tradeRecordGone')
  return row
}

/** Whether a past tick has already triggered the end of a position that the job has not booked yet. */
export function hasClosingTick(context: Pick<ServerContext, 'market' | 'clock'>, row: PositionRow): boolean {
  const trigger = closingTrigger(row)
  return trigger !== null && firstCrossing(context, row, trigger, context.clock.nowMs()) !== null
}

/** As openPosition, of a position whose end no past tick has triggered; throws `tradeRecordGone` for another one. */
export async function untriggeredPosition(
  context: Pick<ServerContext, 'db' | 'market' | 'clock'>,
  ...asked: [userId: string, id: string, more?: { mode?: Mode; symbol?: string }]
): Promise<PositionRow> {
  const row = await openPosition(context, ...asked)
  if (hasClosingTick(context, row)) throw refuse('tradeRecordGone')
  return row
}

/** An open position can be closed whenever its market is open, even if trading is disabled otherwise. */
export const isClosable = (
  { market, clock }: Pick<ServerContext, 'market' | 'clock'>,
  { symbol }: PositionRow,
): boolean => market.isOpen(symbol, clock.nowMs())

/** Throws a refusal unless the lots are the whole position or a part of it in multiples of the current lot step. */
export function checkClosingLots(
  { operator, market }: Pick<ServerContext, 'operator' | 'market'>,
  row: PositionRow,
  lots: Lots,
): void {
  const { step } = termsOf(operator, listingOrThrow(market, row.symbol))
  if (compare(lots, '0') <= 0 || hasLeadingZeros(lots)) throw refuse('quantityNotPositive')
  if (compare(lots, row.lots) > 0) throw refuse('quantityAboveMaximum', { quantity: row.lots })
  // The entire position can be closed even if the lot step has changed since.
  if (compare(lots, row.lots) < 0 && !isMultiple(lots, step)) throw refuse('quantityNotMultiple', { step })
}

/** The portion of an amount for some of the lots, rounded down. */
const portionOf = (amount: bigint, lots: Lots, all: Lots): bigint =>
  (amount * toMinor(lots, LOTS_SCALE)) / toMinor(all, LOTS_SCALE)

/** Amounts of closing some lots of a position at a price, in minor units: what is closed takes its share of margin and fee of opening. */
export function closingAmounts(
  context: Pick<ServerContext, 'market' | 'operator'>,
  row: PositionRow,
  lots: Lots,
  price: Price,
): { margin: bigint; opening: bigint; profit: bigint; fee: bigint } {
  const closesAll = compare(lots, row.lots) === 0
  const margin = closesAll ? row.margin : floorToTraded(portionOf(row.margin, lots, row.lots), UNIT_OF_ACCOUNT)
  const opening = closesAll ? row.fee : portionOf(row.fee, lots, row.lots)
  const { fee: percent } = termsOf(context.operator, listingOrThrow(context.market, row.symbol))
  const part = { ...openedOf(context, row), lots }
  const profit = minor(cappedProfit(part, decimal(margin, UNIT_OF_ACCOUNT), price), UNIT_OF_ACCOUNT)
  const charge = minor(feeOf(part, price, percent), UNIT_OF_ACCOUNT)
  // The fee is limited to the margin left after the loss.
  const remainder = margin + profit
  return { margin, opening, profit, fee: charge < remainder ? charge : remainder }
}

/**
 * Closes a position or some of its lots at the price of a tick, inside a transaction: posts profit, loss and fee and releases the
 * margin. Returns null if another request has closed all or part of it.
 */
export async function closeAt(
  context: ServerContext,
  row: PositionRow,
  lots: Lots,
  tick: Tick,
  reason: DealRow['reason'],
  { atMs = tick.timeMs, quoted = stopOf(row, reason) }: { atMs?: number; quoted?: Price | null } = {},
): Promise<DealRow | null> {
  const { db, market, operator } = context
  const closesAll = compare(lots, row.lots) === 0
  const price = closingPrice(row.side, tick)
  const { margin, opening, profit, fee } = closingAmounts(context, row, lots, price)
  if (!canTransition('position', statusAt('position', row.status), 'closing')) return null
  const rest = { lots: sub(row.lots, lots), margin: row.margin - margin, fee: row.fee - opening }
  const { numUpdatedRows } = await db
    .updateTable('lever_positions')
    .set(closesAll ? { status: at('closing') } : rest)
    .where('id', '=', row.id)
    .where('status', '=', at('trading'))
    .where('hold', '=', row.hold)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return null

  const listing = listingOrThrow(market, row.symbol)
  const { fee: percent } = termsOf(operator, listing)
  const part = { ...openedOf(context, row), lots }
  const id = newId(atMs)
  const hold = await postClosing(context, row, { id, profit, fee, remainingMargin: rest.margin })
  const seconds = BigInt(Math.floor(atMs / 1000))
  if (closesAll) {
    await db
      .updateTable('lever_positions')
      .set({ status: at('closed'), closed: seconds })
      .where('id', '=', row.id)
      .execute()
    await db
      .updateTable('lever_close_orders')
      .set({ status: BigInt(statusIndex('closeOrder', 'cancelled')), finished: seconds })
      .where('position', '=', row.id)
      .where('status', '=', BigInt(statusIndex('closeOrder', 'open')))
      .execute()
  } else await db.updateTable('lever_positions').set({ hold }).where('id', '=', row.id).execute()

  const { user_id, mode, symbol, side, size, leverage } = row
  const deal: DealRow = {
    id,
    position: row.id,
    user_id,
    mode,
    symbol,
    class: row.class,
    side,
    leverage,
    lots: canonical(lots),
    size,
    margin,
    open_price: row.open_price,
    close_price: price,
    profit,
    fee: opening + fee,
    reason,
    opened: row.created,
    created: seconds,
  }
  await db.insertInto('lever_deals').values(deal).execute()
  const volume = minor(notionalOf(part, price), UNIT_OF_ACCOUNT)
  await db
    .insertInto('closed_orders')
    .values({
      id,
      user_id,
      mode,
      kind: 'leveraged',
      symbol,
      side,
      volume: volume > 0n ? volume : 1n,
      profit: profit - deal.fee,
      fee: deal.fee,
      closed: seconds,
    })
    .execute()
  await writeReceipt(context, {
    userId: user_id,
    mode,
    kind: 'leverDeal',
    record: id,
    action: 'closed',
    rule: reason === 'user' ? 'market' : reason,
    currency: UNIT_OF_ACCOUNT,
    trade: tradeAt(listing, tick, { quoted, executed: price }),
    roundings: [
      roundingOf('profit', UNIT_OF_ACCOUNT, 'down', exactProfitOf(part, price), profitOf(part, price)),
      roundingOf('fee', UNIT_OF_ACCOUNT, 'up', exactFeeOf(part, price, percent), feeOf(part, price, percent)),
    ],
    opening: decimal(opening, UNIT_OF_ACCOUNT),
    atMs,
  })
  return deal
}

/** The price that triggers a closing; null for one by the owner or by a close order. */
function stopOf(
  { take_profit, stop_loss, liquidation }: Pick<PositionRow, 'take_profit' | 'stop_loss' | 'liquidation'>,
  reason: DealRow['reason'],
): Price | null {
  if (reason !== 'takeProfit' && reason !== 'stopLoss' && reason !== 'liquidation') return null
  return { takeProfit: take_profit, stopLoss: stop_loss, liquidation }[reason]
}

/** Posts profit, loss and fee of a closing and releases the margin, except that of the remaining lots. Returns the hold of the rest. */
async function postClosing(
  { ledger }: ServerContext,
  { user_id, mode, hold }: PositionRow,
  { id, profit, fee, remainingMargin }: { id: string; profit: bigint; fee: bigint; remainingMargin: bigint },
): Promise<string> {
  const account = { owner: user_id, kind: 'contract' } as const
  const due = [
    { to: 'trading', amount: -profit },
    { to: 'fees', amount: fee },
  ].filter(({ amount }) => amount > 0n) as { to: AccountRef; amount: bigint }[]
  if (profit > 0n) {
    await ledger.voidHold(hold)
    const entries = [
      { from: 'trading', to: account, currency: UNIT_OF_ACCOUNT, amount: profit } as const,
      ...due.map(({ to, amount }) => ({ from: account, to, currency: UNIT_OF_ACCOUNT, amount })),
    ]
    await ledger.post({ mode, reason: 'leveraged', key: `lever:close:${id}`, entries })
  } else if (due.length > 0) await ledger.commitHold(hold, due)
  else await ledger.voidHold(hold)
  if (remainingMargin === 0n) return hold
  const next = await ledger.hold({
    mode,
    ...account,
    currency: UNIT_OF_ACCOUNT,
    amount: remainingMargin,
    reason: MARGIN_REASON,
    key: `lever:rest:${id}`,
  })
  return next.id
}

/** Closes a position at the current price, in the transaction of a money call. `quoted`: the price that the user has seen. */
export async function closeAtMarket(
  context: ServerContext,
  row: PositionRow,
  lots: Lots,
  quoted: Price | null = null,
): Promise<DealRow> {
  // A tick has triggered it, or another request closes it now.
  if (hasClosingTick(context, row)) throw refuse('closeFailed')
  const deal = await closeAt(context, row, lots, currentTick(context, row.symbol), 'user', {
    atMs: context.clock.nowMs(),
    quoted,
  }).catch(refuseLedgerErrorAs('tradeAbnormal'))
  if (!deal) throw refuse('closeFailed')
  return deal
}

/** Handler of lever/close and lever/whclose. */
export async function closeByOwner(
  context: ServerContext,
  userId: string,
  variant: Variant,
  { mode, id, lots, promise }: { mode: Mode; id: string; lots: Lots; promise?: { price: Price } | null },
): Promise<DealRow> {
  await checkAccountActive(context.db, userId, mode)
  const row = await openPosition(context, userId, id, { mode })
  checkVariant(row, variant)
  if (!isClosable(context, row)) throw refuse('marketClosed')
  checkClosingLots(context, row, lots)
  return await closeAtMarket(context, row, lots, promise?.price)
}
