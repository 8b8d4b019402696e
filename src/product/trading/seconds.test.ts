import { assert, bigInt, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { branded } from '../../engine/language/values/branded.ts'
import type { Money, Percent } from '../../engine/language/values/units.ts'
import {
  add,
  asMoney,
  asPercent,
  asPrice,
  compare,
  fromMinor,
  round,
  sign,
  sub,
} from '../../engine/language/values/decimal.ts'
import {
  maxStake,
  runningResult,
  type TradeAmounts,
  secondsFee,
  secondsOutcome,
  secondsProfit,
  secondsResult,
} from './seconds.ts'

const amount = bigInt({ min: 1n, max: 10n ** 15n }).map((units) => asMoney(fromMinor(units, 8)))
const price = amount.map(asPrice)
const percentage = bigInt({ min: 0n, max: 2_000_000n }).map((units) => asPercent(fromMinor(units, 4)))

/** By whole numbers, apart from the decimals: hundredths of an amount in minor units, as numerator over 10^6 (4 digits of the percentage, 2 of the hundred). */
function exact(stake: string, percent: string): [units: bigint, rest: bigint] {
  const units = (text: string, scale: number) => {
    const [integerPart = '0', fraction = ''] = text.split('.')
    return BigInt(integerPart + fraction.padEnd(scale, '0'))
  }
  const product = units(stake, 8) * units(percent, 4)
  return [product / 1_000_000n, product % 1_000_000n]
}

describe('the greatest stake', () => {
  it('is within the amount together with its fee, and one cent more is not', () => {
    assert(
      property(amount, percentage, (balance, fee) => {
        const stake = maxStake(balance, fee)
        const available = round(balance, 2, 'floor')
        const cost = (of: Money) => add(of, secondsFee(of, fee))
        const more = add(stake, asMoney('0.01'))
        if (compare(stake, '0') > 0) expect(compare(cost(stake), available)).toBeLessThanOrEqual(0)
        expect(compare(cost(more), available)).toBeGreaterThan(0)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('the amounts of a seconds contract', () => {
  it.each([
    ['100', '80', '80', '80'],
    ['100', '0.5', '0.5', '0.5'],
    ['0.00000001', '80', '0', '0.00000001'],
    ['33.33333333', '70', '23.33333333', '23.33333334'],
    ['12.5', '0', '0', '0'],
  ])('%s at %s %% bring %s and cost %s', (stake, percent, profit, fee) => {
    expect([secondsProfit(asMoney(stake), asPercent(percent)), secondsFee(asMoney(stake), asPercent(percent))]).toEqual(
      [profit, fee],
    )
  })

  it('are rounded once, against the user', () => {
    assert(
      property(amount, percentage, (stake, percent) => {
        const [units, rest] = exact(stake, percent)
        expect(secondsProfit(stake, percent)).toBe(fromMinor(units, 8))
        expect(secondsFee(stake, percent)).toBe(fromMinor(units + (rest > 0n ? 1n : 0n), 8))
      }),
      { numRuns: 2_000 },
    )
  })

  it('create no money when a stake is split', () => {
    assert(
      property(amount, amount, percentage, (a, b, percent) => {
        const combined = add(a, b)
        expect(
          compare(add(secondsProfit(a, percent), secondsProfit(b, percent)), secondsProfit(combined, percent)),
        ).toBeLessThanOrEqual(0)
        expect(
          compare(add(secondsFee(a, percent), secondsFee(b, percent)), secondsFee(combined, percent)),
        ).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 2_000 },
    )
  })

  it('of a bet on both sides never total above zero while no side pays more than the stake', () => {
    const rate = bigInt({ min: 0n, max: 1_000_000n }).map((units) => asPercent(fromMinor(units, 4)))
    assert(
      property(
        amount,
        rate,
        rate,
        percentage,
        constantFrom('1', '2', '3').map(asPrice),
        (stake, long, short, percent, exit) => {
          const fee = secondsFee(stake, percent)
          const result = (side: 'long' | 'short', of: Percent) =>
            secondsResult(secondsOutcome(side, asPrice('2'), exit), { stake, fee, profit: secondsProfit(stake, of) })
          expect(sign(add(result('long', long), result('short', short)))).toBeLessThanOrEqual(0)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

describe('the result of a running contract', () => {
  const order = branded<Parameters<typeof runningResult>[0]>({
    side: 'short',
    entryPrice: '100',
    stake: '50',
    fee: '0.25',
    profit: '32.5',
  })
  it.each([
    [asPrice('99.99'), '32.25'],
    [asPrice('100.01'), '-50.25'],
    [asPrice('100.00'), '0'],
    [null, '0'],
  ])('is at the price %s: %s', (last, result) => {
    expect(runningResult(order, last === null ? null : { last })).toBe(result)
  })
})

describe('the outcome', () => {
  it.each([
    ['long', '100.1', 'won', '79.5'],
    ['long', '99.9', 'lost', '-100.5'],
    ['short', '99.9', 'won', '79.5'],
    ['short', '100.1', 'lost', '-100.5'],
    ['long', '100.00', 'tied', '0'],
    ['short', '100.00', 'tied', '0'],
  ] as const)('of %s that began at 100 and ended at %s is %s: %s', (side, exit, outcome, result) => {
    expect(secondsOutcome(side, asPrice('100'), asPrice(exit))).toBe(outcome)
    expect(secondsResult(outcome, branded<TradeAmounts>({ stake: '100', fee: '0.5', profit: '80' }))).toBe(result)
  })

  it('is the other side’s loss: one side wins, or neither does', () => {
    assert(
      property(price, price, (entry, exit) => {
        const both = [secondsOutcome('long', entry, exit), secondsOutcome('short', entry, exit)].toSorted()
        expect(both).toEqual(sign(sub(entry, exit)) === 0 ? ['tied', 'tied'] : ['lost', 'won'])
      }),
    )
  })
})
