/** Decimals of booked amounts of USDT, which are those of the ledger: fees, profits and payouts. */
export const BOOKED_PLACES = 8
/** Decimals of amounts of USDT that users enter, of margins and holds, and of profits that are not booked yet. */
export const CASH_PLACES = 2
