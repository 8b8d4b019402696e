import type { Money } from '../../engine/language/values/units.ts'
import { refuse } from '../errors.ts'
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
