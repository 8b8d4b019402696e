import type { Price, UnixSeconds } from '../../../../engine/language/values/units.ts'
import { asSeconds, asUnixSeconds, fromMilliseconds } from '../../../../engine/language/values/time.ts'
import { add, percentOf } from '../../../../engine/language/values/decimal.ts'
import { isWithinTolerance } from '../../../../product/trading/slippage.ts'
import { cancellationFee } from '../../../../product/trading/earlySale.ts'
import { statusIndex } from '../../../../product/domain/status.ts'
import type { SecondsOrder } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import { ceilToTraded, decimal } from '../../../kit/ledger/index.ts'
import { newId } from '../../../kit/ledger/id.ts'
import type { InstrumentClass } from '../market/index.ts'
import { checkConfirmed, type Confirmed } from '../../money/receipts/confirmed.ts'
import { roundingOf, tradeAt, writeReceipt } from '../../money/receipts/write.ts'
import { checkTradingPermission } from '../permission.ts'
import { isPrice } from '../price.ts'
import { checkMayTrade } from '../../identity/verification/certified.ts'
import { checkAccountActive } from '../../money/wallet/accountChecks.ts'
import { tradeRefusal } from '../../money/wallet/ledgerErrors.ts'
import { amountOf } from '../../money/wallet/transfers.ts'
import { deviationUntil, type SaleContext } from './sale.ts'
import type { SecondsRow } from './tables.ts'
import { expiryOf, listingOf, quoteOf, termOf, TIE, type SecondsQuoteInput } from './terms.ts'

/** Reason of the holds on stakes. They are no margin, so the rest of the contract account stays available. */
export const SECONDS = 'seconds'

const toUnixSeconds = (ms: bigint): UnixSeconds => fromMilliseconds(Number(ms))

/** Converts a stored order to its entity. `left` (seconds) and `leftMs` are 0 once it has ended; `result` is null until then. */
export function orderEntity(context: SaleContext, row: SecondsRow): SecondsOrder {
  const { market, clock, operator } = context
  const listing = listingOf(market, row.symbol)
  const { base, quote, precision, class: kind } = listing
  const { id, mode, symbol, side, currency, rate, tie } = row
  const [stake, profit] = [decimal(row.stake, currency), decimal(row.profit, currency)]
  const nowMs = clock.nowMs()
  const { sale } = operator.server.seconds
  const secondsUntil = (time: bigint | null) =>
    row.status === 0n && time !== null ? Math.max(0, Math.ceil(Number(time) - nowMs / 1000)) : 0
  const leftMs = row.status === 0n ? Math.max(0, Number(row.expires) * 1000 - nowMs) : 0
  return {
    id,
    mode,
    symbol,
    base,
    quote,
    precision,
    class: kind,
    side,
    currency,
    stake,
    rate,
    profit,
    tie,
    seconds: asSeconds(row.seconds),
    left: asSeconds(Math.ceil(leftMs / 1000)),
    leftMs,
    fee: decimal(row.fee, currency),
    payout: add(stake, profit),
    result: row.result === null ? null : decimal(row.result, currency),
    status: Number(row.status),
    entryPrice: row.entry_price,
    entryTime: toUnixSeconds(row.entry_ms),
    exitPrice: row.exit_price,
    exitTime: row.exit_ms === null ? null : toUnixSeconds(row.exit_ms),
    time: asUnixSeconds(row.created),
    expires: asUnixSeconds(row.expires),
    ...(sale && {
      sellLeft: asSeconds(secondsUntil(row.expires - BigInt(sale.lastSeconds))),
      sellSpread: sale.spread,
      sellDeviation: leftMs > 0 ? deviationUntil(listing, nowMs, row) : null,
    }),
    proceeds: row.proceeds === null ? null : decimal(row.proceeds, currency),
    ended: row.ended === null ? null : asUnixSeconds(row.ended),
    cancelFee: row.cancel_fee === null ? null : decimal(row.cancel_fee, currency),
    cancelLeft: asSeconds(secondsUntil(row.cancel_until)),
  }
}

