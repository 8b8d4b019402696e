import type { Percent, Price } from '../../../../engine/language/values/units.ts'
import { asMoney, asQuantity } from '../../../../engine/language/values/decimal.ts'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import { isWithinSlippage } from '../../../../product/trading/slippage.ts'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { Calls } from '../../../../generated/calls.ts'
import type { SpotOrder } from '../../../../generated/entities.ts'
import { stopped } from '../../../kit/clock.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import { decimal, LedgerError, minor, type Mode } from '../../../kit/ledger/index.ts'
import { newId } from '../../../kit/ledger/id.ts'
import type { Listing } from '../market/index.ts'
import { writeReceipt } from '../../money/receipts/write.ts'
import { checkTerms, termsName } from '../../operators/settings/termsName.ts'
import { checkTrader, checkTradingPermission, listingOf, suspensionOf } from '../permission.ts'
import { refuseLedgerErrorAs } from '../../money/wallet/ledgerErrors.ts'
import { follow, hasLimit, orderKind, storedKind, triggerOf } from './conditions.ts'
import { fill } from './fill.ts'
import { openOrderCount } from './openCount.ts'
import type { SpotOrderRow } from './tables.ts'
import { checkPrice, heldFor, orderTerms, priceOrder, withinBalance, type SpotOrderInput } from './terms.ts'

const OPEN = BigInt(statusIndex('spotOrder', 'open'))

/** Whether the operator's settings prevent an open limit order from being filled. */
export const isSuspended = (
  context: Pick<ServerContext, 'operator'>,
  { symbol, side }: Pick<SpotOrderRow, 'symbol' | 'side'>,
): boolean => suspensionOf(context, symbol, side === 'sell') !== null

/** Converts a stored order to its entity; an open one with its trigger at the current price. */
export function orderEntity(context: Pick<ServerContext, 'market' | 'clock'>, order: SpotOrderRow): SpotOrder {
  const { id, mode, symbol, base, quote, side, price, quantity, status, deal_price: dealt, rises, rate, worst } = order
  const { precision } = listingOf(context, symbol)
  const [payCurrency, receiveCurrency] = side === 'buy' ? [quote, base] : [base, quote]
  const amount = (units: bigint | null, currency: string) => (units === null ? null : decimal(units, currency))
  const seconds = (ms: bigint | null) => (ms === null ? null : asUnixSeconds(ms / 1000n))
  const { trigger, triggeredMs } =
    status === OPEN && order.condition !== null
      ? follow(context, order, context.clock.nowMs())
      : { trigger: triggerOf(side, order, precision), triggeredMs: order.triggered_ms }
  return {
    id,
    mode,
    symbol,
    base,
    currency: quote,
    side,
    kind: orderKind(order),
    precision,
    price,
    trigger,
    rises: rises === null ? null : rises === 1n,
    rate,
    timeInForce: order.time_in_force,
    triggered: seconds(triggeredMs),
    worst,
    dealPrice: dealt,
    payCurrency,
    receiveCurrency,
    quantity: asQuantity(decimal(quantity, base)),
    held: status === OPEN ? decimal(order.held, payCurrency) : asMoney('0'),
    amount: amount(order.amount, quote),
    receive: amount(order.receive, receiveCurrency),
    fee: amount(order.fee, receiveCurrency),
    profit: amount(order.profit, quote),
    status: Number(status),
    time: asUnixSeconds(order.created_ms / 1000n),
    finished: seconds(order.finished_ms),
  }
}

/** Distinguishes coins on hold from missing coins. */
async function insufficientRefusal(
  { ledger }: ServerContext,
  userId: string,
  mode: Mode,
  side: SpotOrderRow['side'],
  base: string,
  amount: bigint,
) {
  if (side === 'buy') return refuse('insufficientBalance')
  const { posted } = await ledger.balance(userId, mode, 'coin', base)
  return refuse(posted >= amount ? 'frozenFundsAbnormal' : 'insufficientCoins')
}

async function checkOpenOrderLimit({ db, operator }: ServerContext, userId: string, mode: Mode): Promise<void> {
  const most = operator.server.spot.openMost
  if ((await openOrderCount(db, userId, mode)) >= most) throw refuse('ordersFull', { most })
}

