import { add, compare, neg, percentOf, sub } from '../decimal.ts'
import type { Run, SecondsFunction } from '../functions.ts'

/** Digits after the point that amounts are rounded to: those that the books keep of USDT. */
const SCALE = 8

/** Bullish is long: the price is to be higher at expiry than at entry. Bearish is short. */
export type Side = 'long' | 'short'
export type Outcome = 'won' | 'lost' | 'tied'

/** Of a contract, in one currency. */
export interface Amounts {
  stake: string
  fee: string
  /** What a win brings on top of the stake, before the fee. */
  profit: string
}

/** So many hundredths of a stake, cut: what is paid out is never more than was promised. */
export function secondsProfit(stake: string, rate: string): string {
  return percentOf(stake, rate, SCALE, 'floor')
}

/** So many hundredths of a stake, in full: what is taken is never less. */
export function secondsFee(stake: string, percentage: string): string {
  return percentOf(stake, percentage, SCALE, 'ceil')
}

/** An exit at the very price of the entry is a tie. */
export function secondsOutcome(side: Side, entry: string, exit: string): Outcome {
  const moved = compare(exit, entry)
  if (moved === 0) return 'tied'
  return moved > 0 === (side === 'long') ? 'won' : 'lost'
}

/** What a contract has come to for its owner: below 0 a loss. A tie costs nothing, the fee neither. */
export function secondsResult(outcome: Outcome, { stake, fee, profit }: Amounts): string {
  if (outcome === 'tied') return '0'
  return outcome === 'won' ? sub(profit, fee) : neg(add(stake, fee))
}

/** As expressions call them. */
export const secondsFunctions = {
  secondsProfit: ([stake, rate]) => secondsProfit(String(stake), String(rate)),
  secondsFee: ([stake, percentage]) => secondsFee(String(stake), String(percentage)),
} satisfies Record<SecondsFunction, Run>
