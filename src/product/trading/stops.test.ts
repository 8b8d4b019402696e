import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { branded } from '../../core/branded.ts'
import { asDecimal, asLots, asPrice, compare, fromMinor, sub } from '../../core/decimal.ts'
import { convertStop, type StopUnit } from './stops.ts'

const SEED = Number(process.env.PLACARD_TEST_SEED ?? 20261121)
type Position = Parameters<typeof convertStop>[4]
const coin = branded<Position>({
  side: 'long',
  openPrice: '65000.00',
  lots: '1',
  size: '0.1',
  inverse: false,
  leverage: 10,
  precision: 2,
})
const yen = branded<Position>({
  side: 'short',
  openPrice: '150.000',
  lots: '2',
  size: '1000',
  inverse: true,
  leverage: 100,
  precision: 3,
})

describe('a stop converted to another unit', () => {
  it.each([
    // 0.1 BTC at 65 000 with a margin of 650 USDT: 100 USDT of the price are 10 USDT.
    [coin, '65100', 'price', 'profit', false, '10'],
    [coin, '65100', 'price', 'percent', false, '1.53'],
    [coin, '64350', 'price', 'profit', true, '65'],
    [coin, '64350', 'price', 'percent', true, '10'],
    [coin, '10', 'percent', 'price', true, '64350'],
    [coin, '65', 'profit', 'price', true, '64350'],
    [coin, '65', 'profit', 'percent', true, '10'],
    [coin, '65000', 'price', 'price', true, '65000'],
    // 2 000 USD sold at 150: at 148.5 the 3 000 JPY of difference are 20.20 USDT.
    [yen, '151.5', 'price', 'profit', true, '19.81'],
    // No loss is greater than the margin.
    [coin, '1', 'price', 'profit', true, '650'],
    [coin, '1', 'price', 'percent', true, '100'],
    [{ ...coin, lots: asLots('0') }, '64350', 'price', 'percent', true, '10'],
  ] as const)('%o: %s as %s is in %s (losing %s) %s', (position, given, from, to, losing, expected) => {
    expect(compare(convertStop(asDecimal(given), from, to, losing, position) ?? '-1', expected)).toBe(0)
  })

  it.each([
    ['a stop-loss that is no loss', coin, '65100', 'price', 'profit', true],
    ['a take-profit that is no gain', coin, '64000', 'price', 'percent', false],
    ['a profit of an unknown number of lots', { ...coin, lots: asLots('0') }, '65100', 'price', 'profit', false],
    [
      'a price of a profit of an unknown number of lots',
      { ...coin, lots: asLots('0') },
      '10',
      'profit',
      'price',
      false,
    ],
    ['a loss below a price of 0', coin, '99999', 'profit', 'price', true],
    ['a price that is not there yet', { ...coin, openPrice: asPrice('0') }, '10', 'percent', 'price', true],
  ] as const)('is nothing for %s', (_, position, given, from, to, losing) => {
    expect(convertStop(asDecimal(given), from, to, losing, position)).toBeNull()
  })

  it('converts back within two digits', () => {
    const units: readonly StopUnit[] = ['percent', 'profit']
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500_000 }),
        fc.constantFrom(...units),
        fc.boolean(),
        fc.constantFrom('long' as const, 'short' as const),
        (away, unit, losing, side) => {
          const up = (side === 'long') !== losing
          const price = sub('65000.00', fromMinor(BigInt(up ? -away : away), 2))
          const position = { ...coin, side }
          const converted = convertStop(price, 'price', unit, losing, position)
          if (converted === null) return
          const back = convertStop(converted, unit, 'price', losing, position) ?? asDecimal('0')
          // A hundredth of a per cent of 650 USDT of margin are 0.065 USDT, and those are 65 cents of the price.
          expect(Math.abs(Number(sub(back, price)))).toBeLessThanOrEqual(0.67)
        },
      ),
      { seed: SEED, numRuns: 500 },
    )
  })
})
