import * as fc from 'fast-check'
import type { Literal } from '../../../src/engine/language/values/units.ts'
import {
  add,
  asLots,
  asMoney,
  asPercent,
  asPrice,
  asQuantity,
  compare,
  fromMinor,
  mul,
  neg,
  sign,
  sub,
} from '../../../src/engine/language/values/decimal.ts'
import { spotCost } from '../../../src/product/trading/cost.ts'
import { cappedProfit, feeOf, marginOf, type OpenPosition } from '../../../src/product/trading/leverage.ts'
import { secondsFee, secondsOutcome, secondsProfit, secondsResult } from '../../../src/product/trading/seconds.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'

export const about =
  'a user who buys and sells, opens and closes or bets on both sides at one price, however little, never has more than before'
/** Cycles of tiny amounts. */
export const runs = { full: 1_000_000, short: 5_000 }

const scale = fc.constantFrom(0, 1, 2, 4, 8)
const amount = fc.bigInt({ min: 1n, max: 5_000n }).chain((units) => scale.map((digits) => fromMinor(units, digits)))
const [price, quantity, lots, money] = [
  amount.map(asPrice),
  amount.map(asQuantity),
  amount.map(asLots),
  amount.map(asMoney),
]
const percent = fc.constantFrom('0', '0.001', '0.005', '0.04', '0.1', '0.3333', '12.5').map(asPercent)
const side = fc.constantFrom<'long' | 'short'>('long', 'short')

/** Buys coins and sells all of them again at the same price. */
const spot = fc
  .record({ price, quantity, fee: percent, baseDigits: fc.constantFrom(2, 8), quoteDigits: fc.constantFrom(2, 8) })
  .map((terms) => {
    const bought = spotCost({ ...terms, side: 'buy' })
    const sold =
      compare(bought.receive, '0') > 0
        ? spotCost({ ...terms, side: 'sell', quantity: asQuantity(bought.receive) }).receive
        : '0'
    return { kind: 'spot' as const, terms, gain: sub(sold, bought.pay) }
  })

/** Opens and closes a position at one price, in one piece or in two. */
const leveraged = fc
  .record({
    side,
    price,
    lots,
    size: fc.constantFrom('1', '100', '0.01').map(asQuantity),
    inverse: fc.boolean(),
    leverage: fc.integer({ min: 1, max: 200 }),
    fee: percent,
    cut: fc.constantFrom<Literal>('0', '0.5', '0.25'),
  })
  .map((terms) => {
    const { price, leverage, fee } = terms
    const position: OpenPosition = { ...terms, openPrice: price }
    const parts = [
      mul(terms.lots, terms.cut, 12, 'down'),
      sub(terms.lots, mul(terms.lots, terms.cut, 12, 'down')),
    ].filter((lots) => sign(lots) > 0)
    const margin = marginOf(position, price, leverage)
    const closing = parts.map((lots) =>
      sub(cappedProfit({ ...position, lots }, margin, price), feeOf({ ...position, lots }, price, fee)),
    )
    return {
      kind: 'leveraged' as const,
      terms,
      gain: closing.reduce((sum, amount) => add(sum, amount), neg(feeOf(position, price, fee))),
    }
  })

/** Bets on both sides, at rates below the stake. */
const seconds = fc
  .record({
    stake: money,
    rate: fc.constantFrom('65', '99.9999', '100').map(asPercent),
    fee: percent,
    entry: price,
    exit: price,
  })
  .map((terms) => {
    const { stake, rate } = terms
    const [profit, fee] = [secondsProfit(stake, rate), secondsFee(stake, terms.fee)]
    const result = (of: 'long' | 'short') =>
      secondsResult(secondsOutcome(of, terms.entry, terms.exit), { stake, fee, profit })
    return { kind: 'bets' as const, terms, gain: add(result('long'), result('short')) }
  })

/** Calculates `runs` random cycles with the rules of core, without a server. Fails if a cycle has a gain, or a kind of cycle is missing. */
export async function prove({ seed, runs: cycles, log }: ProofOptions): Promise<ProofResult> {
  const counts = { spot: 0, leveraged: 0, bets: 0, evens: 0 }
  const property = fc.property(fc.oneof(spot, leveraged, seconds), ({ kind, gain }) => {
    counts[kind] += 1
    if (sign(gain) === 0) counts.evens += 1
    return sign(gain) <= 0
  })
  const outcome = fc.check(property, { seed, numRuns: cycles })
  if (outcome.failed) log(`${fc.defaultReportMessage(outcome) ?? 'failed'}\n${String(outcome.errorInstance)}`)
  const seen = counts.spot > 0 && counts.leveraged > 0 && counts.bets > 0
  return Promise.resolve({ ok: !outcome.failed && (seen || cycles < runs.short), figures: counts })
}
