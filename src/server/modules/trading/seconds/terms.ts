import type { Money, Price } from '../../../../engine/language/values/units.ts'
import { add, compare } from '../../../../engine/language/values/decimal.ts'
import { worstPrice } from '../../../../product/trading/slippage.ts'
import { secondsFee, secondsProfit, type PositionSide } from '../../../../product/trading/seconds.ts'
import type { SecondsQuote, SecondsTerm } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import type { Mode } from '../../../kit/ledger/index.ts'
import { UNIT_OF_ACCOUNT } from '../../../kit/ledger/index.ts'
import type { Listing, Market } from '../market/index.ts'
import { tradedAmountOf } from '../../money/wallet/transfers.ts'

/** The only rule for a tie: the stake is returned. */
export const TIE = 'returned'

/** Returns the listing of a symbol; throws the refusal `pairNotFound`. */
export function listingOf(market: Pick<Market, 'listing'>, symbol: string): Listing {
  const listing = market.listing(symbol)
  if (!listing) throw refuse('pairNotFound')
  return listing
}

/** The expiries of a symbol: its own, else those of its class. */
export function termsOf(
  { operator, market, clock }: Pick<ServerContext, 'operator' | 'market' | 'clock'>,
  listing: Listing,
): SecondsTerm[] {
  const { seconds } = operator.server
  const own = Object.hasOwn(seconds.symbols, listing.symbol) ? seconds.symbols[listing.symbol] : undefined
  const nowMs = clock.nowMs()
  const closes = market.nextClose(listing.symbol, nowMs)
  return (own ?? seconds[listing.class]).map((term) => ({
    id: String(term.seconds),
    currency: UNIT_OF_ACCOUNT,
    ...term,
    offered: closes === null || expiryOf(nowMs, term.seconds) * 1000 < closes,
  }))
}

export interface SecondsQuoteInput {
  mode: Mode
  symbol: string
  side: PositionSide
  term: string
  currency: string
  stake: Money
}

/** Unix seconds. A contract starts at the next whole second, so that the countdown ends exactly at its expiry. */
export const expiryOf = (nowMs: number, seconds: number): number => Math.ceil(nowMs / 1000) + seconds

/** Returns a term of a symbol. Throws `featureUnavailable` where there is none at all, `configurationMissing` for an unknown one. */
export function termOf(
  context: Pick<ServerContext, 'operator' | 'market' | 'clock'>,
  listing: Listing,
  id: string,
): SecondsTerm {
  const terms = termsOf(context, listing)
  if (terms.length === 0) throw refuse('featureUnavailable')
  const term = terms.find((secondsTerm) => secondsTerm.id === id)
  if (!term) throw refuse('configurationMissing')
  return term
}

/** Quotes a contract. Throws a refusal outside the terms. */
export function quoteOf(
  context: Pick<ServerContext, 'market' | 'operator' | 'clock'>,
  { mode, symbol, side, term: id, currency, stake }: SecondsQuoteInput,
): SecondsQuote {
  const { market, clock, operator } = context
  const listing = listingOf(market, symbol)
  const term = termOf(context, listing, id)
  if (currency !== term.currency) throw refuse('wrongCurrencyType')
  if (tradedAmountOf(stake, currency) <= 0n) throw refuse('amountError')
  if (compare(stake, term.minimum) < 0) throw refuse('orderBelowMinimum', { amount: term.minimum, currency })
  if (compare(stake, term.maximum) > 0) throw refuse('orderAboveMaximum', { amount: term.maximum, currency })
  if (!term.offered) throw refuse('expiryAfterClose')
  const tick = market.tickAt(symbol, clock.nowMs())
  if (!tick) throw refuse('pairNotFound')
  const profit = secondsProfit(stake, term[side])
  const { tolerance, quoteSeconds } = operator.server.seconds
  const edge = (way: 'buy' | 'sell'): Price => worstPrice(way, tick.last, tolerance, listing.precision)
  return {
    mode,
    symbol,
    base: listing.base,
    quote: listing.quote,
    precision: listing.precision,
    side,
    term: id,
    seconds: term.seconds,
    price: tick.last,
    lowest: edge('sell'),
    highest: edge('buy'),
    lasts: quoteSeconds,
    currency,
    stake,
    fee: secondsFee(stake, term.fee),
    rate: term[side],
    profit,
    payout: add(stake, profit),
    tie: TIE,
  }
}
