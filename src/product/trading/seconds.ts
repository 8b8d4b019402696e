import {
  add,
  asFactor,
  asMoney,
  asPercent,
  compare,
  div,
  max,
  mul,
  neg,
  percentOf,
  round,
  sub,
} from '../../engine/language/values/decimal.ts'
import type { Money, Percent, Price } from '../../engine/language/values/units.ts'
import { BOOKED_PLACES, CASH_PLACES } from './places.ts'
import type { Quote, SecondsOrder } from '../../generated/entities.ts'

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
  return percentOf(stake, rate, BOOKED_PLACES, 'floor')
}

/** A percentage of a stake, rounded up: the charged amount is never less. */
export function secondsFee(stake: Money, percentage: Percent): Money {
  return percentOf(stake, percentage, BOOKED_PLACES, 'ceil')
}

/**
 * The greatest stake, in cents, that the whole cents of an amount pay for together with its fee, as the hold is in cents; 0 for none, and for a
 * fee of which there is no greatest one.
 */
export function maxStake(balance: Money, fee: Percent): Money {
  const available = round(balance, CASH_PLACES, 'floor')
  if (compare(available, '0') <= 0 || compare(fee, '-100') <= 0) return asMoney('0')
  const whole = div(mul(available, '100'), asFactor(add(fee, asPercent('100'))), CASH_PLACES, 'floor')
  const cost = add(whole, secondsFee(whole, fee))
  // The fee is rounded up.
  return compare(cost, available) <= 0 ? whole : max(sub(whole, asMoney('0.01')), asMoney('0'))
}

/** An exit exactly at the entry price is a tie. */
export function secondsOutcome(side: PositionSide, entry: Price, exit: Price): TradeOutcome {
  const moved = compare(exit, entry)
  if (moved === 0) return 'tied'
  return moved > 0 === (side === 'long') ? 'won' : 'lost'
}

/** The result of a running contract if it ended at a quote; at its entry price without a quote, which is a tie. */
export function runningResult(
  { side, entryPrice, stake, fee, profit }: Pick<SecondsOrder, 'side' | 'entryPrice' | 'stake' | 'fee' | 'profit'>,
  quote: Pick<Quote, 'last'> | null,
): Money {
  return secondsResult(secondsOutcome(side, entryPrice, quote?.last ?? entryPrice), { stake, fee, profit })
}

/** The owner's profit of a contract: below 0 a loss. A tie costs nothing, not even the fee. */
export function secondsResult(outcome: TradeOutcome, { stake, fee, profit }: TradeAmounts): Money {
  if (outcome === 'tied') return asMoney('0')
  return outcome === 'won' ? sub(profit, fee) : neg(add(stake, fee))
}
