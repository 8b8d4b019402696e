import type { Selectable } from 'kysely'
import type { Rate, Seconds } from '../../../../engine/language/values/units.ts'
import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { FlashQuote, FlashRecord } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import { EXCHANGE_CURRENCIES, decimal } from '../../../kit/ledger/index.ts'
import { pricesNow, pricingSymbolOf } from '../../trading/market/valuation.ts'
import { tradeAt, type Trade } from '../receipts/write.ts'
import { checkExchangePermission } from '../../trading/permission.ts'
import type { ExchangeTables } from './tables.ts'
import { forPaying, forReceiving, limitsOf, termsOf, type ExchangeAmounts } from './rates.ts'

/** Throws a refusal unless the two currencies can be exchanged. */
export function checkPair(from: string, to: string): void {
  if (!EXCHANGE_CURRENCIES.includes(from) || !EXCHANGE_CURRENCIES.includes(to)) throw refuse('currencyNotFound')
  if (from === to) throw refuse('typeError')
}

/** Throws a refusal unless the markets that price the two currencies permit an exchange. */
export function checkMarkets(context: Pick<ServerContext, 'market' | 'operator'>, from: string, to: string): void {
  checkExchangePermission(context, pricingSymbolOf(context.market, from), pricingSymbolOf(context.market, to))
}

/** Prices an exchange now, from the paid or the received amount. Throws a refusal outside the limits; all of a balance may be below the minimum. */
export function priceExchange(
  context: Pick<ServerContext, 'market' | 'clock' | 'operator'>,
  from: string,
  to: string,
  given: { pay: bigint } | { receive: bigint },
  available: bigint,
): ExchangeAmounts & { rate: Rate } {
  const { exchange } = context.operator.server
  const prices = pricesNow(context)
  const terms = termsOf(prices, from, to, exchange.fee)
  if (!terms) throw refuse('currencyNotFound')
  const units = 'pay' in given ? given.pay : given.receive
  if (units <= 0n) throw refuse('amountError')
  const amounts = 'pay' in given ? forPaying(terms, units) : forReceiving(terms, units)
  const { minimum, maximum } = limitsOf(prices, from, exchange)
  if (amounts.pay < minimum && amounts.pay !== available)
    throw refuse('amountBelowMinimum', { amount: decimal(minimum, from), currency: from })
  if (amounts.pay > maximum) throw refuse('amountAboveMaximum', { amount: decimal(maximum, from), currency: from })
  if (amounts.receive <= 0n) throw refuse('amountError')
  return { ...amounts, rate: terms.rate }
}

/** The prices of a quote: the bid of the currency paid and the ask of the one received, or those of the inverse instrument. Cash has none. */
export function legsOf(
  { market }: Pick<ServerContext, 'market'>,
  { payer, payee, created }: Pick<Selectable<ExchangeTables['flash_quotes']>, 'payer' | 'payee' | 'created'>,
): Trade[] {
  return (
    [
      [payer, 'bid'],
      [payee, 'ask'],
    ] as const
  ).flatMap(([currency, side]) => {
    const listing = market.listing(pricingSymbolOf(market, currency) ?? '')
    const tick = listing && market.tickAt(listing.symbol, Number(created))
    if (!listing || !tick) return []
    const executed = tick[listing.base === currency ? side : side === 'bid' ? 'ask' : 'bid']
    return [tradeAt(listing, tick, { quoted: executed, executed })]
  })
}

type ExchangeFields = Pick<
  Selectable<ExchangeTables['flash_exchanges']>,
  'id' | 'mode' | 'payer' | 'payee' | 'pay' | 'receive' | 'fee' | 'rate'
>

const exchangeOf = ({ id, mode, payer, payee, pay, receive, fee, rate }: ExchangeFields) => ({
  id,
  mode,
  from: payer,
  to: payee,
  pay: decimal(pay, payer),
  receive: decimal(receive, payee),
  fee: decimal(fee, payee),
  rate,
})

/** Converts a stored quote to its entity; `row.expires` is in Unix milliseconds. */
export function quoteEntity(row: ExchangeFields & { expires: bigint }, lasts: Seconds): FlashQuote {
  return { ...exchangeOf(row), expires: asUnixSeconds(row.expires / 1000n), lasts }
}

/** Converts a stored exchange to its entity. */
export function recordEntity(row: Selectable<ExchangeTables['flash_exchanges']>): FlashRecord {
  return { ...exchangeOf(row), time: asUnixSeconds(row.created) }
}
