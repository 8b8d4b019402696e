import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asUnixSeconds } from '../../engine/language/values/time.ts'
import { branded } from '../../engine/language/values/branded.ts'
import type { Money } from '../../engine/language/values/units.ts'
import { add, asMoney, asPercent, compare, fromMinor, sum, toMinor } from '../../engine/language/values/decimal.ts'
import {
  dailyInterest,
  interestOfDays,
  violatedLimit,
  rateOfDays,
  redemption,
  settlementTimes,
  type EarlyTerms,
} from './interest.ts'
import { SEED } from '../../../tests/support/seed.ts'

const places = fc.constantFrom(2, 8)
const amount = fc.bigInt(1n, 10n ** 16n)
const rate = fc.bigInt(0n, 1_000_000n).map((units) => asPercent(fromMinor(units, 4)))
const money = (units: bigint, scale: number) => asMoney(fromMinor(units, scale))
const days = fc.integer({ min: 1, max: 366 })
const early: fc.Arbitrary<EarlyTerms> = fc.record({
  cost: rate,
  interest: fc.constantFrom('kept' as const, 'forfeited' as const),
})

const check = (name: string, property: fc.IProperty<unknown[]>) =>
  it(name, () => fc.assert(property as fc.IProperty<unknown>, { seed: SEED, numRuns: 2000 }))

describe('interest', () => {
  it.each([
    ['200', '0.035', 8, '0.07'],
    ['1234.56', '0.02', 2, '0.24'],
    ['0.00012345', '0.01', 8, '0.00000001'],
    ['0.00009999', '0.01', 8, '0'],
    ['1000', '0', 8, '0'],
  ])('of a day on %s at %s %% with %i places is %s', (of, percent, scale, daily) => {
    expect(dailyInterest(asMoney(of), asPercent(percent), scale)).toBe(daily)
  })

  check(
    'is never more than the rate says, and less by less than a minor unit a day',
    fc.property(amount, rate, places, (units, percent, scale) => {
      const daily = toMinor(dailyInterest(money(units, scale), percent, scale), scale)
      const exact = units * toMinor(percent, 4)
      expect(daily * 1_000_000n).toBeLessThanOrEqual(exact)
      expect((daily + 1n) * 1_000_000n).toBeGreaterThan(exact)
    }),
  )

  check(
    'of all days, one by one, is what was quoted and no more',
    fc.property(amount, rate, places, days, (units, percent, scale, term) => {
      const daily = dailyInterest(money(units, scale), percent, scale)
      const total = interestOfDays(daily, term, scale)
      const paid = Array.from({ length: term }).reduce<Money>((all) => add(all, daily), asMoney('0'))
      expect(paid).toBe(total)
      expect(toMinor(total, scale) * 1_000_000n).toBeLessThanOrEqual(units * toMinor(percent, 4) * BigInt(term))
    }),
  )

  check(
    'is no more for an amount in parts than for the whole',
    fc.property(amount, amount, rate, places, (one, other, percent, scale) => {
      const of = (units: bigint) => dailyInterest(money(units, scale), percent, scale)
      expect(compare(add(of(one), of(other)), of(one + other))).toBeLessThanOrEqual(0)
    }),
  )
})

describe('early redemption', () => {
  it.each([
    ['200', '0.07', { cost: '0.5', interest: 'kept' }, { cost: '1', forfeited: '0', back: '199' }],
    ['500', '0.5', { cost: '1', interest: 'forfeited' }, { cost: '5', forfeited: '0.5', back: '494.5' }],
    ['0.00000001', '0', { cost: '0.0001', interest: 'kept' }, { cost: '0.00000001', forfeited: '0', back: '0' }],
    ['100', '300', { cost: '0', interest: 'forfeited' }, { cost: '0', forfeited: '100', back: '0' }],
    ['100', '3', { cost: '250', interest: 'forfeited' }, { cost: '100', forfeited: '0', back: '0' }],
  ] as const)('of %s after %s', (of, earned, terms, expected) => {
    expect(redemption(asMoney(of), asMoney(earned), branded<EarlyTerms>(terms), 8)).toEqual(expected)
  })

  check(
    'splits the amount without a remainder, and costs no less than it says',
    fc.property(amount, amount, early, places, (units, earned, terms, scale) => {
      const of = money(units, scale)
      const { cost, forfeited, back } = redemption(of, money(earned, scale), terms, scale)
      expect(sum([cost, forfeited, back])).toBe(of)
      for (const part of [cost, forfeited, back]) expect(compare(part, '0')).toBeGreaterThanOrEqual(0)
      const exact = units * toMinor(terms.cost, 4)
      if (cost !== of) expect(toMinor(cost, scale) * 1_000_000n).toBeGreaterThanOrEqual(exact)
    }),
  )

  check(
    'never brings more than the days that have passed',
    fc.property(amount, rate, early, places, days, (units, percent, terms, scale, passed) => {
      const of = money(units, scale)
      const earned = interestOfDays(dailyInterest(of, percent, scale), passed, scale)
      const { back } = redemption(of, earned, terms, scale)
      expect(compare(add(back, earned), add(of, earned))).toBeLessThanOrEqual(0)
      if (terms.interest === 'forfeited' && compare(earned, of) <= 0)
        expect(compare(add(back, earned), of)).toBeLessThanOrEqual(0)
    }),
  )
})

it('settles each day a whole day after the one before', () => {
  expect(settlementTimes(asUnixSeconds(1000), 3)).toEqual([87_400, 173_800, 260_200])
})

it('reports the total rate over a term, and the limit an amount breaks', () => {
  expect([rateOfDays(asPercent('0.02'), 7), rateOfDays(asPercent('0.0333'), 365)]).toEqual(['0.14', '12.1545'])
  const limits = { minimum: asMoney('100'), maximum: asMoney('200') }
  expect(['99.99', '100', '200', '200.01'].map((item) => violatedLimit(asMoney(item), limits))).toEqual([
    'minimum',
    null,
    null,
    'maximum',
  ])
})
