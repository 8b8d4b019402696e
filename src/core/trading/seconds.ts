import { add, asMoney, asPercent, compare, neg, percentOf, sub } from '../decimal.ts'
import type { Money, Percent, Price } from '../units.ts'
import type { Run, SecondsFunction } from '../functions.ts'

/** Digits after the point that amounts are rounded to: those that the books keep of USDT. */
const SCALE = 8

/** Bullish is long: the price is to be higher at expiry than at entry. Bearish is short. */
export type Side = 'long' | 'short'
export type Outcome = 'won' | 'lost' | 'tied'

/** Of a contract, in one currency. */
export interface Amounts {
  stake: Money
  fee: Money
  /** What a win brings on top of the stake, before the fee. */
  profit: Money
}

/** So many hundredths of a stake, cut: what is paid out is never more than was promised. */
export function secondsProfit(stake: Money, rate: Percent): Money {
  return percentOf(stake, rate, SCALE, 'floor')
}

/** So many hundredths of a stake, in full: what is taken is never less. */
export function secondsFee(stake: Money, percentage: Percent): Money {
  return percentOf(stake, percentage, SCALE, 'ceil')
}

/** An exit at the very price of the entry is a tie. */
export function secondsOutcome(side: Side, entry: Price, exit: Price): Outcome {
  const moved = compare(exit, entry)
  if (moved === 0) return 'tied'
  return moved > 0 === (side === 'long') ? 'won' : 'lost'
}

/** What a contract has come to for its owner: below 0 a loss. A tie costs nothing, the fee neither. */
export function secondsResult(outcome: Outcome, { stake, fee, profit }: Amounts): Money {
  if (outcome === 'tied') return asMoney('0')
  return outcome === 'won' ? sub(profit, fee) : neg(add(stake, fee))
}

/** As expressions call them. */
export const secondsFunctions = {
  secondsProfit: ([stake, rate]) => secondsProfit(asMoney(String(stake)), asPercent(String(rate))),
  secondsFee: ([stake, percentage]) => secondsFee(asMoney(String(stake)), asPercent(String(percentage))),
} satisfies Record<SecondsFunction, Run>
