import { assert, constantFrom, integer, property, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, asFactor, asMoney, asPercent, asPrice, compare, sub } from '../../engine/language/values/decimal.ts'
import type { Money } from '../../engine/language/values/units.ts'
import {
  cancellationFee,
  contractValue,
  leastSalePrice,
  normalDistribution,
  salePrice,
  type RunningContract,
} from './earlySale.ts'

/** The normal distribution by Simpson's rule over its density. */
function integrated(x: number): number {
  const [from, steps] = [-9, 2000]
  const width = (x - from) / steps
  const density = (at: number) => Math.exp((-at * at) / 2) / Math.sqrt(2 * Math.PI)
  let sum = density(from) + density(x)
  for (let step = 1; step < steps; step++) sum += density(from + step * width) * (step % 2 === 0 ? 2 : 4)
  return (sum * width) / 3
}

const contract = (more: Partial<RunningContract> = {}): RunningContract => ({
  side: 'long',
  stake: asMoney('100'),
  fee: asMoney('0.5'),
  profit: asMoney('70'),
  entryPrice: asPrice('100000'),
  price: asPrice('100000'),
  precision: 2,
  deviation: asFactor('0.0004'),
  ...more,
})

/** Prices in cents around the entry price, and standard deviations of seconds to hours. */
const anyContract = record({
  side: constantFrom<'long' | 'short'>('long', 'short'),
  cents: integer({ min: 9_900_000, max: 10_100_000 }),
  millionths: integer({ min: 5, max: 20_000 }),
}).map(({ side, cents, millionths }) =>
  contract({ side, price: asPrice((cents / 100).toFixed(2)), deviation: asFactor((millionths / 1e6).toFixed(6)) }),
)
const opposite = (of: RunningContract): RunningContract => ({ ...of, side: of.side === 'long' ? 'short' : 'long' })

describe('the normal distribution', () => {
  it('has seven correct digits', () => {
    for (let x = -6.5; x <= 6.5; x += 0.1)
      expect(Number(normalDistribution(asFactor(x.toFixed(1))))).toBeCloseTo(integrated(Number(x.toFixed(1))), 6)
  })

  it('is one half at 0', () => expect(normalDistribution(asFactor('0'))).toBe('0.5'))
})

describe('the value of a running contract', () => {
  it('is its payout times the probability of a win, and stake and fee times that of a tie', () => {
    assert(
      property(anyContract, (of) => {
        const width = Number(of.price) * Number(of.deviation)
        const below = (bound: number) => integrated(Math.min(9, Math.max(-8.9, (bound - Number(of.price)) / width)))
        const [lower, higher] = [below(99_999.995), below(100_000.005)]
        const value = 170 * (of.side === 'long' ? 1 - higher : lower) + 100.5 * (higher - lower)
        expect(Number(contractValue(of))).toBeCloseTo(value, 3)
      }),
      { numRuns: 300 },
    )
  })

  it('of both sides together is the payout where a tie is impossible', () => {
    assert(
      property(anyContract, (of) => {
        const untied = { ...of, precision: 12 }
        const total = add(contractValue(untied), contractValue(opposite(untied)))
        expect(Number(total)).toBeCloseTo(170, 3)
      }),
      { numRuns: 300 },
    )
  })

  it('rises with the price for bullish and falls for bearish', () => {
    const values = ['99950', '99990', '100000', '100010', '100050'].map((price) => asPrice(price))
    const of = (side: 'long' | 'short') => values.map((price) => Number(contractValue(contract({ side, price }))))
    expect(of('long')).toEqual(of('long').toSorted((a, b) => a - b))
    expect(of('short')).toEqual(of('short').toSorted((a, b) => b - a))
  })
})

describe('the price of a sale', () => {
  const spread = asPercent('3')

  it('is below the value by the spread, in whole cents, from 0 to the payout', () => {
    assert(
      property(anyContract, (of) => {
        const price = salePrice(of, spread)
        const value = Number(contractValue(of))
        expect(Number(price)).toBeGreaterThan(value * 0.97 - 0.01 - 1e-6)
        expect(Number(price)).toBeLessThanOrEqual(value * 0.97 + 1e-9)
        expect(compare(price, '0') >= 0 && compare(price, '170') <= 0).toBe(true)
        expect(/^\d+(\.\d{1,2})?$/.test(price)).toBe(true)
      }),
    )
  })

  it.each<[string, Partial<RunningContract>, string]>([
    ['at the entry price', {}, '82.45'],
    ['far in front', { price: asPrice('101000') }, '164.9'],
    ['far behind', { price: asPrice('99000') }, '0'],
    ['of a bearish contract behind', { side: 'short', price: asPrice('101000') }, '0'],
  ])('%s', (_, more, price) => expect(salePrice(contract(more), spread)).toBe(price))

  it.each<[string, string, string]>([
    ['82.46', '15', '56.96'],
    ['20', '15', '0.01'],
    ['82.46', '0', '82.46'],
  ])('of %s with a tolerance of %s per cent is at least %s', (price, tolerance, least) =>
    expect(leastSalePrice(asMoney(price), asMoney('170'), asPercent(tolerance))).toBe(least),
  )
})

describe('the charge for cancelling', () => {
  it.each<[string, string, string]>([
    ['100', '10', '10'],
    ['5.01', '10', '0.51'],
    ['5', '100', '5'],
    ['5', '0', '0'],
  ])('of a stake of %s at %s per cent is %s', (stake, percent, fee) => {
    const charge: Money = cancellationFee(asMoney(stake), asPercent(percent))
    expect(charge).toBe(fee)
    expect(compare(sub(asMoney(stake), charge), '0')).toBeGreaterThanOrEqual(0)
  })
})
