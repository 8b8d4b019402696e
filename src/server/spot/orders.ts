import type { Percent, Price } from '../../engine/language/values/units.ts'
import { asMoney, asQuantity } from '../../engine/language/values/decimal.ts'
import { asUnixSeconds } from '../../engine/language/values/time.ts'
import { isWithinSlippage } from '../../product/trading/slippage.ts'
import { statusIndex } from '../../product/domain/status.ts'
import type { SpotOrder } from '../../generated/entities.ts'
import { stopped } from '../clock.ts'
import type { ServerContext } from '../context.ts'
import { refuse } from '../errors.ts'
import { ceilToTraded, decimal, LedgerError, minor, type Mode } from '../ledger/index.ts'
import { newId } from '../ledger/id.ts'
import type { Listing } from '../market/index.ts'
import { writeReceipt } from '../receipts/write.ts'
import { checkTerms, termsName } from '../settings/termsName.ts'
import { checkTrader, checkTradingPermission, suspensionOf } from '../trading/permission.ts'
import { firstCrossing, limitTrigger } from '../trading/triggers.ts'
import { refuseLedgerErrorAs } from '../wallet/ledgerErrors.ts'
import { fill } from './fill.ts'
import type { SpotOrderRow } from './tables.ts'
import { checkPrice, orderTerms, priceOrder, withinBalance, type SpotOrderInput } from './terms.ts'

const OPEN = BigInt(statusIndex('spotOrder', 'open'))

/** Whether the operator's settings prevent an open limit order from being filled. */
export const isSuspended = (
  context: Pick<ServerContext, 'operator'>,
  { symbol, side }: Pick<SpotOrderRow, 'symbol' | 'side'>,
): boolean => suspensionOf(context, symbol, side === 'sell') !== null

/** Converts a stored order to its entity; `precision` is the number of decimals of the symbol's prices. */
export function orderEntity(order: SpotOrderRow, precision: number): SpotOrder {
  const { id, mode, symbol, base, quote, side, kind, price, quantity, status, deal_price: dealPrice } = order
  const [payCurrency, receiveCurrency] = side === 'buy' ? [quote, base] : [base, quote]
  const amount = (units: bigint | null, currency: string) => (units === null ? null : decimal(units, currency))
  return {
    id,
    mode,
    symbol,
    base,
    currency: quote,
    side,
    kind,
    precision,
    price,
    dealPrice,
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
    finished: order.finished_ms === null ? null : asUnixSeconds(order.finished_ms / 1000n),
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
  const { count } = await db
    .selectFrom('spot_orders')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .where('status', '=', OPEN)
    .executeTakeFirstOrThrow()
  if (count >= BigInt(most)) throw refuse('ordersFull', { most })
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
  const { listing, rules, tick, price, quantity, pay, immediate } = priced
  checkTerms(input.terms, orderTerms(rules, operator.server.spot, kind))
  await checkTradingPermission(context, userId, symbol, 'spot', side === 'sell')
  if (kind === 'market') checkSlippage(input, price, operator.server.spot.tolerance, listing)
  if (!immediate) await checkOpenOrderLimit(context, userId, mode)

  const { base, quote } = listing
  const currency = side === 'buy' ? quote : base
  const nowMs = BigInt(context.clock.nowMs())
  const id = newId(Number(nowMs))
  const held = ceilToTraded(minor(pay, currency), currency)
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
    kind,
    price: input.price,
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
  if (immediate) return (await fill(context, order, tick, { atMs: Number(nowMs), terms })) ?? order
  await writeReceipt(context, { ...receiptOf(order), action: 'placed', rule: 'limit', terms })
  return order
}

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

/** Cancels an open order and releases its hold, in the transaction of a money call. */
export async function cancelOrder(
  context: ServerContext,
  userId: string,
  mode: Mode,
  id: string,
): Promise<SpotOrderRow> {
  const { db } = context
  await checkTrader(db, userId, mode, false)
  const order = await db
    .selectFrom('spot_orders')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('mode', '=', mode)
    .executeTakeFirst()
  if (!order) throw refuse('tradeRecordNotFound')
  return await endOrder(context, order)
}

/** Cancels an order of its owner. Throws `cancelFailed` if a tick has met its limit. */
export async function endOrder(context: ServerContext, order: SpotOrderRow): Promise<SpotOrderRow> {
  const { db, ledger, clock } = context
  if (order.status !== OPEN) throw refuse('orderCannotBeCancelled')
  // A tick has met the limit, with the fill still due.
  if (
    !isSuspended(context, order) &&
    firstCrossing(context, order, limitTrigger(order.side, order.price), clock.nowMs())
  )
    throw refuse('cancelFailed')
  const change = { status: BigInt(statusIndex('spotOrder', 'cancelled')), finished_ms: BigInt(clock.nowMs()) }
  const { numUpdatedRows } = await db
    .updateTable('spot_orders')
    .set(change)
    .where('id', '=', order.id)
    .where('status', '=', OPEN)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw refuse('cancelFailed')
  await ledger.voidHold(order.hold).catch(refuseLedgerErrorAs('frozenBalanceZero'))
  await writeReceipt(context, { ...receiptOf(order), action: 'cancelled', rule: 'owner' })
  return { ...order, ...change }
}
