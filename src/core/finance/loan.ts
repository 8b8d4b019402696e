import { add, compare, min, mul, sub } from '../decimal.ts'
import { RATE_PLACES } from './interest.ts'

/** What a loan costs is rounded up to minor units of its currency, and charged of what is still owed of the amount, for each day that begins. */
const hundredth = (percent: string): string => mul(percent, '0.01', RATE_PLACES + 2, 'up')

/** So many percent of an amount. `places`: digits after the point of the currency. */
export function share(amount: string, percent: string, places: number): string {
  return mul(amount, hundredth(percent), places, 'up')
}

/** Interest for one more day: by the rate within the term, by the overdue rate after it. `day` counts from 1. */
export function chargeOf(day: number, { days, rate, overdueRate }: { days: number; rate: string; overdueRate: string }, principal: string, places: number): { amount: string; late: boolean } {
  const late = day > days
  return { amount: share(principal, late ? overdueRate : rate, places), late }
}

export interface Split {
  interest: string
  principal: string
  left: string
}

/** A repayment pays interest first. Null: it is more than what is owed. */
export function splitOf(amount: string, owed: { interest: string; principal: string }): Split | null {
  const total = add(owed.interest, owed.principal)
  if (compare(amount, total) > 0) return null
  const interest = min(amount, owed.interest)
  return { interest, principal: sub(amount, interest), left: sub(total, amount) }
}
