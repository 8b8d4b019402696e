/**
 * Decimals of currencies that are shown as cash. Amounts that users enter, margins and holds have no more. Computed amounts (fees, profits, interest) are
 * booked with all digits of the ledger, and are shown with all of them where they are final.
 */
const CASH_PLACES: Readonly<Record<string, number>> = { USD: 2, USDT: 2 }

/** Decimals of a currency that is shown as cash; undefined for others, which show all their digits. */
export const cashPlacesOf = (currency: string): number | undefined =>
  Object.hasOwn(CASH_PLACES, currency) ? CASH_PLACES[currency] : undefined
