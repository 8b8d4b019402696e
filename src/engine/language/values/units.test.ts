import { describe, expect, expectTypeOf, it } from 'vitest'
import { branded } from './branded.ts'
import {
  add,
  asDecimal,
  asLots,
  asMoney,
  asPercent,
  asPrice,
  asQuantity,
  asRate,
  compare,
  DecimalError,
  div,
  isDecimal,
  isMultiple,
  max,
  mul,
  neg,
  percentOf,
  round,
  sub,
  sum,
} from './decimal.ts'
import { asSeconds, asUnixSeconds, addSeconds } from './time.ts'
import type { Decimal, Factor, Lots, Money, Price, Quantity, UnixSeconds } from './units.ts'

const [money, price, quantity, lots, rate, percent] = [
  asMoney('10'),
  asPrice('2'),
  asQuantity('5'),
  asLots('3'),
  asRate('1.5'),
  asPercent('20'),
]
const plain = asDecimal('4')
const text: string = '7'

describe('a decimal with a unit', () => {
  it('is a decimal and a text', () => {
    expectTypeOf(price).toExtend<Decimal>()
    expectTypeOf(price).toExtend<string>()
    expect([money, price].join(' ')).toBe('10 2')
  })

  it('is created from a text by its own function only', () => {
    // @ts-expect-error a plain text is no price
    const wrong: Price = text
    // @ts-expect-error nor is a decimal without a unit
    const unitless: Price = plain
    // @ts-expect-error nor is money
    const other: Price = money
    expect([wrong, unitless, other]).toEqual(['7', '4', '10'])
    expect(() => asPrice('2,5')).toThrow(DecimalError)
  })

  it('is the type of a checked text', () => {
    const value: unknown = '1.5'
    if (isDecimal(value)) expectTypeOf(value).toEqualTypeOf<Decimal>()
    expect(isDecimal(value)).toBe(true)
  })
})

describe('arithmetic', () => {
  it('preserves the unit of a sum', () => {
    expectTypeOf(add(money, money)).toEqualTypeOf<Money>()
    expectTypeOf(sub('1', price)).toEqualTypeOf<Price>()
    expectTypeOf(max(lots, '1')).toEqualTypeOf<Lots>()
    expectTypeOf(sum([money, money])).toEqualTypeOf<Money>()
    expectTypeOf(neg(price)).toEqualTypeOf<Price>()
    expectTypeOf(round(quantity, 2)).toEqualTypeOf<Quantity>()
    expectTypeOf(percentOf(money, percent)).toEqualTypeOf<Money>()
    expectTypeOf(add(money, plain)).toEqualTypeOf<Decimal>()
    expect(add(money, '1')).toBe('11')
  })

  it('gives a product and a quotient their unit', () => {
    expectTypeOf(mul(price, quantity)).toEqualTypeOf<Money>()
    expectTypeOf(mul(lots, quantity)).toEqualTypeOf<Quantity>()
    expectTypeOf(mul(money, '2')).toEqualTypeOf<Money>()
    expectTypeOf(mul(money, rate)).toEqualTypeOf<Money>()
    expectTypeOf(div(money, quantity)).toEqualTypeOf<Price>()
    expectTypeOf(div(money, price)).toEqualTypeOf<Quantity>()
    expectTypeOf(div(money, money)).toEqualTypeOf<Factor>()
    expectTypeOf(mul(div(price, price), money)).toEqualTypeOf<Money>()
    expect([mul(price, quantity), div(money, price)]).toEqual(['10', '5'])
  })

  it('rejects units that do not match', () => {
    // @ts-expect-error money and a price have no sum
    expect(add(money, price)).toBe('12')
    // @ts-expect-error a price is compared with a price
    expect(compare(price, quantity)).toBe(-1)
    // @ts-expect-error lots are no multiple of money
    expect(isMultiple(lots, money)).toBe(false)
    // @ts-expect-error money times money is nothing
    expect(mul(money, money)).toBe('100')
    // @ts-expect-error a price by a quantity is nothing
    expect(div(price, quantity)).toBe('0.4')
    // @ts-expect-error the percentage has the unit percent
    expect(percentOf(money, price)).toBe('0.2')
    // @ts-expect-error a plain text is no operand
    expect(add(money, text)).toBe('17')
  })
})

describe('a time', () => {
  it('is a moment or a duration', () => {
    const moment = asUnixSeconds(1_700_000_000)
    expectTypeOf(addSeconds(moment, asSeconds(60))).toEqualTypeOf<UnixSeconds>()
    // @ts-expect-error a length is no moment
    expect(addSeconds(asSeconds(60), 60)).toBe(120)
    // @ts-expect-error a plain number is neither
    const wrong: UnixSeconds = 1
    expect([addSeconds(moment, 60), wrong]).toEqual([1_700_000_060, 1])
  })
})

it('writes test data with literals for decimals and times, and nothing else', () => {
  interface Data {
    price: Price
    at: UnixSeconds
    side: 'buy' | 'sell'
  }
  // @ts-expect-error "up" is no side
  expect(branded<Data>({ price: '1', at: 0, side: 'up' })).toEqual({ price: '1', at: 0, side: 'up' })
  expectTypeOf(branded<Data>({ price: '1.50', at: 0, side: 'buy' })).toEqualTypeOf<Data>()
})
