import { asMoney, asQuantity, mul, percentOf } from '../../../../engine/language/values/decimal.ts'
import type { Price } from '../../../../engine/language/values/units.ts'
import type { SpotCost } from '../../../../product/trading/cost.ts'
import { canTransition, statusIndex, statusAt } from '../../../../product/domain/status.ts'
import type { ServerContext } from '../../../context.ts'
import { decimal, minor, type TransferEntry } from '../../../kit/ledger/index.ts'
import { listingOf } from '../permission.ts'
import { roundingOf, tradeAt, writeReceipt, type Rounding } from '../../money/receipts/write.ts'
import { coinsOf, purchasesOf, savePurchases, sell } from './average.ts'
import type { SpotOrderRow } from './tables.ts'
import { dealPrice, type Execution } from './conditions.ts'
import { costOf } from './terms.ts'
import { fromUnitOfAccount, toUnitOfAccount } from './unitOfAccount.ts'

/**
 * Fills an open order at a tick, inside a transaction. Returns null if another worker was first, or the order has been changed. The unused part of the hold
 * is released. `atMs`: time of the fill, Unix milliseconds.
 */
export async function fill(
  context: ServerContext,
  order: SpotOrderRow,
  { tick, rule, quoted }: Execution,
  { atMs = tick.timeMs, terms = null }: { atMs?: number; terms?: string | null } = {},
): Promise<SpotOrderRow | null> {
  const { db, ledger } = context
  const { id, user_id: owner, mode, base, quote, side, hold } = order
  if (!canTransition('spotOrder', statusAt('spotOrder', order.status), 'filled'))
    throw new Error(`The spot order ${id} is over`)
  const price = dealPrice(side, tick)
  const cost = costOf(order, side, price, asQuantity(decimal(order.quantity, base)), order.fee_percent)
  const [payer, payee] = side === 'buy' ? [quote, base] : [base, quote]
  const [amount, pay, receive, fee] = [
    minor(cost.amount, quote),
    minor(cost.pay, payer),
    minor(cost.receive, payee),
    minor(cost.fee, payee),
  ]

  const balance = await coinsOf(context, order)
  const before = await purchasesOf(context, order, balance)
  const worth = {
    amount: toUnitOfAccount(amount, quote, price, 'floor'),
    receive: side === 'sell' ? toUnitOfAccount(receive, quote, price, 'floor') : 0n,
    cost: side === 'buy' ? toUnitOfAccount(pay, quote, price, 'ceil') : 0n,
  }
  const sale =
    side === 'sell'
      ? sell(before, { balance, sold: order.quantity, amount: worth.amount, receive: worth.receive })
      : null
  const change = {
    status: BigInt(statusIndex('spotOrder', 'filled')),
    deal_price: price,
    amount,
    receive,
    fee,
    profit: sale ? fromUnitOfAccount(sale.profit, quote, price) : null,
    finished_ms: BigInt(atMs),
  }
  const { numUpdatedRows } = await db
    .updateTable('spot_orders')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', order.status)
    .where('hold', '=', hold)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return null

  const entries: TransferEntry[] = [
    { from: 'trading', to: { owner, kind: 'coin' }, currency: payee, amount: receive },
    ...(fee > 0n ? [{ from: 'trading', to: 'fees', currency: payee, amount: fee } as const] : []),
  ]
  await ledger.commitHold(hold, [{ to: 'trading', amount: pay }])
  await ledger.post({ mode, reason: 'spot', key: `spot:${id}`, entries })
  await writeReceipt(context, {
    userId: owner,
    mode,
    kind: 'spotOrder',
    record: id,
    action: 'executed',
    rule,
    currency: payee,
    terms,
    trade: tradeAt(listingOf(context, order.symbol), tick, { quoted, executed: price }),
    roundings: roundingsOf(order, price, cost),
    atMs,
  })
  await savePurchases(
    context,
    order,
    sale ? sale.remaining : { quantity: before.quantity + receive, cost: before.cost + worth.cost },
  )
  if (sale) {
    // Buying opens, selling closes: statistics and turnover count sales.
    await db
      .insertInto('closed_orders')
      .values({
        id,
        user_id: owner,
        mode,
        kind: 'spot',
        symbol: order.symbol,
        side: 'long',
        volume: worth.amount,
        profit: sale.profit,
        fee: toUnitOfAccount(fee, quote, price, 'ceil'),
        closed: Math.floor(atMs / 1000),
      })
      .execute()
  }
  return { ...order, ...change }
}

/** The value and the fee of a trade before and after rounding. */
function roundingsOf(
  { side, base, quote, quantity, fee_percent: percent }: SpotOrderRow,
  price: Price,
  { amount, fee }: SpotCost,
): Rounding[] {
  const coins = asQuantity(decimal(quantity, base))
  const [charged, currency] = side === 'buy' ? [asMoney(coins), base] : [amount, quote]
  return [
    roundingOf('value', quote, side === 'buy' ? 'up' : 'down', mul(price, coins), amount),
    roundingOf('fee', currency, 'up', percentOf(charged, percent), fee),
  ]
}