/** Places an order in the transaction of a money call: holds the payment, and fills it at once if the price allows. */
export async function placeOrder(
  given: ServerContext,
  userId: string,
  mode: Mode,
  input: SpotOrderInput & { price: Price },
): Promise<SpotOrderRow> {
  const { db, ledger, operator } = given
  const { symbol, side, kind } = input
  await checkTrader(db, userId, mode)
  // A tick between pricing and `checked_ms` would never be checked.
  const context = { ...given, clock: stopped(given.clock) }
  const priced = priceOrder(context, await withinBalance(context, userId, mode, input))
  const { listing, rules, tick, price, condition, quantity, immediate } = priced
  checkTerms(input.terms, orderTerms(rules, operator.server.spot, kind))
  await checkTradingPermission(context, userId, symbol, 'spot', side === 'sell')
  if (kind === 'market') checkSlippage(input, price, operator.server.spot.tolerance, listing)
  if (!immediate) await checkOpenOrderLimit(context, userId, mode)

  const { base, quote } = listing
  const currency = side === 'buy' ? quote : base
  const nowMs = BigInt(context.clock.nowMs())
  const id = newId(Number(nowMs))
  const held = heldFor(priced, currency)
  if (!hasLimit(kind)) checkPrice(input.price, listing)
  const hold = await ledger
    .hold({ mode, owner: userId, kind: 'coin', currency, amount: held, reason: 'spot', key: `spot:${id}` })
    .catch(async (error: unknown) => {
      throw error instanceof LedgerError && error.code === 'insufficientBalance'
        ? await insufficientRefusal(context, userId, mode, side, base, held)
        : error
    })
  const order: SpotOrderRow = {
    id,
    user_id: userId,
    mode,
    symbol,
    base,
    quote,
    side,
    ...storedKind(kind),
    price: input.price,
    ...condition,
    triggered_ms: null,
    time_in_force: input.timeInForce ?? null,
    quantity: minor(quantity, base),
    fee_percent: rules.fee,
    hold: hold.id,
    held,
    status: OPEN,
    deal_price: null,
    amount: null,
    receive: null,
    fee: null,
    profit: null,
    created_ms: nowMs,
    checked_ms: nowMs,
    finished_ms: null,
  }
  await db.insertInto('spot_orders').values(order).execute()
  const terms = termsName(orderTerms(rules, operator.server.spot, kind))
  if (immediate) {
    const execution = { tick, rule: order.kind, quoted: order.price }
    return (await fill(context, order, execution, { atMs: Number(nowMs), terms })) ?? order
  }
  await writeReceipt(context, { ...receiptOf(order), action: 'placed', rule: placedBy(order), terms })
  return order
}

/** An order that waits for a trigger is placed at the request of its owner: the rule of its trigger applies later. */
const placedBy = ({ condition }: SpotOrderRow) => (condition === null ? 'limit' : 'owner')

/** The receipt of an order that has only changed its hold. */
const receiptOf = ({ id, user_id: userId, mode, side, base, quote }: SpotOrderRow) =>
  ({ userId, mode, kind: 'spotOrder', record: id, currency: side === 'buy' ? quote : base }) as const

/** Throws `priceChanged` if the price is worse than the confirmed one by more than the tolerance. */
function checkSlippage(
  { side, price: seen }: SpotOrderInput & { price: Price },
  currentPrice: Price,
  tolerance: Percent,
  listing: Listing,
): void {
  checkPrice(seen, listing)
  if (!isWithinSlippage(side, seen, currentPrice, tolerance, listing.precision)) throw refuse('priceChanged')
}

/** Reads an order of a user; throws `tradeRecordNotFound`. */
async function ownOrder({ db }: ServerContext, userId: string, mode: Mode, id: string): Promise<SpotOrderRow> {
  const order = await db
    .selectFrom('spot_orders')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .executeTakeFirst()
  if (!order) throw refuse('tradeRecordNotFound')
  return order
}

/** Cancels an open order and releases its hold, in the transaction of a money call. */
export async function cancelOrder(
  context: ServerContext,
  userId: string,
  mode: Mode,
  id: string,
): Promise<SpotOrderRow> {
  await checkTrader(context.db, userId, mode, false)
  return await endOrder(context, await ownOrder(context, userId, mode, id))
}

