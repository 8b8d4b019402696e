import { compare, min, mul, sub, toMinor, fromMinor } from '../decimal.ts'

/** Interest is simple and settled once a day, in minor units of its currency. What cannot be divided stays with the house: interest is rounded down, costs up. */
export const DAY_SECONDS = 86_400

/** Rates and costs are percentages with at most this many digits after the point: so their product with an amount is exact before it is rounded. */
export const RATE_PLACES = 4

const hundredth = (percent: string): string => mul(percent, '0.01', RATE_PLACES + 2, 'down')

/** Interest of one day on an amount. `rate`: percent a day; `places`: digits after the point of the currency. */
export function dailyInterest(amount: string, rate: string, places: number): string {
  return mul(amount, hundredth(rate), places, 'down')
}

/** Interest of so many days: each day is settled by itself, so it is that of one day, so many times. */
export function interestOfDays(daily: string, days: number, places: number): string {
  return fromMinor(toMinor(daily, places) * BigInt(days), places)
}

/** Percent over a whole term, to be told beside the one of a day. */
export function rateOfDays(rate: string, days: number): string {
  return mul(rate, String(days), RATE_PLACES, 'down')
}

/** When each day of a term is settled: the first a whole day after it began. Unix seconds. */
export function settlementTimes(started: number, days: number): number[] {
  return Array.from({ length: days }, (_, index) => started + (index + 1) * DAY_SECONDS)
}

export interface EarlyTerms {
  /** Percent of the amount. */
  cost: string
  interest: 'kept' | 'forfeited'
}

export interface Redemption {
  cost: string
  /** Interest that was paid and is taken back. */
  forfeited: string
  /** What is left of the amount. */
  back: string
}

/** What ends a term early: never more than the amount itself. `earned`: the interest paid so far. */
export function redemption(amount: string, earned: string, early: EarlyTerms, places: number): Redemption {
  const cost = min(amount, mul(amount, hundredth(early.cost), places, 'up'))
  const rest = sub(amount, cost)
  const forfeited = early.interest === 'forfeited' ? min(rest, earned) : '0'
  return { cost, forfeited, back: sub(rest, forfeited) }
}

/** Whether an amount lies within limits: which one it breaks. */
export function outsideOf(amount: string, limits: { minimum: string; maximum: string }): 'minimum' | 'maximum' | null {
  if (compare(amount, limits.minimum) < 0) return 'minimum'
  return compare(amount, limits.maximum) > 0 ? 'maximum' : null
}
