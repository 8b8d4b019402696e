import { add, asFactor, compare, min, mul, sub } from '../decimal.ts'
import { RATE_PLACES } from './interest.ts'
import type { Factor, Money, Percent } from '../units.ts'

/** A loan's cost is rounded up to minor units of its currency, and charged on the outstanding amount, for each day that begins. */
const hundredth = (percent: Percent): Factor => asFactor(mul(percent, '0.01', RATE_PLACES + 2, 'up'))

/** A percentage of an amount. `places`: digits after the point of the currency. */
export function share(amount: Money, percent: Percent, places: number): Money {
  return mul(amount, hundredth(percent), places, 'up')
}

/** Interest for one more day: by the rate within the term, by the overdue rate after it. `day` counts from 1. */
export function interestOfDay(day: number, { days, rate, overdueRate }: { days: number; rate: Percent; overdueRate: Percent }, principal: Money, places: number): { amount: Money; late: boolean } {
  const late = day > days
  return { amount: share(principal, late ? overdueRate : rate, places), late }
}

export interface Split {
  interest: Money
  principal: Money
  left: Money
}

/** A repayment pays interest first. Null: it exceeds the debt. */
export function allocateRepayment(amount: Money, owed: { interest: Money; principal: Money }): Split | null {
  const total = add(owed.interest, owed.principal)
  if (compare(amount, total) > 0) return null
  const interest = min(amount, owed.interest)
  return { interest, principal: sub(amount, interest), left: sub(total, amount) }
}
