import type { Money, Percent, Rate } from '../../../../engine/language/values/units.ts'
import { asRate, fromMinor, toFixed, toMinor } from '../../../../engine/language/values/decimal.ts'
import { crossRate, withRateDigits } from '../../../../product/finance/rate.ts'
import { scaleOf } from '../../../kit/ledger/index.ts'
import { PRICE_SCALE, priceDecimalsOf, usdtPriceOf, type Prices } from '../../trading/market/valuation.ts'

const SCALE = PRICE_SCALE
const ONE = 10n ** BigInt(SCALE)
/** Fees are fractions of HUNDRED_PERCENT. */
const FEE_SCALE = 4
const HUNDRED_PERCENT = 100n * 10n ** BigInt(FEE_SCALE)

/** The prices in USDT of both currencies, and the fee. */
export interface ExchangeTerms {
  from: string
  to: string
  sell: bigint
  buy: bigint
  /** Units of `to` per unit of `from`, before the fee. */
  rate: Rate
  /** Of HUNDRED_PERCENT. */
  fee: bigint
}

export interface ExchangeAmounts {
  pay: bigint
  receive: bigint
  fee: bigint
}

/** Returns the current prices and the fee of an exchange: the house buys at the bid and sells at the ask; null if one of the currencies has no price. */
export function termsOf(prices: Prices, from: string, to: string, feePercent: Percent): ExchangeTerms | null {
  const [sell, buy] = [usdtPriceOf(prices, from, 'bid'), usdtPriceOf(prices, to, 'ask')]
  if (sell === null || buy === null) return null
  const rate = crossRate(rateInUsdt(prices, from, sell), rateInUsdt(prices, to, buy))
  return { from, to, sell, buy, rate, fee: toMinor(feePercent, FEE_SCALE) }
}

const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b
const unitOf = (currency: string): bigint => 10n ** BigInt(scaleOf(currency))

/** The amounts for a payment. Rounding favours the house: the received amount is rounded down, the fee up. */
export function forPaying({ from, to, sell, buy, fee }: ExchangeTerms, pay: bigint): ExchangeAmounts {
  const gross = (pay * sell * unitOf(to)) / (buy * unitOf(from))
  const charge = ceilDiv(gross * fee, HUNDRED_PERCENT)
  return { pay, receive: gross - charge, fee: charge }
}

/** The amounts for receiving exactly `receive`; the payment is rounded up. */
export function forReceiving({ from, to, sell, buy, fee }: ExchangeTerms, receive: bigint): ExchangeAmounts {
  const gross = ceilDiv(receive * HUNDRED_PERCENT, HUNDRED_PERCENT - fee)
  const pay = ceilDiv(gross * buy * unitOf(from), sell * unitOf(to))
  return { pay, receive, fee: gross - receive }
}

/** A price in USDT with the decimals of its instrument; the inverse of one with the digits of a rate. */
function rateInUsdt(prices: Prices, currency: string, price: bigint): Rate {
  const decimals = priceDecimalsOf(prices, currency)
  const rate = asRate(fromMinor(price, SCALE))
  return decimals === null ? withRateDigits(rate) : toFixed(rate, decimals, 'floor')
}

/** Mid price in USDT; null without a price. */
export function midPriceOf(prices: Prices, currency: string): Rate | null {
  const [bid, ask] = [usdtPriceOf(prices, currency, 'bid'), usdtPriceOf(prices, currency, 'ask')]
  return bid === null || ask === null ? null : rateInUsdt(prices, currency, (bid + ask) / 2n)
}

/** Mid rate between two currencies; null if either has no price. */
export function worthOf(prices: Prices, currency: string, unit: string): Rate | null {
  const [one, other] = [midPriceOf(prices, currency), midPriceOf(prices, unit)]
  return one === null || other === null ? null : crossRate(one, other)
}

/** Converts limits in USDT to a currency, with three significant digits, so that small price changes do not change them. */
export function limitsOf(
  prices: Prices,
  currency: string,
  { minimum, maximum }: { minimum: Money; maximum: Money },
): { minimum: bigint; maximum: bigint } {
  const price = usdtPriceOf(prices, currency, 'bid') ?? ONE
  const unit = unitOf(currency)
  const least = ceilDiv(toMinor(minimum, SCALE) * unit, price)
  const most = (toMinor(maximum, SCALE) * unit) / price
  const short = truncateDigits(least, 3)
  return { minimum: short === least ? least : short + digitValue(least, 3), maximum: truncateDigits(most, 3) }
}

/** Value of the last of the first `digits` digits. */
function digitValue(units: bigint, digits: number): bigint {
  return 10n ** BigInt(Math.max(0, units.toString().length - digits))
}

function truncateDigits(units: bigint, digits: number): bigint {
  const unit = digitValue(units, digits)
  return (units / unit) * unit
}
