import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asDecimal, canonical, fromMinor } from './decimal.ts'
import { createFormatter, parseLocaleNumber } from './formatter.ts'
import { hasOtherCurrency, isAmbiguous, numberOf, readNumber, withoutCurrency } from './typedNumber.ts'
import { SEED } from '../../../../tests/support/seed.ts'

const LANGUAGES = ['en', 'zh-Hans', 'zh-Hant', 'ja', 'ko', 'de', 'fr', 'es', 'pt', 'ar']

const amount = fc
  .tuple(fc.oneof(fc.bigInt(0n, 10n ** 20n), fc.bigInt(0n, 999_999n)), fc.constantFrom(0, 1, 2, 3, 8))
  .map(([units, scale]) => fromMinor(units, scale))

describe.each(LANGUAGES)('a number that the app prints in %s', (lang) => {
  const format = createFormatter(lang, (key) => key)
  const prints: Readonly<Record<string, (value: string) => string>> = {
    money: (value) => format.money(value, 'USDT'),
    'signed money': (value) => format.money(value, 'USDT', { signed: true }),
    'money without its currency': (value) => format.money(value),
    quantity: (value) => format.quantity(value),
    price: (value) => format.price(value),
    number: (value) => format.number(value),
  }
  it.each(Object.keys(prints))('as %s is the same value when it is pasted', (name) => {
    fc.assert(
      fc.property(amount, fc.constantFrom('', '\u2068', '\u2066'), (value, isolate) => {
        const text = `${isolate}${prints[name]?.(value) ?? ''}${isolate && '\u2069'}`
        expect(hasOtherCurrency(text, 'USDT')).toBe(false)
        const read = parseLocaleNumber(withoutCurrency(text, 'USDT'), lang)
        expect(canonical(asDecimal(read)), text).toBe(value)
      }),
      { seed: SEED, numRuns: 200 },
    )
  })

  it('as money of another currency is refused', () => {
    expect(hasOtherCurrency(format.money('1234.5', 'EUR'), 'USDT')).toBe(true)
    expect(hasOtherCurrency(format.money('1234.5', 'EUR'), 'EUR')).toBe(false)
    expect(hasOtherCurrency(format.money('1234.5', 'EUR'), undefined)).toBe(false)
  })
})

it.each([
  ['en', '1,234', true],
  ['en', '1.234', false],
  ['de', '1.234', true],
  ['de', '1,234', false],
  ['fr', '1.234', false],
  ['en', '0,125', false],
  ['en', '1,234.5', false],
  ['ja', '１，２３４', true],
])('in %s %s can be read in two ways: %s', (lang, text, expected) => {
  expect(isAmbiguous(text, lang)).toBe(expected)
  expect(readNumber(text, lang, false) === null).toBe(expected)
  expect(readNumber(text, lang, true)).not.toBeNull()
})

it.each([
  ['12.50', 12.5],
  ['-0.000001', -0.000001],
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740992', null],
  ['9007199254740993', null],
  ['100000000000000000000', null],
  ['0.123456789012', 0.123456789012],
  ['123456789.123456789012', null],
  ['0x10', null],
  ['1e3', null],
])('%s is the JSON number %s', (decimal, expected) => expect(numberOf(decimal)).toBe(expected))
