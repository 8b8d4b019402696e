import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asDecimal, compare, fromMinor, isMultiple, mul, sub } from '../../../language/values/decimal.ts'
import { amountOf, conversionOf, totalOf, type Conversion } from './conversion.ts'
import { percentOfMaximum, shareInSteps } from './shares.ts'
import { SEED } from '../../../../../tests/support/seed.ts'

const check = <T>(property: fc.IProperty<T>) => fc.assert(property, { seed: SEED, numRuns: 500 })

const STEPS = ['0.00001', '0.001', '0.05', '1', '1000']
const conversion = fc.record({
  price: fc.bigInt(1n, 10n ** 9n).map((units) => fromMinor(units, 4)),
  step: fc.constantFrom(...STEPS),
  decimals: fc.constant(2),
  rounding: fc.constantFrom<Conversion['rounding']>('up', 'down'),
})
const total = fc.bigInt(0n, 10n ** 9n).map((cents) => fromMinor(cents, 2))
const costOf = (amount: string, { price }: Conversion) => mul(asDecimal(amount), asDecimal(price))

describe('an amount for a total', () => {
  it('is a whole multiple of the step, and never costs more than the total', () =>
    check(
      fc.property(total, conversion, (sum, by) => {
        const amount = asDecimal(amountOf(sum, by))
        expect(isMultiple(amount, asDecimal(by.step))).toBe(true)
        expect(compare(costOf(amount, by), sum)).toBeLessThanOrEqual(0)
      }),
    ))

  it('leaves less than the price of a step unspent', () =>
    check(
      fc.property(total, conversion, (sum, by) => {
        const rest = sub(sum, costOf(amountOf(sum, by), by))
        // A quotient has twelve decimals: at most one of them is lost.
        expect(compare(rest, costOf(by.step, by))).toBeLessThan(1)
      }),
    ))

  it('is the amount again whose total was rounded up', () =>
    check(
      fc.property(fc.integer({ min: 0, max: 10_000 }), conversion, (steps, by) => {
        // Where a step costs less than a cent, a cent buys several.
        fc.pre(compare(costOf(by.step, by), asDecimal('0.01')) > 0)
        const amount = mul(asDecimal(String(steps)), asDecimal(by.step))
        expect(amountOf(totalOf(amount, { ...by, rounding: 'up' }), by)).toBe(amount)
      }),
    ))

  it('is missing without a total', () =>
    expect(amountOf('', { price: '2', step: '1', decimals: 2, rounding: 'up' })).toBe(''))
})

it('a total is rounded up for what is paid and down for what is received', () => {
  const by = { price: '3.333', step: '0.1', decimals: 2 }
  expect([totalOf('0.1', { ...by, rounding: 'up' }), totalOf('0.1', { ...by, rounding: 'down' })]).toEqual([
    '0.34',
    '0.33',
  ])
  expect(totalOf('', { ...by, rounding: 'up' })).toBe('')
})

it('there is no conversion without a price and a step above 0', () => {
  expect(conversionOf('2', '0.1', 2, 'up')).toEqual({ price: '2', step: '0.1', decimals: 2, rounding: 'up' })
  for (const [price, step] of [
    [null, '0.1'],
    ['0', '0.1'],
    ['2', undefined],
    ['2', '0'],
  ])
    expect(conversionOf(price, step, 2, 'up')).toBeNull()
})

describe('a share of a maximum', () => {
  it('is cut to the step, and none of it is empty', () => {
    expect(shareInSteps('1.0055', 50, '0.01')).toBe('0.5')
    expect(shareInSteps('1.0055', 100, '0.01')).toBe('1')
    expect(shareInSteps('1', 0, '0.01')).toBe('')
  })
  it('is read back in per cent, within 0 and 100', () => {
    expect(percentOfMaximum('0.25', '1')).toBe(25)
    expect(percentOfMaximum('9', '1')).toBe(100)
    expect([percentOfMaximum('', '1'), percentOfMaximum('1', '0')]).toEqual([0, 0])
  })
})
