import { canonical, round } from './decimal.ts'
import type { Decimal } from './units.ts'

/** Digits after the point, and the pattern of a smaller amount: a tenth of a cent is neither zero nor a cent. */
const CENTS = { places: 2, below: /^-?0+\.00/ }

/**
 * Currencies that are shown as cash. Amounts that users enter, margins and holds have no more decimals. Computed amounts (fees, profits, interest) are
 * booked with all digits of the ledger, and are shown with all of them where they are final.
 */
const CASH: Readonly<Record<string, typeof CENTS>> = { USD: CENTS, USDT: CENTS }

/** How a currency is shown as cash; undefined for others, which show all their digits. */
export const cashOf = (currency: string): typeof CENTS | undefined =>
  Object.hasOwn(CASH, currency) ? CASH[currency] : undefined

/** Decimals of a currency that is shown as cash; undefined for others. */
export const cashPlacesOf = (currency: string): number | undefined => cashOf(currency)?.places

/** The amount that `money` shows of a balance: of cash, rounded down unless it is below a cent. */
export function displayedAmount(value: Decimal, currency: string): Decimal {
  const cash = cashOf(currency)
  return cash === undefined || cash.below.test(value) ? canonical(value) : round(value, cash.places, 'floor')
}
