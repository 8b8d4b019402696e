import { add, asMoney, compare, neg, percentOf, sub } from '../../core/decimal.ts'
import type { Money, Percent, Price } from '../../core/units.ts'

/** Digits after the point that amounts are rounded to: those that the books store of USDT. */
const USDT_PLACES = 8

/** Bullish is long: the price is to be higher at expiry than at entry. Bearish is short. */
export type PositionSide = 'long' | 'short'
export type TradeOutcome = 'won' | 'lost' | 'tied'

/** Of a contract, in one currency. */
export interface TradeAmounts {
  stake: Money
  fee: Money
  /** The gain of a win in addition to the stake, before the fee. */
  profit: Money
}

/** A percentage of a stake, rounded down: the payout is never above the promised amount. */
export function secondsProfit(stake: Money, rate: Percent): Money {
  return percentOf(stake, rate, USDT_PLACES, 'floor')
}

/** A percentage of a stake, rounded up: the charged amount is never less. */
export function secondsFee(stake: Money, percentage: Percent): Money {
  return percentOf(stake, percentage, USDT_PLACES, 'ceil')
}

/** An exit exactly at the entry price is a tie. */
export function secondsOutcome(side: PositionSide, entry: Price, exit: Price): TradeOutcome {
  const moved = compare(exit, entry)
  if (moved === 0) return 'tied'
  return moved > 0 === (side === 'long') ? 'won' : 'lost'
}

/** The owner's profit of a contract: below 0 a loss. A tie costs nothing, not even the fee. */
export function secondsResult(outcome: TradeOutcome, { stake, fee, profit }: TradeAmounts): Money {
  if (outcome === 'tied') return asMoney('0')
  return outcome === 'won' ? sub(profit, fee) : neg(add(stake, fee))
}
