import type { Selectable } from 'kysely'
import type { Money } from '../../../../engine/language/values/units.ts'
import { stopped } from '../../../kit/clock.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import { countAttempt } from '../../../kit/attempts.ts'
import { asPercent, percentOf } from '../../../../engine/language/values/decimal.ts'
import { decimal, type Mode, type TransferEntry, UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import { newId } from '../../../kit/ledger/id.ts'
import { checkConfirmed, type Confirmed } from '../receipts/confirmed.ts'
import { roundingOf, writeReceipt } from '../receipts/write.ts'
import { pricingSymbolOf } from '../../trading/market/valuation.ts'
import { checkTrader } from '../../trading/permission.ts'
import { coinsOf, type Purchases, purchasesOf, savePurchases } from '../../trading/spot/average.ts'
import { amountOf, refusalOf, tradedAmountOf } from '../wallet/transfers.ts'
import { checkMarkets, checkPair, legsOf, priceExchange } from './exchange.ts'
import { forPaying, termsOf } from './rates.ts'
import type { ExchangeTables } from './tables.ts'

/** Unused quotes are stored for a day, so that a late exchange is refused as expired. */
const KEPT_MS = 86_400_000n
/** Above the number of quotes a user can see expire. */
const LIMIT = { count: 60, seconds: 60 }

export interface QuoteInput {
  mode: Mode
  from: string
  to: string
  /** One of the two sides is set. */
  pay?: Money | null | undefined
  receive?: Money | null | undefined
}

/** Prices an exchange and stores the offer until it expires. */
export async function addQuote(
  context: ServerContext,
  userId: string,
  { mode, from, to, pay, receive }: QuoteInput,
): Promise<Selectable<ExchangeTables['flash_quotes']>> {
  const { db, operator } = context
  // The ticks of the receipt are those of the moment of the quote.
  const clock = stopped(context.clock)
  checkPair(from, to)
  if (typeof pay === 'string' && typeof receive === 'string') throw refuse('parameterError', { field: 'receive' })
  // All of a balance may have more digits than an amount that users enter.
  const { available } = await context.ledger.balance(userId, mode, 'coin', from)
  const given =
    typeof pay === 'string'
      ? { pay: amountOf(pay, from) === available ? available : tradedAmountOf(pay, from) }
      : typeof receive === 'string'
        ? { receive: tradedAmountOf(receive, to) }
        : null
  if (!given) throw refuse('missingParameter', { name: 'pay' })
  await checkTrader(db, userId, mode)
  checkMarkets(context, from, to)
  await countAttempt(db, clock.now(), `quote:${userId}`, LIMIT)

  const created = BigInt(clock.nowMs())
  const row = {
    id: newId(clock.nowMs()),
    user_id: userId,
    mode,
    payer: from,
    payee: to,
    ...priceExchange({ ...context, clock }, from, to, given, available),
    created,
    expires: created + BigInt(operator.server.exchange.quoteSeconds) * 1000n,
    exchange: null,
    fee_percent: operator.server.exchange.fee,
  }
  await db
    .deleteFrom('flash_quotes')
    .where('user_id', '=', userId)
    .where('expires', '<', created - KEPT_MS)
    .where('exchange', 'is', null)
    .execute()
  await db.insertInto('flash_quotes').values(row).execute()
  return row
}

export interface ExchangeInput {
  mode: Mode
  quote: string
  from: string
  to: string
  pay?: Confirmed
  receive?: Confirmed
  fee?: Confirmed
}

/** Executes an offer once, with its exact amounts and before it expires, in the transaction of a money call. */
export async function executeQuote(
  context: ServerContext,
  userId: string,
  { mode, quote: id, from, to, ...amounts }: ExchangeInput,
): Promise<Selectable<ExchangeTables['flash_exchanges']>> {
  const { db, ledger, clock } = context
  await checkTrader(db, userId, mode)
  const quote = await db
    .selectFrom('flash_quotes')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!quote || quote.mode !== mode || quote.payer !== from || quote.payee !== to) throw refuse('dataNotFound')
  if (quote.exchange !== null) throw refuse('tradeStatusAbnormal')
  if (BigInt(clock.nowMs()) >= quote.expires) throw refuse('quoteExpired')
  checkMarkets(context, from, to)
  const { pay, receive, fee, rate, fee_percent: percent } = quote
  checkConfirmed(from, [amounts.pay, pay])
  checkConfirmed(to, [amounts.receive, receive], [amounts.fee, fee])

  const coins = { owner: userId, kind: 'coin' } as const
  const entries: TransferEntry[] = [
    { from: coins, to: 'exchange', currency: from, amount: pay },
    { from: 'exchange', to: coins, currency: to, amount: receive },
    ...(fee > 0n ? [{ from: 'exchange', to: 'fees', currency: to, amount: fee } as const] : []),
  ]
  const purchases = await purchasesWith(context, quote)
  const posting = await ledger
    .post({ mode, reason: 'exchange', key: `exchange:${id}`, entries })
    .catch((error: unknown) => {
      throw refusalOf(error)
    })
  await db.updateTable('flash_quotes').set({ exchange: posting.id }).where('id', '=', id).execute()
  const row = {
    id: posting.id,
    user_id: userId,
    mode,
    payer: from,
    payee: to,
    pay,
    receive,
    fee,
    rate,
    created: BigInt(clock.now()),
  }
  await db.insertInto('flash_exchanges').values(row).execute()
  if (purchases) await savePurchases(context, { user_id: userId, mode, base: to }, purchases)
  await writeReceipt(context, {
    userId,
    mode,
    kind: 'exchange',
    record: posting.id,
    action: 'executed',
    rule: 'quote',
    currency: to,
    legs: legsOf(context, quote),
    roundings:
      percent === null
        ? []
        : [roundingOf('fee', to, 'up', percentOf(decimal(receive + fee, to), percent), decimal(fee, to))],
  })
  return row
}

/** The purchases of the received coin with those of an exchange: their cost is the worth of the payment at the bid of the quote. Null for a currency that no pair has as its base. */
async function purchasesWith(
  context: ServerContext,
  { user_id, mode, payer, payee, pay, receive, created }: Selectable<ExchangeTables['flash_quotes']>,
): Promise<Purchases | null> {
  const { market } = context
  const terms = termsOf(
    { tick: (symbol) => market.tickAt(symbol, Number(created)) },
    payer,
    UNIT_OF_ACCOUNT,
    asPercent('0'),
  )
  if (!terms || market.listing(pricingSymbolOf(market, payee) ?? '')?.base !== payee) return null
  const of = { user_id, mode, base: payee }
  const before = await purchasesOf(context, of, await coinsOf(context, of))
  return { quantity: before.quantity + receive, cost: before.cost + forPaying(terms, pay).receive }
}
