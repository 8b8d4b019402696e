import type { Percent, Price } from '../../../../engine/language/values/units.ts'
import { canonical, compare } from '../../../../engine/language/values/decimal.ts'
import { exactFeeOf, feeOf, liquidationPrice, marginOf, openingPrice } from '../../../../product/trading/leverage.ts'
import { isWithinSlippage } from '../../../../product/trading/slippage.ts'
import { canTransition, statusIndex, statusAt } from '../../../../product/domain/status.ts'
import type { Calls } from '../../../../generated/calls.ts'
import { stopped } from '../../../kit/clock.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import type { UserRow } from '../../identity/tables.ts'
import { decimal, minor, type Mode, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { newId } from '../../../kit/ledger/id.ts'
import type { Listing, Tick, Trigger } from '../market/index.ts'
import { roundingOf, tradeAt, writeReceipt } from '../../money/receipts/write.ts'
import { checkTerms, termsName } from '../../operators/settings/termsName.ts'
import { checkTradingPermission, listingOf } from '../permission.ts'
import { isPrice } from '../price.ts'
import { limitTrigger, meetsTrigger } from '../triggers.ts'
import { checkMayTrade } from '../../identity/verification/certified.ts'
import { checkAccountActive } from '../../money/wallet/accountChecks.ts'
import { tradeRefusal } from '../../money/wallet/ledgerErrors.ts'
import { MARGIN_REASON } from '../../money/wallet/transfers.ts'
import { heldFor } from './entities.ts'
import { checkStops } from './stops.ts'
import type { OrderRow } from './tables.ts'
import { checkLeverage, checkLots, contractOf, listingOrThrow, orderTerms, termsOf, currentTick } from './terms.ts'

type OpenOrderInput = Calls['lever/submit']['payload']
export type Variant = 'crypto' | 'wh'

const status = (name: 'open' | 'filled' | 'cancelled'): bigint => BigInt(statusIndex('leverOrder', name))
export const OPEN = status('open')
export const TRADING = BigInt(statusIndex('position', 'trading'))
/** Most open positions and pending orders of a user in one mode and variant: none is missing from the lists. */
export const MAX_OPEN = 200
export const CLASSES = { crypto: ['crypto'], wh: ['forex', 'metal'] } as const
/** Reason of the holds of pending orders: the money is reserved but is no margin. */
const ORDER_REASON = 'order'

/** Each variant of a call has its own classes of instruments. */
export function checkVariant({ class: kind }: { class: Listing['class'] }, variant: Variant): void {
  if ((kind === 'crypto') !== (variant === 'crypto')) throw refuse('typeError')
}

/** Trigger of a pending order. */
export const fillingTrigger = ({ side, price }: Pick<OrderRow, 'side' | 'price'>): Trigger =>
  limitTrigger(side === 'long' ? 'buy' : 'sell', price)

/** Whether an order is filled at once: it is a market order, or the tick has reached its limit. */
export const isImmediate = ({ kind, ...order }: Pick<OpenOrderInput, 'kind' | 'side' | 'price'>, tick: Tick): boolean =>
  kind === 'market' || meetsTrigger(tick, fillingTrigger(order))

/** Throws a refusal for a limit beyond the current price: above the ask for long, below the bid for short. */
export function checkLimit(
  listing: Listing,
  { side, price }: Pick<OpenOrderInput, 'side' | 'price'>,
  tick: Tick,
): void {
  const currentPrice = openingPrice(side, tick)
  if (!isPrice(price, listing) || compare(price, currentPrice) === (side === 'long' ? 1 : -1))
    throw refuse('limitPriceWrong')
}

/** Throws `priceChanged` if the current price is worse than the worst price of the quote with the seen price. */
function checkSlippage(
  { operator }: Pick<ServerContext, 'operator'>,
  { side, price }: Pick<OpenOrderInput, 'side' | 'price'>,
  currentPrice: Price,
  { precision }: Listing,
): void {
  const { tolerance } = operator.server.lever
  if (!isWithinSlippage(side === 'long' ? 'buy' : 'sell', price, currentPrice, tolerance, precision))
    throw refuse('priceChanged')
}

/** Throws `positionsFull` at the maximum of open positions and pending orders. */
async function checkOpenTradesLimit(
  { db }: Pick<ServerContext, 'db'>,
  userId: string,
  mode: Mode,
  variant: Variant,
): Promise<void> {
  const [{ count: positions }, { count: orders }] = await Promise.all([
    db
      .selectFrom('lever_positions')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('user_id', '=', userId)
      .where('mode', '=', mode)
      .where('class', 'in', CLASSES[variant])
      .where('status', '=', TRADING)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('lever_orders')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('user_id', '=', userId)
      .where('mode', '=', mode)
      .where('class', 'in', CLASSES[variant])
      .where('status', '=', OPEN)
      .executeTakeFirstOrThrow(),
  ])
  if (positions + orders >= BigInt(MAX_OPEN)) throw refuse('positionsFull', { most: MAX_OPEN })
}

/** Places an order, in the transaction of a money call, and fills it at once if the price allows. */
export async function placeOrder(
  context: ServerContext,
  { id: userId }: Pick<UserRow, 'id'>,
  variant: Variant,
  input: OpenOrderInput,
): Promise<OrderRow> {
  const { db, ledger, operator } = context
  const { mode, symbol, side, kind, lots, leverage, price, takeProfit = null, stopLoss = null } = input
  await checkAccountActive(db, userId, mode)
  await checkMayTrade(db, userId)
  checkVariant(listingOf(context, symbol), variant)
  const listing = await checkTradingPermission(context, userId, symbol, 'leveraged')
  const terms = termsOf(operator, listing)
  checkTerms(input.terms, orderTerms(terms, operator.server.lever, kind))
  checkLots(terms, lots)
  checkLeverage(terms, leverage)

  // A tick between pricing and `checked_ms` would never be checked.
  const clock = stopped(context.clock)
  const tick = currentTick({ ...context, clock }, symbol)
  const currentPrice = openingPrice(side, tick)
  if (kind === 'market' && !isPrice(price, listing)) throw refuse('parameterError', { field: 'price' })
  if (kind === 'limit') checkLimit(listing, input, tick)
  else checkSlippage(context, input, currentPrice, listing)
  const immediate = isImmediate(input, tick)
  const open = immediate ? currentPrice : price
  const contract = contractOf(listing, { lots, size: terms.size })
  const margin = marginOf(contract, open, leverage)
  const liquidation = liquidationPrice(
    { ...contract, side, openPrice: open },
    margin,
    terms.maintenance,
    listing.precision,
  )
  const marks = immediate ? [tick.bid, tick.ask] : [price]
  checkStops(listing, side, { takeProfit, stopLoss }, { marks, liquidation })
  await checkOpenTradesLimit(context, userId, mode, variant)

  const named = termsName(orderTerms(terms, operator.server.lever, kind))
  const order: OrderRow = {
    id: newId(clock.nowMs()),
    user_id: userId,
    mode,
    symbol,
    class: listing.class,
    side,
    kind,
    lots: canonical(lots),
    size: terms.size,
    leverage: BigInt(leverage),
    price,
    margin: minor(margin, UNIT_OF_ACCOUNT),
    fee: minor(feeOf(contract, open, terms.fee), UNIT_OF_ACCOUNT),
    maintenance: terms.maintenance,
    take_profit: takeProfit,
    stop_loss: stopLoss,
    deal_price: null,
    hold: null,
    status: OPEN,
    reason: null,
    checked_ms: BigInt(clock.nowMs()),
    created: BigInt(clock.now()),
    finished: null,
  }
  if (immediate) {
    const filled: OrderRow = { ...order, deal_price: currentPrice, status: status('filled'), finished: order.created }
    await db.insertInto('lever_orders').values(filled).execute()
    await openPosition(context, filled, currentPrice, {
      tick,
      atMs: order.checked_ms,
      terms: named,
      percent: terms.fee,
    })
    return filled
  }
  const { id: hold } = await ledger
    .hold({
      mode,
      owner: userId,
      kind: 'contract',
      currency: UNIT_OF_ACCOUNT,
      amount: heldFor(order),
      reason: ORDER_REASON,
      key: `lever:${order.id}`,
    })
    .catch(async (error: unknown) => {
      throw await tradeRefusal(ledger, error, {
        owner: userId,
        mode,
        currency: UNIT_OF_ACCOUNT,
        amount: order.margin,
        fee: order.fee,
      })
    })
  await db
    .insertInto('lever_orders')
    .values({ ...order, hold })
    .execute()
  await writeReceipt(context, { ...receiptOf(order), action: 'placed', rule: 'limit', terms: named })
  return { ...order, hold }
}

/** The receipt of an order that has only changed its hold. */
export const receiptOf = ({ id, user_id: userId, mode }: OrderRow) =>
  ({ userId, mode, kind: 'leverOrder', record: id, currency: UNIT_OF_ACCOUNT }) as const

/** Opens the position of a filled order: pays its fee and holds its margin. `percent`: the fee; `atMs`: time of the opening, Unix milliseconds. */
async function openPosition(
  context: ServerContext,
  order: OrderRow,
  price: Price,
  { tick, atMs, terms = null, percent }: { tick: Tick; atMs: bigint; terms?: string | null; percent: Percent },
): Promise<void> {
  const { db, ledger, market } = context
  const { id, user_id, mode, symbol, side, kind, lots, size, leverage, margin, fee, take_profit, stop_loss } = order
  const listing = listingOrThrow(market, symbol)
  const { class: instruments, precision, quote } = listing
  const account = { owner: user_id, kind: 'contract' } as const
  const hold = await ledger
    .hold({
      mode,
      ...account,
      currency: UNIT_OF_ACCOUNT,
      amount: margin,
      reason: MARGIN_REASON,
      key: `lever:margin:${id}`,
    })
    .catch(async (error: unknown) => {
      throw await tradeRefusal(ledger, error, { owner: user_id, mode, currency: UNIT_OF_ACCOUNT, amount: margin, fee })
    })
  if (fee > 0n) {
    // The margin is on hold, so only the fee can be missing.
    await ledger
      .post({
        mode,
        reason: 'fee',
        key: `lever:fee:${id}`,
        entries: [{ from: account, to: 'fees', currency: UNIT_OF_ACCOUNT, amount: fee }],
      })
      .catch(async (error: unknown) => {
        throw await tradeRefusal(ledger, error, { owner: user_id, mode, currency: UNIT_OF_ACCOUNT, amount: 0n, fee })
      })
  }
  const opened = { ...contractOf({ quote }, { lots, size }), side, openPrice: price }
  await db
    .insertInto('lever_positions')
    .values({
      id,
      user_id,
      mode,
      symbol,
      class: instruments,
      side,
      kind,
      lots,
      size,
      leverage,
      margin,
      fee,
      open_price: price,
      take_profit,
      stop_loss,
      liquidation: liquidationPrice(opened, decimal(margin, UNIT_OF_ACCOUNT), order.maintenance, precision),
      hold: hold.id,
      status: TRADING,
      checked_ms: atMs,
      created: atMs / 1000n,
      closed: null,
    })
    .execute()
  const charged = feeOf(opened, price, percent)
  await writeReceipt(context, {
    ...receiptOf(order),
    action: 'executed',
    rule: kind,
    terms,
    trade: tradeAt(listing, tick, { quoted: order.price, executed: price }),
    roundings: [roundingOf('fee', UNIT_OF_ACCOUNT, 'up', exactFeeOf(opened, price, percent), charged)],
    atMs,
  })
}

/** Ends a pending order and releases its hold. Returns false if it has already ended, or has been changed since it was read. */
async function finishOrder(
  { db, ledger }: ServerContext,
  order: OrderRow,
  to: 'filled' | 'cancelled',
  more: Partial<OrderRow>,
): Promise<boolean> {
  if (!canTransition('leverOrder', statusAt('leverOrder', order.status), to)) return false
  const { numUpdatedRows } = await db
    .updateTable('lever_orders')
    .set({ ...more, status: status(to), hold: null })
    .where('id', '=', order.id)
    .where('status', '=', OPEN)
    .where('hold', order.hold === null ? 'is' : '=', order.hold)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return false
  if (order.hold !== null) await ledger.voidHold(order.hold)
  return true
}

/** Fills an order at the tick that met its limit, in a transaction; it never costs more than its hold. */
export async function fillOrder(context: ServerContext, order: OrderRow, tick: Tick): Promise<boolean> {
  const listing = listingOrThrow(context.market, order.symbol)
  const price = openingPrice(order.side, tick)
  const contract = contractOf(listing, order)
  const least = (a: bigint, b: bigint) => (a < b ? a : b)
  const margin = least(order.margin, minor(marginOf(contract, price, Number(order.leverage)), UNIT_OF_ACCOUNT))
  const fee = least(order.fee, minor(feeOf(contract, price, termsOf(context.operator, listing).fee), UNIT_OF_ACCOUNT))
  if (
    !(await finishOrder(context, order, 'filled', {
      deal_price: price,
      margin,
      fee,
      finished: BigInt(Math.floor(tick.timeMs / 1000)),
    }))
  )
    return false
  const { fee: percent } = termsOf(context.operator, listing)
  await openPosition(context, { ...order, margin, fee }, price, { tick, atMs: BigInt(tick.timeMs), percent })
  return true
}

/** Cancels a pending order and releases its hold; must run in a transaction. Returns false if it has already ended. */
export async function cancelOrder(
  context: ServerContext,
  order: OrderRow,
  reason: 'user' | 'closing',
): Promise<boolean> {
  if (!(await finishOrder(context, order, 'cancelled', { reason, finished: BigInt(context.clock.now()) }))) return false
  const rule = reason === 'user' ? 'owner' : reason
  await writeReceipt(context, { ...receiptOf(order), action: 'cancelled', rule })
  return true
}
