import { compare, sub } from '../../../../engine/language/values/decimal.ts'
import { asSeconds, asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { Money } from '../../../../engine/language/values/units.ts'
import { statusAt } from '../../../../product/domain/status.ts'
import { leastSalePrice } from '../../../../product/trading/earlySale.ts'
import type { Calls } from '../../../../generated/calls.ts'
import type { SecondsSale } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import { decimal, minor } from '../../../kit/ledger/index.ts'
import type { Tick } from '../market/index.ts'
import { ownRow } from '../../../kit/ownRow.ts'
import { checkConfirmed } from '../../money/receipts/confirmed.ts'
import { roundingOf } from '../../money/receipts/write.ts'
import { checkAccountActive } from '../../money/wallet/accountChecks.ts'
import { refuseLedgerErrorAs } from '../../money/wallet/ledgerErrors.ts'
import { endOrder, type Ending } from './end.ts'
import { priceOfSale, type SaleContext } from './sale.ts'
import type { SecondsRow } from './tables.ts'
import { listingOf } from './terms.ts'

/** A running contract of a user. Throws `dataNotFound`, and `tradeRecordGone` for one that has ended, booked or not. */
async function runningOrder(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  userId: string,
  id: string,
): Promise<SecondsRow> {
  const row = await ownRow(db, 'seconds_orders', userId, id)
  if (statusAt('secondsOrder', row.status) !== 'running' || Number(row.expires) * 1000 <= clock.nowMs())
    throw refuse('tradeRecordGone')
  return row
}

/** The sale of a contract at the tick in force. Throws `featureNotEnabled`, and `saleNotPossible` in the last seconds and for a contract that is worth less than a cent. */
function saleAt(context: SaleContext, row: SecondsRow): { sale: SecondsSale; tick: Tick; value: Money } {
  const { market, clock, operator } = context
  const { sale: terms } = operator.server.seconds
  if (!terms) throw refuse('featureNotEnabled')
  const priced = priceOfSale(context, row)
  if (!priced) throw refuse('saleNotPossible', { seconds: terms.lastSeconds })
  const { tick, value, proceeds } = priced
  const listing = listingOf(market, row.symbol)
  const nowMs = clock.nowMs()
  const { currency } = row
  const [stake, fee] = [decimal(row.stake, currency), decimal(row.fee, currency)]
  const payout = decimal(row.stake + row.profit, currency)
  const sale: SecondsSale = {
    id: row.id,
    mode: row.mode,
    symbol: row.symbol,
    base: listing.base,
    quote: listing.quote,
    precision: listing.precision,
    side: row.side,
    entryPrice: row.entry_price,
    price: tick.last,
    currency,
    stake,
    fee,
    payout,
    proceeds,
    least: leastSalePrice(proceeds, payout, terms.tolerance),
    net: sub(sub(proceeds, stake), fee),
    lasts: asSeconds(terms.quoteSeconds),
    until: asUnixSeconds(Math.floor(nowMs / 1000) + terms.quoteSeconds),
  }
  return { sale, tick, value }
}

/** Quotes the sale of a running contract. */
export async function quoteSale(context: ServerContext, userId: string, id: string): Promise<SecondsSale> {
  return saleAt(context, await runningOrder(context, userId, id)).sale
}

/** The running contract that its owner ends, in the mode and the currency that were confirmed. Throws refusals. */
async function orderToEnd(
  context: ServerContext,
  userId: string,
  { mode, id, currency }: Pick<Calls['microtrade/sell']['payload'], 'mode' | 'id' | 'currency'>,
): Promise<SecondsRow> {
  await checkAccountActive(context.db, userId, mode)
  const row = await runningOrder(context, userId, id)
  if (row.mode !== mode) throw refuse('dataNotFound')
  if (row.currency !== currency) throw refuse('wrongCurrencyType')
  return row
}

/** Ends a contract by its owner, in the transaction of a money call. */
async function endByOwner(context: ServerContext, row: SecondsRow, ending: Ending): Promise<SecondsRow> {
  const ended = await endOrder(context, row, ending).catch(refuseLedgerErrorAs('tradeAbnormal'))
  if (ended === null) throw refuse('tradeRecordGone')
  return ended
}

/** Sells a contract at the price in force, in the transaction of a money call. Throws `priceChanged` below the least price that was confirmed. */
export async function sellOrder(
  context: ServerContext,
  userId: string,
  { price = null, least, until, ...contract }: Calls['microtrade/sell']['payload'],
): Promise<SecondsRow> {
  const { clock } = context
  const row = await orderToEnd(context, userId, contract)
  const { sale, tick, value } = saleAt(context, row)
  if (typeof until === 'number' && until < clock.now()) throw refuse('quoteExpired')
  if (typeof least === 'string' && compare(sale.proceeds, least) < 0) throw refuse('priceChanged')
  const { currency, stake, fee } = row
  const proceeds = minor(sale.proceeds, currency)
  return await endByOwner(context, row, {
    outcome: 'sold',
    exit: tick,
    charged: [
      { to: 'trading', amount: stake },
      { to: 'fees', amount: fee },
    ],
    paid: proceeds,
    proceeds,
    quoted: price,
    result: minor(sale.net, currency),
    fee,
    action: 'closed',
    rule: 'market',
    atMs: clock.nowMs(),
    roundings: [roundingOf('receive', currency, 'down', value, sale.proceeds)],
  })
}

/** Cancels a contract within its time for it, in the transaction of a money call: the stake is returned, and the charge replaces the fee. */
export async function cancelOrder(
  context: ServerContext,
  userId: string,
  { cancelFee, ...contract }: Calls['microtrade/cancel']['payload'],
): Promise<SecondsRow> {
  const { clock, market } = context
  const row = await orderToEnd(context, userId, contract)
  const nowMs = clock.nowMs()
  const exit = market.tickAt(row.symbol, nowMs)
  const { cancel_fee: charge, cancel_until: until } = row
  if (charge === null || until === null || Number(until) * 1000 <= nowMs || !exit)
    throw refuse('orderCannotBeCancelled')
  checkConfirmed(row.currency, [cancelFee, charge])
  return await endByOwner(context, row, {
    outcome: 'cancelled',
    exit,
    charged: [{ to: 'fees', amount: charge }],
    paid: 0n,
    result: -charge,
    fee: charge,
    action: 'cancelled',
    rule: 'owner',
    atMs: nowMs,
  })
}