/** Cancels open orders, in the transaction of a money call. Orders that have ended, or that a tick has executed, are left. Throws `cancelFailed` if all are. */
export async function cancelOrders(
  context: ServerContext,
  userId: string,
  mode: Mode,
  ids: readonly string[],
): Promise<{ cancelled: number; left: number }> {
  await checkTrader(context.db, userId, mode, false)
  let cancelled = 0
  for (const id of new Set(ids)) {
    const order = await ownOrder(context, userId, mode, id)
    if (order.status !== OPEN || isExecuted(context, order)) continue
    await endOrder(context, order)
    cancelled += 1
  }
  if (cancelled === 0) throw refuse('cancelFailed')
  return { cancelled, left: ids.length - cancelled }
}

/** Changes an open order and its hold, in the transaction of a money call. Throws `orderCannotBeChanged` if it has ended or a tick has executed it. */
export async function amendOrder(
  given: ServerContext,
  userId: string,
  mode: Mode,
  { id, symbol, side, price, trigger, rate, quantity }: Calls['coin/amend']['payload'],
): Promise<SpotOrderRow> {
  const { db, ledger } = given
  await checkTrader(db, userId, mode)
  const context = { ...given, clock: stopped(given.clock) }
  const order = await ownOrder(context, userId, mode, id)
  if (order.symbol !== symbol || order.side !== side) throw refuse('parameterError', { field: 'symbol' })
  if (order.status !== OPEN || isExecuted(context, order)) throw refuse('orderCannotBeChanged')
  const { triggeredMs } = follow(context, order, context.clock.nowMs())
  if (triggeredMs !== null && order.kind === 'market') throw refuse('orderCannotBeChanged')
  const kind = triggeredMs === null ? orderKind(order) : 'limit'
  const priced = priceOrder(context, {
    symbol,
    side,
    kind,
    price: price ?? order.price,
    trigger: trigger ?? order.trigger_price,
    rate: rate ?? order.rate,
    quantity,
    timeInForce: kind === 'limit' ? 'postOnly' : null,
  })
  if (typeof price === 'string') checkPrice(price, priced.listing)
  await checkTradingPermission(context, userId, symbol, 'spot', side === 'sell')
  const currency = side === 'buy' ? order.quote : order.base
  const held = heldFor(priced, currency)
  const hold = await ledger.changeHold(order.hold, held).catch(async (error: unknown) => {
    if (!(error instanceof LedgerError)) throw error
    if (error.code !== 'insufficientBalance') throw refuse('frozenBalanceZero')
    throw await insufficientRefusal(context, userId, mode, side, order.base, held)
  })
  const change = {
    ...(triggeredMs === null && priced.condition),
    triggered_ms: triggeredMs,
    price: hasLimit(kind) ? priced.price : order.price,
    quantity: minor(priced.quantity, order.base),
    hold: hold.id,
    held,
    checked_ms: BigInt(context.clock.nowMs()),
  }
  const { numUpdatedRows } = await db
    .updateTable('spot_orders')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', OPEN)
    .where('hold', '=', order.hold)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw refuse('orderCannotBeChanged')
  const changed = { ...order, ...change }
  await writeReceipt(context, { ...receiptOf(changed), action: 'changed', rule: 'owner' })
  return changed
}

/** Whether a tick has executed an open order, with the fill still due. */
const isExecuted = (context: ServerContext, order: SpotOrderRow): boolean =>
  !isSuspended(context, order) && follow(context, order, context.clock.nowMs()).execution !== null

/** Cancels an order of its owner. Throws `cancelFailed` if a tick has executed it. */
export async function endOrder(context: ServerContext, order: SpotOrderRow): Promise<SpotOrderRow> {
  const { db, ledger, clock } = context
  if (order.status !== OPEN) throw refuse('orderCannotBeCancelled')
  if (isExecuted(context, order)) throw refuse('cancelFailed')
  const change = { status: BigInt(statusIndex('spotOrder', 'cancelled')), finished_ms: BigInt(clock.nowMs()) }
  const { numUpdatedRows } = await db
    .updateTable('spot_orders')
    .set(change)
    .where('id', '=', order.id)
    .where('status', '=', OPEN)
    .where('hold', '=', order.hold)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw refuse('cancelFailed')
  await ledger.voidHold(order.hold).catch(refuseLedgerErrorAs('frozenBalanceZero'))
  await writeReceipt(context, { ...receiptOf(order), action: 'cancelled', rule: 'owner' })
  return { ...order, ...change }
}
