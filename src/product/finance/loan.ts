import { add, asFactor, asPercent, compare, div, min, mul, sign, sub } from '../../engine/language/values/decimal.ts'
import { percentToFraction } from './interest.ts'
import type { Money, Percent } from '../../engine/language/values/units.ts'

/**
 * A percentage of an amount. `places`: digits after the point of the currency. A loan's cost is rounded up to minor units, and charged
 * on the outstanding amount, for each day that begins.
 */
export function percentRoundedUp(amount: Money, percent: Percent, places: number): Money {
  return mul(amount, percentToFraction(percent, 'up'), places, 'up')
}

/** Interest for one more day: by the rate within the term, by the overdue rate after it. `day` counts from 1. */
export function interestOfDay(
  day: number,
  { days, rate, overdueRate }: { days: number; rate: Percent; overdueRate: Percent },
  principal: Money,
  places: number,
): { amount: Money; overdue: boolean } {
  const overdue = day > days
  return { amount: percentRoundedUp(principal, overdue ? overdueRate : rate, places), overdue }
}

const DAYS_PER_YEAR = 365
/** Digits after the point of a yearly cost. */
const YEARLY_PLACES = 2

/**
 * Simple yearly cost of a loan that is repaid at the end of its term, in percent of what is paid out: fee and interest, scaled to 365 days
 * and rounded up. 0 where nothing is paid out.
 */
export function yearlyCost({ days, rate, fee }: { days: number; rate: Percent; fee: Percent }): Percent {
  const paidOut = sub(asPercent('100'), fee)
  if (days <= 0 || sign(paidOut) <= 0) return asPercent('0')
  const cost = mul(add(fee, mul(rate, asFactor(`${days}`))), asFactor(`${DAYS_PER_YEAR * 100}`))
  return asPercent(div(cost, mul(paidOut, asFactor(`${days}`)), YEARLY_PLACES, 'up'))
}

export interface RepaymentAllocation {
  interest: Money
  principal: Money
  remaining: Money
}

/** A repayment pays interest first. Null: it exceeds the debt. */
export function allocateRepayment(
  amount: Money,
  debt: { interest: Money; principal: Money },
): RepaymentAllocation | null {
  const total = add(debt.interest, debt.principal)
  if (compare(amount, total) > 0) return null
  const interest = min(amount, debt.interest)
  return { interest, principal: sub(amount, interest), remaining: sub(total, amount) }
}