/** Checks the permission to trade, for a quote and again inside the order's transaction. */
export async function checkSeconds(context: ServerContext, userId: string, symbol: string): Promise<void> {
  await checkMayTrade(context.db, userId)
  await checkTradingPermission(context, userId, symbol, 'seconds')
}

export interface SecondsOrderInput extends SecondsQuoteInput {
  fee?: Confirmed
  profit?: Confirmed
  /** The price that the user confirmed. Absent: the client has shown none, and any is accepted. */
  price?: Price | null
}

/** Opens a contract at the current price and holds its maximum cost, in the transaction of a money call. */
export async function addOrder(
  context: ServerContext,
  user: { id: string },
  classes: readonly InstrumentClass[],
  request: SecondsOrderInput,
): Promise<SecondsRow> {
  const { db, ledger, clock, market, operator } = context
  const { mode, symbol, side, currency } = request
  await checkAccountActive(db, user.id, mode)
  const listing = listingOf(market, symbol)
  if (!classes.includes(listing.class)) throw refuse('typeError')
  await checkSeconds(context, user.id, symbol)
  const quote = quoteOf(context, request)
  const [stake, fee, profit] = [quote.stake, quote.fee, quote.profit].map((amount) => amountOf(amount, currency)) as [
    bigint,
    bigint,
    bigint,
  ]
  checkConfirmed(currency, [request.fee, fee], [request.profit, profit])
  const nowMs = clock.nowMs()
  const tick = market.tickAt(symbol, nowMs)
  if (!tick) throw refuse('pairNotFound')
  const { price: quoted = null } = request
  const { tolerance } = operator.server.seconds
  if (
    quoted !== null &&
    !(isPrice(quoted, listing) && isWithinTolerance(quoted, tick.last, tolerance, listing.precision))
  )
    throw refuse('priceChanged')

  const id = newId(nowMs)
  const hold = await ledger
    .hold({
      mode,
      owner: user.id,
      kind: 'contract',
      currency,
      amount: ceilToTraded(stake + fee, currency),
      reason: SECONDS,
      key: `seconds:${id}`,
    })
    .catch(async (error: unknown) => {
      throw await tradeRefusal(ledger, error, { owner: user.id, mode, currency, amount: stake, fee })
    })
  const { cancellation } = operator.server.seconds
  const start = expiryOf(nowMs, 0)
  const row: SecondsRow = {
    id,
    user_id: user.id,
    mode,
    symbol,
    side,
    seconds: BigInt(quote.seconds),
    currency,
    stake,
    fee,
    rate: quote.rate,
    profit,
    tie: TIE,
    hold: hold.id,
    status: BigInt(statusIndex('secondsOrder', 'running')),
    entry_price: tick.last,
    entry_ms: BigInt(tick.timeMs),
    exit_price: null,
    exit_ms: null,
    result: null,
    proceeds: null,
    ended: null,
    cancel_fee: cancellation ? amountOf(cancellationFee(quote.stake, cancellation.fee), currency) : null,
    cancel_until: cancellation ? BigInt(start + Math.min(cancellation.seconds, quote.seconds)) : null,
    created: BigInt(Math.floor(nowMs / 1000)),
    expires: BigInt(expiryOf(nowMs, quote.seconds)),
  }
  await db.insertInto('seconds_orders').values(row).execute()
  const { fee: percent } = termOf(context, listing, request.term)
  await writeReceipt(context, {
    userId: user.id,
    mode,
    kind: 'secondsOrder',
    record: id,
    action: 'placed',
    rule: 'market',
    currency,
    trade: tradeAt(listing, tick, { quoted, executed: tick.last }),
    roundings: [
      roundingOf('fee', currency, 'up', percentOf(quote.stake, percent), quote.fee),
      roundingOf('winnings', currency, 'down', percentOf(quote.stake, quote.rate), quote.profit),
    ],
  })
  return row
}
