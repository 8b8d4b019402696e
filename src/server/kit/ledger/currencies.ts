import { cashPlacesOf } from '../../../engine/language/values/cash.ts'
import { asMoney, fromMinor, powerOfTen, toMinor } from '../../../engine/language/values/decimal.ts'
import type { Literal, Money, Quantity } from '../../../engine/language/values/units.ts'
import { LedgerError } from './types.ts'

const COINS = [
  'USDT',
  'BTC',
  'ETH',
  'BNB',
  'SOL',
  'XRP',
  'DOGE',
  'ADA',
  'TRX',
  'LTC',
  'LINK',
  'AVAX',
  'DOT',
  'BCH',
  'XLM',
]
const FOREX = ['EUR', 'GBP', 'AUD', 'NZD', 'JPY', 'CHF', 'CAD', 'SGD', 'CNH', 'MXN']
const METALS = ['XAU', 'XAG', 'XPT', 'XPD']
const withScale = (codes: readonly string[], scale: number) => Object.fromEntries(codes.map((code) => [code, scale]))

/** Decimals the ledger stores: cents of cash, millionths of an ounce, and of a coin as many as fit a 64-bit amount. */
const SCALES: Readonly<Record<string, number>> = {
  USD: 2,
  ...withScale(COINS, 8),
  ...withScale(FOREX, 2),
  ...withScale(METALS, 6),
}

export const CURRENCIES: readonly string[] = Object.keys(SCALES)

/** Currencies that flash exchange offers: those whose price is live at any hour. The others are bought and sold as spot orders. */
export const EXCHANGE_CURRENCIES: readonly string[] = ['USD', ...COINS]

/** Unit of account: every user has an account in it. */
export const UNIT_OF_ACCOUNT = 'USDT'

/** Currencies of the contract account: coins only. Cash and metals must be exchanged before they can be margin. */
export const MARGIN_CURRENCIES: readonly string[] = COINS

/** Throws LedgerError "unknownCurrency". */
export function scaleOf(currency: string): number {
  const scale = Object.hasOwn(SCALES, currency) ? SCALES[currency] : undefined
  if (scale === undefined) throw new LedgerError('unknownCurrency', `No currency ${currency.slice(0, 20)}`)
  return scale
}

/** Decimals of amounts that users enter and of holds: cents of cash, all that the ledger stores of others. */
export const tradedPlacesOf = (currency: string): number => cashPlacesOf(currency) ?? scaleOf(currency)

/** Minor units in the smallest amount that users enter. */
export const tradedUnit = (currency: string): bigint => powerOfTen(scaleOf(currency) - tradedPlacesOf(currency))

/** Rounds minor units down to amounts that are traded, also below 0. */
export function floorToTraded(units: bigint, currency: string): bigint {
  const unit = tradedUnit(currency)
  const rest = units % unit
  return units - rest - (rest < 0n ? unit : 0n)
}

/** Rounds minor units up to amounts that are traded. */
export const ceilToTraded = (units: bigint, currency: string): bigint => -floorToTraded(-units, currency)

/** Converts an amount to minor units. Throws DecimalError if it has more decimals than the currency. */
export function minor(amount: Money | Quantity | Literal, currency: string): bigint {
  return toMinor(amount, scaleOf(currency))
}

/** Converts minor units to an amount. */
export function decimal(units: bigint, currency: string): Money {
  return asMoney(fromMinor(units, scaleOf(currency)))
}
