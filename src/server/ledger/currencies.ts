import { asMoney, fromMinor, toMinor } from '../../core/decimal.ts'
import type { Literal, Money, Quantity } from '../../core/units.ts'
import { LedgerError } from './types.ts'

/** Decimals the ledger stores: as many as fit a 64-bit amount. */
const SCALES: Readonly<Record<string, number>> = {
  USD: 2,
  ...Object.fromEntries(
    ['USDT', 'BTC', 'ETH', 'BNB', 'SOL', 'XRP', 'DOGE', 'ADA', 'TRX', 'LTC', 'LINK', 'AVAX', 'DOT', 'BCH', 'XLM'].map(
      (code) => [code, 8],
    ),
  ),
}

export const CURRENCIES: readonly string[] = Object.keys(SCALES)

/** Currencies of the contract account: coins only. Cash must be exchanged before it can be margin. */
export const MARGIN_CURRENCIES: readonly string[] = CURRENCIES.filter((currency) => currency !== 'USD')

/** Throws LedgerError "unknownCurrency". */
export function scaleOf(currency: string): number {
  const scale = Object.hasOwn(SCALES, currency) ? SCALES[currency] : undefined
  if (scale === undefined) throw new LedgerError('unknownCurrency', `No currency ${currency.slice(0, 20)}`)
  return scale
}

/** Converts an amount to minor units. Throws DecimalError if it has more decimals than the currency. */
export function minor(amount: Money | Quantity | Literal, currency: string): bigint {
  return toMinor(amount, scaleOf(currency))
}

/** Converts minor units to an amount. */
export function decimal(units: bigint, currency: string): Money {
  return asMoney(fromMinor(units, scaleOf(currency)))
}
