import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asPercent, asPrice, compare, fromMinor, mul, sub } from '../../engine/language/values/decimal.ts'
import { nextBetter, risesTo, trailingTrigger } from './trailing.ts'

const price = (text: `${number}`) => asPrice(text)

describe('a trigger', () => {
  it.each([
    ['101', true],
    ['99', false],
    ['100', null],
  ] as const)('of %s beside a price of 100 rises: %s', (trigger, rises) =>
    expect(risesTo(price(trigger), price('100'))).toBe(rises),
  )
})

describe('the trigger of a trailing order', () => {
  it.each([
    ['long', '120000', '1', 2, '118800'],
    ['short', '120000', '1', 2, '121200'],
    ['long', '1.23457', '0.25', 5, '1.23148'],
    ['short', '1.23457', '0.25', 5, '1.23766'],
    ['long', '150', '20', 0, '120'],
  ] as const)('%s, best price %s, rate %s %%', (side, best, rate, precision, trigger) =>
    expect(compare(trailingTrigger(side, price(best), asPercent(rate), precision), trigger)).toBe(0),
  )

  it('is never nearer to the best price than its rate, and by less than a digit farther', () => {
    const side = fc.constantFrom<'long' | 'short'>('long', 'short')
    fc.assert(
      fc.property(side, fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 10, max: 2000 }), (of, units, rate) => {
        const best = asPrice(fromMinor(BigInt(units), 2))
        const trigger = trailingTrigger(of, best, asPercent(fromMinor(BigInt(rate), 2)), 2)
        const distance = of === 'long' ? sub(best, trigger) : sub(trigger, best)
        const exact = mul(best, fromMinor(BigInt(rate), 4) as `${number}`)
        expect(compare(distance, exact)).toBeGreaterThanOrEqual(0)
        expect(compare(sub(distance, exact), '0.01')).toBe(-1)
      }),
    )
  })
})

it('the next better price is one unit of the last digit away', () => {
  expect([
    nextBetter('long', price('1.5'), 2),
    nextBetter('short', price('1.5'), 2),
    nextBetter('long', price('150'), 0),
  ]).toEqual(['1.51', '1.49', '151'])
})
