import { toMinor } from '../../core/decimal.ts'
import type { Market } from './index.ts'

/** Decimals of a price. */
export const PRICE_SCALE = 12
const ONE = 10n ** BigInt(PRICE_SCALE)

type Prices = Pick<Market, 'quote'>
export type PriceSide = 'bid' | 'ask' | 'last'

/** The side of USD/XYZ whose inverse is that side of XYZ/USD. */
const INVERSE: Readonly<Record<PriceSide, PriceSide>> = { bid: 'ask', ask: 'bid', last: 'last' }

const isCash = (currency: string): boolean => currency === 'USDT' || currency === 'USD'

/** The symbol that prices a currency in USDT, itself or by its inverse; null for cash, and without a price. */
export function pricingSymbolOf(market: Prices, currency: string): string | null {
  if (isCash(currency)) return null
  const symbols = [`${currency}USDT`, `${currency}USD`, `USD${currency}`]
  return symbols.find((symbol) => market.quote(symbol) !== null) ?? null
}

/** Decimals of the price of a currency in USDT: those of its instrument, cents for cash; null if its price is the inverse of one, or there is none. */
export function priceDecimalsOf(market: Prices, currency: string): number | null {
  if (isCash(currency)) return 2
  const direct = market.quote(`${currency}USDT`) ?? market.quote(`${currency}USD`)
  return direct ? (direct.last.split('.')[1]?.length ?? 0) : null
}

/**
 * USDT per unit of a currency, scaled by PRICE_SCALE; USD counts as USDT. Bids of USD/XYZ are rounded down, its asks up. Null without
 * a price.
 */
export function usdtPriceOf(market: Prices, currency: string, side: PriceSide): bigint | null {
  if (isCash(currency)) return ONE
  const direct = market.quote(`${currency}USDT`) ?? market.quote(`${currency}USD`)
  if (direct) return toMinor(direct[side], PRICE_SCALE)
  const inverse = market.quote(`USD${currency}`)
  if (!inverse) return null
  const price = toMinor(inverse[INVERSE[side]], PRICE_SCALE)
  return side === 'ask' ? (ONE * ONE + price - 1n) / price : (ONE * ONE) / price
}
