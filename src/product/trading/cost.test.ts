import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { branded } from '../../engine/language/values/branded.ts'
import type { Quantity, Unbranded } from '../../engine/language/values/units.ts'
import {
  add,
  asFactor,
  asMoney,
  asPercent,
  asPrice,
  asQuantity,
  compare,
  fromMinor,
  mul,
  round,
  sub,
} from '../../engine/language/values/decimal.ts'
import { spotCost, type SpotTerms } from './cost.ts'
import { SEED } from '../../../tests/support/seed.ts'

const check = <T extends unknown[]>(property: fc.IProperty<T>) =>
  fc.assert(property, { seed: SEED, numRuns: 500, verbose: 1 })
const decimal = (digits: number, most: bigint) => fc.bigInt(1n, most).map((units) => fromMinor(units, digits))
const price = decimal(5, 10n ** 10n).map(asPrice)
const percentage = decimal(4, 20_000n).map(asPercent)
const quantities = (most: bigint) => decimal(8, most).map(asQuantity)

const terms = (more: Partial<Unbranded<SpotTerms>>): SpotTerms =>
  branded<SpotTerms>({
    side: 'buy',
    price: '95840.25',
    quantity: '0.001',
    fee: '0.1',
    baseDigits: 8,
    quoteDigits: 8,
    ...more,
  })

describe(`the cost of a spot trade (seed ${SEED})`, () => {
  it('deducts the fee from the received amount', () => {
    expect(spotCost(terms({}))).toEqual({ amount: '95.84025', pay: '95.84025', receive: '0.000999', fee: '0.000001' })
    expect(spotCost(terms({ side: 'sell' }))).toEqual({
      amount: '95.84025',
      pay: '0.001',
      receive: '95.74440975',
      fee: '0.09584025',
    })
    expect(spotCost(terms({ price: '0.16325', quantity: '0.00000001' }))).toEqual({
      amount: '0.00000001',
      pay: '0.00000001',
      receive: '0',
      fee: '0.00000001',
    })
    expect(spotCost(terms({ side: 'sell', price: '110448.09', quantity: '0.00005' }))).toEqual({
      amount: '5.5224045',
      pay: '0.00005',
      receive: '5.51688209',
      fee: '0.00552241',
    })
    expect(spotCost(terms({ fee: '0' })).fee).toBe('0')
  })

  it('makes no money on any round trip at one price, nor above the bid, by any steps', () => {
    check(
      fc.property(
        price,
        quantities(10n ** 12n),
        percentage,
        fc.integer({ min: 0, max: 50 }),
        fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 4 }),
        fc.constantFrom(2, 8),
        fc.constantFrom(2, 4, 8),
        fc.boolean(),
        (ask, requested, percent, spread, cuts, quoteDigits, baseDigits, free) => {
          const fee = free ? asPercent('0') : percent
          const quantity = round(requested, baseDigits, 'down')
          const bid = sub(ask, mul(ask, asFactor(fromMinor(BigInt(spread), 4)), 5, 'ceil'))
          const bought = spotCost({ side: 'buy', price: ask, quantity, fee, baseDigits, quoteDigits })
          let remaining = asQuantity(bought.receive)
          let back = asMoney('0')
          // All of it is sold, in pieces.
          for (const cut of [...cuts, 100]) {
            const piece =
              cut === 100 ? remaining : mul(remaining, asFactor(fromMinor(BigInt(cut), 2)), baseDigits, 'floor')
            if (compare(piece, '0') <= 0) continue
            const sold = spotCost({ side: 'sell', price: bid, quantity: piece, fee, baseDigits, quoteDigits })
            expect(add(sold.receive, sold.fee)).toBe(sold.amount)
            back = add(back, sold.receive)
            remaining = sub(remaining, piece)
          }
          expect(compare(back, bought.pay)).toBeLessThanOrEqual(0)
          expect(add(bought.receive, bought.fee)).toBe(quantity)
        },
      ),
    )
  })

  it('never costs less in pieces than at once', () => {
    check(
      fc.property(
        fc.constantFrom('buy', 'sell'),
        price,
        quantities(10n ** 11n),
        quantities(10n ** 11n),
        percentage,
        (side, price, one, other, fee) => {
          const cost = (quantity: Quantity) => spotCost({ side, price, quantity, fee, baseDigits: 8, quoteDigits: 8 })
          const [combined, a, b] = [cost(add(one, other)), cost(one), cost(other)]
          expect(compare(add(a.pay, b.pay), combined.pay)).toBeGreaterThanOrEqual(0)
          expect(compare(add(a.receive, b.receive), combined.receive)).toBeLessThanOrEqual(0)
        },
      ),
    )
  })
})
