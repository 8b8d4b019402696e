import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  asFactor,
  asMoney,
  asPercent,
  compare,
  fromMinor,
  mul,
  sub,
  sum,
} from '../../engine/language/values/decimal.ts'
import { interestOfDay, percentRoundedUp, allocateRepayment, yearlyCost } from './loan.ts'
import { SEED } from '../../../tests/support/seed.ts'

const PLACES = 8
const TERMS = { days: 7, rate: asPercent('0.05'), overdueRate: asPercent('0.15') }

const money = fc.bigInt({ min: 1n, max: 10n ** 15n }).map((units) => asMoney(fromMinor(units, PLACES)))
const percent = fc.integer({ min: 0, max: 500_000 }).map((units) => asPercent(fromMinor(BigInt(units), 4)))

describe('a loan', () => {
  it.each([
    ['100', '0.05', 8, '0.05'],
    ['100.00000001', '0.05', 8, '0.05000001'],
    ['0.00000001', '0.0001', 8, '0.00000001'],
    ['1000', '0.05', 2, '0.5'],
    ['1000.01', '0.05', 2, '0.51'],
    ['1000', '0', 8, '0'],
  ])('of %s at %s %% with %i places costs %s', (amount, rate, places, cost) =>
    expect(percentRoundedUp(asMoney(amount), asPercent(rate), places)).toBe(cost),
  )

  it('costs more for each day after its term', () => {
    expect([1, 7, 8].map((day) => interestOfDay(day, TERMS, asMoney('100'), PLACES))).toEqual([
      { amount: '0.05', overdue: false },
      { amount: '0.05', overdue: false },
      { amount: '0.15', overdue: true },
    ])
  })

  it('is never charged less than it costs, nor a whole minor unit more', () => {
    fc.assert(
      fc.property(money, percent, (amount, rate) => {
        const over = sub(mul(percentRoundedUp(amount, rate, PLACES), '100', 12), mul(amount, asFactor(rate), 12))
        expect(compare(over, '0') >= 0 && compare(over, '0.000001') < 0).toBe(true)
      }),
      { seed: SEED, numRuns: 2_000 },
    )
  })

  it('charged in parts costs no less than in one', () => {
    fc.assert(
      fc.property(fc.array(money, { minLength: 1, maxLength: 8 }), percent, (parts, rate) => {
        expect(
          compare(
            sum(parts.map((part) => percentRoundedUp(part, rate, PLACES))),
            percentRoundedUp(sum(parts), rate, PLACES),
          ),
        ).toBeGreaterThanOrEqual(0)
      }),
      { seed: SEED, numRuns: 500 },
    )
  })
})

describe('a repayment', () => {
  it.each([
    ['0.03', { interest: '0.03', principal: '0', remaining: '100.02' }],
    ['20', { interest: '0.05', principal: '19.95', remaining: '80.05' }],
    ['100.05', { interest: '0.05', principal: '100', remaining: '0' }],
    ['100.05000001', null],
  ])('of %s pays interest first', (amount, split) =>
    expect(allocateRepayment(asMoney(amount), { interest: asMoney('0.05'), principal: asMoney('100') })).toEqual(split),
  )

  it('the parts add up, and interest remains only where nothing else is repaid', () => {
    fc.assert(
      fc.property(money, money, money, (amount, interest, principal) => {
        const split = allocateRepayment(amount, { interest, principal })
        const owed = add(interest, principal)
        if (split === null) {
          expect(compare(amount, owed)).toBe(1)
          return
        }
        expect(add(split.interest, split.principal)).toBe(amount)
        expect(add(split.remaining, amount)).toBe(owed)
        expect(split.principal === '0' || split.interest === interest).toBe(true)
      }),
      { seed: SEED, numRuns: 2_000 },
    )
  })
})

describe('yearlyCost', () => {
  const terms = (days: number, rate: string, fee: string) => ({ days, rate: asPercent(rate), fee: asPercent(fee) })

  // 1 % fee and 7 × 0.05 % on 99 % paid out: 1.35 / 99 × 365 / 7 = 71.1039 %.
  it.each([
    [terms(7, '0.05', '1'), '71.11'],
    [terms(365, '0.05', '0'), '18.25'],
    [terms(30, '0', '0'), '0'],
    [terms(7, '0.05', '100'), '0'],
  ])('of %j is %s', (given, cost) => {
    expect(yearlyCost(given)).toBe(cost)
  })
})
