import {
  add,
  asFactor,
  asMoney,
  compare,
  div,
  max,
  min,
  mul,
  percentOf,
  neg,
  round,
  sign,
  sqrt,
  sub,
  asPercent,
} from '../../engine/language/values/decimal.ts'
import { asSeconds } from '../../engine/language/values/time.ts'
import type { Factor, Literal, Money, Percent, Price } from '../../engine/language/values/units.ts'
import { CASH_PLACES } from './places.ts'
import type { PositionSide, TradeAmounts } from './seconds.ts'
import type { Quote, SecondsOrder } from '../../generated/entities.ts'

/** Coefficients of Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.19, from the highest power; the absolute error is below 1.5e-7. */
const COEFFICIENTS: readonly Literal[] = [
  '0.000005383',
  '0.0000488906',
  '0.0000380036',
  '0.0032776263',
  '0.0211410061',
  '0.049867347',
  '1',
]
/** Beyond it the function is 1 to nine digits. */
const GREATEST_ARGUMENT = '6'

/** The cumulative standard normal distribution, with seven correct digits. */
export function normalDistribution(x: Factor): Factor {
  if (compare(x, '0') < 0) return sub(asFactor('1'), normalDistribution(neg(x)))
  if (compare(x, GREATEST_ARGUMENT) > 0) return asFactor('1')
  let power = COEFFICIENTS.reduce<Factor>((sum, coefficient) => add(mul(sum, x), coefficient), asFactor('0'))
  for (let squarings = 0; squarings < 4; squarings++) power = mul(power, power)
  return sub(asFactor('1'), div(asFactor('0.5'), power))
}

/** A running contract at a price. */
export interface RunningContract extends TradeAmounts {
  side: PositionSide
  entryPrice: Price
  /** In force now. */
  price: Price
  /** Digits after the point of a price. */
  precision: number
  /** Standard deviation of the return until the expiry, above 0. */
  deviation: Factor
}

/**
 * The value of a running contract: its payout times the probability of a win, and stake and fee times that of a tie, which returns them.
 * A cash-or-nothing option without interest, whose price changes until the expiry are normally distributed around 0 (J. C. Hull, Options,
 * Futures, and Other Derivatives, chapter on exotic options; over minutes normal and lognormal returns agree). An exit at the entry price
 * is one within half a tick of it.
 */
export function contractValue({ stake, fee, profit, side, ...at }: RunningContract): Money {
  const [entry, price] = [asFactor(at.entryPrice), asFactor(at.price)]
  const halfTick = div(asFactor('0.5'), asFactor(`1${'0'.repeat(at.precision)}`))
  const width = mul(price, at.deviation)
  const below = (bound: Factor) => normalDistribution(div(sub(bound, price), width))
  const [lower, higher] = [below(sub(entry, halfTick)), below(add(entry, halfTick))]
  const wins = side === 'long' ? sub(asFactor('1'), higher) : lower
  return add(mul(add(stake, profit), wins), mul(add(stake, fee), sub(higher, lower)))
}

/** The price for which a contract is bought back: its value less `spread` per cent, in whole cents, rounded down; at most the payout, at least 0. */
export function salePrice(contract: RunningContract, spread: Percent): Money {
  const share = sub(asPercent('100'), spread)
  const price = round(percentOf(contractValue(contract), share), CASH_PLACES, 'floor')
  return max(min(price, add(contract.stake, contract.profit)), asMoney('0'))
}

/**
 * The price of a sale at a live quote, by the same formula. The time left is that of the quote, in whole seconds, and variance is taken as
 * even over it. Null where the contract cannot be sold: in its last seconds, worth less than a cent, and without a quote.
 */
export function liveSalePrice(
  { sellLeft = asSeconds(0), sellSpread, sellDeviation, left, leftMs, expires, ...contract }: SecondsOrder,
  quote: Pick<Quote, 'last' | 'time'> | null,
): Money | null {
  if (quote === null || sellSpread === undefined || typeof sellDeviation !== 'string') return null
  const secondsLeft = expires - quote.time
  if (sellLeft <= 0 || leftMs <= 0 || secondsLeft <= left - sellLeft) return null
  const share = div(asFactor(`${secondsLeft * 1000}`), asFactor(`${leftMs}`))
  const deviation = mul(asFactor(sellDeviation), sqrt(share))
  if (sign(mul(asFactor(quote.last), deviation)) <= 0) return null
  const price = salePrice({ ...contract, price: quote.last, deviation }, sellSpread)
  return sign(price) > 0 ? price : null
}

/** The least price that a quoted sale is executed at: `tolerance` per cent of the payout below it, at least a cent. */
export function leastSalePrice(price: Money, payout: Money, tolerance: Percent): Money {
  const least = round(sub(price, percentOf(payout, tolerance)), CASH_PLACES, 'ceil')
  return max(least, asMoney('0.01'))
}

/** The charge for cancelling a contract: a percentage of the stake, in whole cents, rounded up, at most the stake. */
export const cancellationFee = (stake: Money, percent: Percent): Money =>
  min(round(percentOf(stake, percent), CASH_PLACES, 'ceil'), stake)
