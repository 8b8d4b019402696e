import { toMinor } from '../../../../engine/language/values/decimal.ts'
import type { Clock } from '../../../kit/clock.ts'
import type { Market, Tick } from './index.ts'

/** Decimals of a price. */
export const PRICE_SCALE = 12
const ONE = 10n ** BigInt(PRICE_SCALE)

/** The prices of one moment. */
export interface Prices {
  /** The tick in force. Null for an unknown symbol. */
  tick(symbol: string): Tick | null
}

export type PriceSide = 'bid' | 'ask' | 'last'

/** The side of USD/XYZ whose inverse is that side of XYZ/USD. */
const INVERSE: Readonly<Record<PriceSide, PriceSide>> = { bid: 'ask', ask: 'bid', last: 'last' }

const isCash = (currency: string): boolean => currency === 'USDT' || currency === 'USD'

/**
 * Current prices, of the ticks by which trades are priced: quotes follow the clock only while the live ticks run. A calculation
 * with one of these has the prices of one moment, so that a total is the sum of its rows.
 */
export function pricesNow({ market, clock }: { market: Pick<Market, 'tickAt'>; clock: Pick<Clock, 'nowMs'> }): Prices {
  const ms = clock.nowMs()
  return { tick: (symbol) => market.tickAt(symbol, ms) }
}

/** The symbol that prices a currency in USDT, itself or by its inverse; null for cash, and without a price. */
export function pricingSymbolOf(market: Pick<Market, 'listing'>, currency: string): string | null {
  if (isCash(currency)) return null
  const symbols = [`${currency}USDT`, `${currency}USD`, `USD${currency}`]
  return symbols.find((symbol) => market.listing(symbol) !== null) ?? null
}

/** Decimals of the price of a currency in USDT: those of its instrument, cents for cash; null if its price is the inverse of one, or there is none. */
export function priceDecimalsOf(prices: Prices, currency: string): number | null {
  if (isCash(currency)) return 2
  const direct = prices.tick(`${currency}USDT`) ?? prices.tick(`${currency}USD`)
  return direct ? (direct.last.split('.')[1]?.length ?? 0) : null
}

/**
 * USDT per unit of a currency, scaled by PRICE_SCALE; USD counts as USDT. Bids of USD/XYZ are rounded down, its asks up. Null without
 * a price.
 */
export function usdtPriceOf(prices: Prices, currency: string, side: PriceSide): bigint | null {
  if (isCash(currency)) return ONE
  const direct = prices.tick(`${currency}USDT`) ?? prices.tick(`${currency}USD`)
  if (direct) return toMinor(direct[side], PRICE_SCALE)
  const inverse = prices.tick(`USD${currency}`)
  if (!inverse) return null
  const price = toMinor(inverse[INVERSE[side]], PRICE_SCALE)
  return side === 'ask' ? (ONE * ONE + price - 1n) / price : (ONE * ONE) / price
}
