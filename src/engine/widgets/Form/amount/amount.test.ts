import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asDecimal, canonical, fromMinor } from '../../../language/values/decimal.ts'
import { createFormatter } from '../../../language/values/formatter.ts'
import { completeDecimal, pressKey, shareOf, type Edit, type Key } from '../../Keypad/keys.ts'
import { formatEditing, readAmount } from './amount.ts'
import { SEED } from '../../../../../tests/support/seed.ts'

const LANGUAGES = ['en', 'zh-Hans', 'zh-Hant', 'ja', 'ko', 'de', 'fr', 'es', 'pt', 'ar']

const check = <T>(property: fc.IProperty<T>) => fc.assert(property, { seed: SEED, numRuns: 500 })
const amount = fc
  .tuple(fc.oneof(fc.bigInt(0n, 10n ** 20n), fc.bigInt(0n, 999_999n)), fc.constantFrom(0, 0, 1, 2, 8))
  .map(([units, scale]) => fromMinor(units, scale))

/** The digits 0–9 of other scripts, and full-width ones. */
const SCRIPTS = ['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹', '०१२३४५६७८९', '０１２３４５６７８９']
const written = (plain: string, digits: string) => plain.replaceAll(/\d/g, (digit) => digits[Number(digit)] ?? digit)

/** The field's value after each letter is typed at its end. */
const typed = (letters: string, lang: string) =>
  [...letters].reduce(
    (value, letter) => readAmount(formatEditing(value, lang) + letter, formatEditing(value, lang), lang, 8) ?? value,
    '',
  )

describe.each(LANGUAGES)('an amount in %s', (lang) => {
  const format = createFormatter(lang, (key) => key)

  it('an amount pasted as the app formats it replaces any text', () => {
    check(
      fc.property(amount, fc.option(amount, { nil: '' }), (expected, before) => {
        const text = format.number(expected)
        expect(canonical(asDecimal(readAmount(text, formatEditing(before, lang), lang, 8, true) ?? 'none'))).toBe(
          expected,
        )
        // Without the browser's input type the text decides, unless it differs by one letter from the old.
        const shown = formatEditing(before, lang)
        fc.pre(
          text.length < shown.length ||
            text.length > shown.length + 1 ||
            [...text].filter((letter, i) => letter !== shown[i]).length > 1,
        )
        fc.pre(![...text].some((_, i) => text.slice(0, i) + text.slice(i + 1) === shown))
        expect(canonical(asDecimal(readAmount(text, shown, lang, 8) ?? 'none'))).toBe(expected)
      }),
    )
  })

  it('is the same with blanks round it and within', () => {
    check(
      fc.property(amount, fc.constantFrom(' ', '\u00a0', '\u202f', '\t', '\n'), (expected, blank) => {
        fc.pre(expected.length > 1)
        expect(
          canonical(asDecimal(readAmount(`${blank}${blank}${format.number(expected)}${blank}`, '', lang, 8) ?? 'none')),
        ).toBe(expected)
      }),
    )
  })

  it('is the same typed sign by sign, with dot or comma, in digits of any script', () => {
    check(
      fc.property(
        amount,
        fc.constantFrom('.', ',', '٫', '،'),
        fc.constantFrom('0123456789', ...SCRIPTS),
        (expected, mark, digits) => {
          expect(completeDecimal(typed(written(expected, digits).replace('.', mark), lang))).toBe(expected)
        },
      ),
    )
  })

  it('is edited as it was read: taking the last sign away leaves the rest', () => {
    check(
      fc.property(amount, (value) => {
        const shown = formatEditing(value, lang)
        expect(readAmount(shown.slice(0, -1), shown, lang, 8)).toBe(value.slice(0, -1))
      }),
    )
  })

  it('is always a decimal within its digits, after any paste', () => {
    check(
      fc.property(
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom(...'0159.,-+e x٫٬١') })),
        amount,
        fc.integer({ min: 0, max: 8 }),
        (text, before, decimals) => {
          const result = readAmount(text, formatEditing(before, lang), lang, decimals)
          if (result === null) return
          expect(result).toMatch(/^(\d{1,24}(\.\d*)?)?$/)
          expect(result.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(decimals)
        },
      ),
    )
  })

  it.each(['-5', '1e5', '0x10', '12abc', 'NaN', '1,2.3,4', '∞', '--1'])('does not accept %j', (text) => {
    expect(readAmount(text, '', lang, 8)).toBeNull()
  })
})

describe('groups', () => {
  it.each([
    ['en', '1,234', '1234'],
    ['en', '1,234.5', '1234.5'],
    ['de', '1.234', '1234'],
    ['de', '1.234,5', '1234.5'],
    ['de', '1.234.567', '1234567'],
    ['es', '12.345', '12345'],
    ['pt', '1.234,56', '1234.56'],
    ['fr', '1\u202f234,56', '1234.56'],
    ['ja', '1,234', '1234'],
    ['ar', '١٬٢٣٤٫٥', '1234.5'],
    ['de', '0.5', '0.5'],
    ['en', '0,5', '0.5'],
    ['de', '0.125', '0.125'],
    ['pt', '0.500', '0.500'],
    ['en', '0,125', '0.125'],
    ['ar', '٠,١٢٥', '0.125'],
    ['fr', '1.234', '1.234'],
    ['fr', '1.234.567', '1234567'],
  ])('of %s: %s pasted is %s', (lang, text, expected) => {
    expect(readAmount(text, '', lang, 8)).toBe(expected)
  })
})

describe('the keypad', () => {
  const key = fc.constantFrom<Key>('0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'delete')
  const press = (keys: readonly Key[], decimals: number): Edit =>
    keys.reduce<Edit>((edit, key) => pressKey(edit, key, decimals), { value: '', caret: 0 })

  it('types decimals within their digits, caret inside, for any keys', () => {
    check(
      fc.property(fc.array(key, { maxLength: 60 }), fc.integer({ min: 0, max: 8 }), (keys, decimals) => {
        const { value, caret } = press(keys, decimals)
        expect(value).toMatch(/^(\d{1,24}(\.\d*)?)?$/)
        expect(value).not.toMatch(/^0\d/)
        expect(value.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(decimals)
        expect(caret).toBeGreaterThanOrEqual(0)
        expect(caret).toBeLessThanOrEqual(value.length)
      }),
    )
  })

  it('takes back what a key has typed', () => {
    check(
      fc.property(fc.array(key, { maxLength: 40 }), key, (keys, last) => {
        const before = press(keys, 8)
        const after = pressKey(before, last, 8)
        fc.pre(last !== 'delete' && after.value.length === before.value.length + 1)
        expect(pressKey(after, 'delete', 8)).toEqual(before)
      }),
    )
  })

  it('offers shares that are never more than there is, exact to the last digit', () => {
    check(
      fc.property(
        amount,
        fc.constantFrom(25, 50, 75, 100),
        fc.integer({ min: 0, max: 8 }),
        (maximum, share, decimals) => {
          const offered = shareOf(maximum, share, decimals)
          const unit = 10n ** 12n
          const units = (plain: string) =>
            BigInt(plain.split('.')[0] ?? 0) * unit + BigInt((plain.split('.')[1] ?? '').padEnd(12, '0') || 0)
          const exact = units(maximum) * BigInt(share)
          expect(units(offered) * 100n).toBeLessThanOrEqual(exact)
          expect(exact - units(offered) * 100n).toBeLessThan(100n * 10n ** BigInt(12 - decimals))
        },
      ),
    )
  })
})
