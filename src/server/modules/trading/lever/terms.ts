import type { Lots, Price, UnixSeconds } from '../../../../engine/language/values/units.ts'
import { fromMilliseconds } from '../../../../engine/language/values/time.ts'
import { asPrice, compare, fromMinor, isMultiple, mul } from '../../../../engine/language/values/decimal.ts'
import type { PositionSize } from '../../../../product/trading/leverage.ts'
import type { LeverTerms } from '../../../../generated/entities.ts'
import type { ServerContext } from '../../../context.ts'
import { refuse } from '../../../kit/errors.ts'
import type { Listing, Tick } from '../market/index.ts'
import { isInverse } from '../market/instruments.ts'
import { nameOf } from '../market/names.ts'
import { hasLeadingZeros } from '../price.ts'

type Config = ServerContext['operator']['server']['lever']
export type Terms = Config['classes']['forex']

/** Terms of a symbol: those of its class, with the overrides of the symbol. */
export function termsOf({ server: { lever } }: ServerContext['operator'], { symbol, class: kind }: Listing): Terms {
  return { ...lever.classes[kind], ...(Object.hasOwn(lever.symbols, symbol) ? lever.symbols[symbol] : undefined) }
}

/**
 * Terms of an order: the settings that its confirmation shows, or from which its margin and liquidation are computed.
 */
export const orderTerms = (
  { size, fee, maintenance }: Terms,
  { tolerance }: Pick<Config, 'tolerance'>,
  kind: 'market' | 'limit',
) => ({ size, fee, maintenance, tolerance: kind === 'market' ? tolerance : null })

/** Returns the size of a position in lots of a symbol, for the calculations of product/trading/leverage.ts. */
export const contractOf = (
  listing: Pick<Listing, 'quote'>,
  { lots, size }: Pick<PositionSize, 'lots' | 'size'>,
): PositionSize => ({ lots, size, inverse: isInverse(listing) })

/** Returns the listing; throws if the symbol is no longer traded. */
export function listingOrThrow({ listing }: Pick<ServerContext['market'], 'listing'>, symbol: string): Listing {
  const instrument = listing(symbol)
  if (!instrument) throw new Error(`Nothing is traded as ${symbol} any more`)
  return instrument
}

/** The instrument fields of every order, position and deal. */
export const instrumentFields = ({ symbol, base, quote, class: kind, precision }: Listing) => ({
  symbol,
  base,
  currency: quote,
  class: kind,
  precision,
})

/** Throws a refusal for lots outside the terms. */
export function checkLots({ step, minimum, maximum }: Pick<Terms, 'step' | 'minimum' | 'maximum'>, lots: Lots): void {
  if (compare(lots, '0') <= 0 || hasLeadingZeros(lots)) throw refuse('quantityNotPositive')
  if (!isMultiple(lots, step)) throw refuse('quantityNotMultiple', { step })
  if (compare(lots, minimum) < 0) throw refuse('quantityBelowMinimum', { quantity: minimum })
  if (compare(lots, maximum) > 0) throw refuse('quantityAboveMaximum', { quantity: maximum })
}

/** Throws a refusal for a leverage outside the range of the terms. */
export function checkLeverage(terms: Pick<Terms, 'leverages'>, leverage: number): void {
  const { minimum, maximum } = leverageRange(terms)
  if (leverage < minimum || leverage > maximum) throw refuse('parameterError', { field: 'leverage' })
}

/** The least and the greatest leverage of the operator's list; each whole number between them may be chosen. */
const leverageRange = ({ leverages }: Pick<Terms, 'leverages'>) => ({
  minimum: Math.min(...leverages),
  maximum: Math.max(...leverages),
})

/** The tick in force now; throws `pairNotFound`. */
export function currentTick({ market, clock }: Pick<ServerContext, 'market' | 'clock'>, symbol: string): Tick {
  const tick = market.tickAt(symbol, clock.nowMs())
  if (!tick) throw refuse('pairNotFound')
  return tick
}

/** Opening time of a closed market, Unix seconds; null while it is open. */
export function opensAt(
  { market, clock }: Pick<ServerContext, 'market' | 'clock'>,
  symbol: string,
): UnixSeconds | null {
  const now = clock.nowMs()
  const opens = market.isOpen(symbol, now) ? null : market.nextOpen(symbol, now)
  return opens === null ? null : fromMilliseconds(opens)
}

/**
 * Returns the terms of a symbol with its current quote and hours; throws `pairNotFound`. `closes` is null where the market never
 * closes.
 */
export function termsEntity(context: ServerContext, listing: Listing, lang: string): LeverTerms {
  const { market, clock, operator } = context
  const { symbol, hours } = listing
  const quote = market.quote(symbol)
  if (!quote) throw refuse('pairNotFound')
  const closes = market.nextClose(symbol, clock.nowMs())
  const opens = opensAt(context, symbol)
  const terms = termsOf(operator, listing)
  const lotAt = (price: Price): Price => (isInverse(listing) ? asPrice(terms.size) : asPrice(mul(terms.size, price)))
  return {
    ...instrumentFields(listing),
    name: nameOf({ ...listing, currency: listing.quote }, lang),
    inverse: isInverse(listing),
    ...terms,
    leverageRange: leverageRange(terms),
    lotLong: lotAt(quote.ask),
    lotShort: lotAt(quote.bid),
    tolerance: operator.server.lever.tolerance,
    priceStep: asPrice(fromMinor(1n, listing.precision)),
    quote,
    open: opens === null,
    opens,
    closes: closes === null ? null : fromMilliseconds(closes),
    hours,
  }
}
