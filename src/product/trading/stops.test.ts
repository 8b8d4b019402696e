import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { branded } from '../../engine/language/values/branded.ts'
import { asDecimal, asLots, asMoney, asPrice, compare, fromMinor, sub } from '../../engine/language/values/decimal.ts'
import { hasReachedStopLoss } from './leverage.ts'
import { convertStop, mostStopLoss, stopPrice, type StopUnit } from './stops.ts'
import { SEED } from '../../../tests/support/seed.ts'

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
    [coin, '65100', 'price', 'percent', false, '1.5384'],
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

  it.each([
    ['a coin', coin, 2],
    ['a pair whose base is USD', yen, 3],
    ['a margin of cents', { ...coin, lots: asLots('0.01') }, 2],
  ] as const)('has the same price in every unit, for %s', (_, position, precision) => {
    const units = fc.constantFrom<StopUnit>('price', 'percent', 'profit')
    let count = 0
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60_000 }),
        fc.array(units, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        fc.constantFrom('long' as const, 'short' as const),
        (away, path, losing, side) => {
          const up = (side === 'long') !== losing
          // Within a tenth of the price: a loss that is not above the margin.
          const ticks = position === yen ? away % 1_400 : away
          const price = sub(position.openPrice, fromMinor(BigInt(up ? -ticks : ticks), precision))
          let [value, from] = [asDecimal(price), 'price' as StopUnit]
          for (const to of [...path, 'price' as const]) {
            const converted = convertStop(value, from, to, losing, { ...position, side })
            if (converted === null) return
            ;[value, from] = [converted, to]
          }
          count += 1
          expect(compare(value, price)).toBe(0)
        },
      ),
      { seed: SEED, numRuns: 500 },
    )
    expect(count).toBeGreaterThan(300)
  })
})

describe('the greatest stop-loss', () => {
  it.each([
    // Liquidation at 20 % of 650 USDT: a loss of 520 USDT, 5,200 USDT of the price.
    [coin, '650', 'percent', '59800.01', '79.99'],
    [coin, '650', 'profit', '59800.01', '519.99'],
    [{ ...coin, side: 'short' as const }, '650', 'percent', '70199.99', '79.99'],
  ] as const)('%o with a margin of %s, in %s, before %s: %s', (position, margin, unit, first, expected) => {
    const most = mostStopLoss(position, asMoney(margin), unit, asPrice(first))
    expect(compare(most, expected)).toBe(0)
    const price = stopPrice(position, asMoney(margin), unit, most, true, 2)
    expect(price !== null && hasReachedStopLoss(position.side, asPrice(first), price)).toBe(true)
  })
})
