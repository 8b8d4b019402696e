/**
 * Decimals of currencies that are shown as cash. What is booked in them is in these units, so that an amount that is shown is the
 * amount that is booked, and parts add up to their total. Only interest has more digits, and is shown with all of them.
 */
const CASH_PLACES: Readonly<Record<string, number>> = { USD: 2, USDT: 2 }

/** Decimals of a currency that is shown as cash; undefined for others, which show all their digits. */
export const cashPlacesOf = (currency: string): number | undefined =>
  Object.hasOwn(CASH_PLACES, currency) ? CASH_PLACES[currency] : undefined
