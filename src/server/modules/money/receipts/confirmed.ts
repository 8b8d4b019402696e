import type { Money, UnixSeconds } from '../../../../engine/language/values/units.ts'
import { SECONDS_PER_DAY } from '../../../../product/finance/interest.ts'
import { refuse } from '../../../kit/errors.ts'
import { amountOf } from '../wallet/transfers.ts'

/** A figure as a client has confirmed it. Absent: the client has shown none. */
export type Confirmed = Money | null | undefined

/** Throws `amountError` if a confirmed figure differs from the one that is booked, in minor units. An absent figure is not compared. */
export function checkConfirmed(
  currency: string,
  ...figures: (readonly [confirmed: Confirmed, booked: bigint])[]
): void {
  for (const [confirmed, booked] of figures)
    if (confirmed !== null && confirmed !== undefined && amountOf(confirmed, currency) !== booked)
      throw refuse('amountError')
}

/**
 * Throws `quoteExpired` if a confirmed end of a term differs by a day or more from the one that is booked. It moves with
 * the time between quote and order, which the receipt states. An absent one is not compared.
 */
export function checkConfirmedDue(confirmed: UnixSeconds | null | undefined, booked: UnixSeconds): void {
  if (confirmed !== null && confirmed !== undefined && Math.abs(booked - confirmed) >= SECONDS_PER_DAY)
    throw refuse('quoteExpired')
}
