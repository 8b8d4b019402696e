import { asFactor, asMoney, compare, min, mul, sub, toMinor, fromMinor } from '../../engine/language/values/decimal.ts'
import { asUnixSeconds } from '../../engine/language/values/time.ts'
import type { Factor, Money, Percent, UnixSeconds } from '../../engine/language/values/units.ts'

/** Interest is simple and settled once a day, in minor units of its currency. Remainders go to the house: interest is rounded down, costs up. */
export const SECONDS_PER_DAY = 86_400

/** Maximum digits after the point of rates and costs, in percent: their product with an amount is exact before it is rounded. */
export const RATE_PLACES = 4

/** A percentage as a factor: 1.25 % is 0.0125. */
export const percentToFraction = (percent: Percent, rounding: 'down' | 'up'): Factor =>
  asFactor(mul(percent, '0.01', RATE_PLACES + 2, rounding))

/** Interest of one day on an amount. `rate`: percent a day; `places`: digits after the point of the currency. */
export function dailyInterest(amount: Money, rate: Percent, places: number): Money {
  return mul(amount, percentToFraction(rate, 'down'), places, 'down')
}

/** Interest of several days: each day is settled separately, so it is one day's interest times the days. */
export function interestOfDays(daily: Money, days: number, places: number): Money {
  return asMoney(fromMinor(toMinor(daily, places) * BigInt(days), places))
}

/** Percent over a whole term, shown beside the daily rate. */
export function rateOfDays(rate: Percent, days: number): Percent {
  return mul(rate, `${days}`, RATE_PLACES, 'down')
}

/** The settlement times of a term's days: the first is one whole day after the start. Unix seconds. */
export function settlementTimes(startTime: UnixSeconds, days: number): UnixSeconds[] {
  return Array.from({ length: days }, (_, index) => asUnixSeconds(startTime + (index + 1) * SECONDS_PER_DAY))
}

export interface EarlyTerms {
  /** Of the amount. */
  cost: Percent
  interest: 'kept' | 'forfeited'
}

export interface Redemption {
  cost: Money
  /** Paid interest that is deducted. */
  forfeited: Money
  /** The remainder of the amount. */
  back: Money
}

/** The cost of ending a term early: never more than the amount itself. `earned`: the interest paid so far. */
export function redemption(amount: Money, earned: Money, early: EarlyTerms, places: number): Redemption {
  const cost = min(amount, mul(amount, percentToFraction(early.cost, 'down'), places, 'up'))
  const rest = sub(amount, cost)
  const forfeited = early.interest === 'forfeited' ? min(rest, earned) : asMoney('0')
  return { cost, forfeited, back: sub(rest, forfeited) }
}

/** Which limit an amount breaks, if any. */
export function violatedLimit(amount: Money, limits: { minimum: Money; maximum: Money }): 'minimum' | 'maximum' | null {
  if (compare(amount, limits.minimum) < 0) return 'minimum'
  return compare(amount, limits.maximum) > 0 ? 'maximum' : null
}
