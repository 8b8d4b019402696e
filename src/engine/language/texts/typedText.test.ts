import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formats } from '../forms/schemaFormats.ts'
import { kindOf, latinDigits, readTyped, searchKey, type TypedKind } from './typedText.ts'
import { SEED } from '../../../../tests/support/seed.ts'

const SAMPLES: Readonly<Record<TypedKind, string>> = {
  code: '164195',
  secondFactor: 'ABCDEFGH23',
  cardNumber: '4532015112830366',
  address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  email: "o'brien@mail-1.example.com",
  phone: '+49 15112345678',
  documentNumber: 'AB 123-456',
  account: 'ann_1',
  login: '+49 15112345678',
  personName: 'Nguyễn Văn',
  search: 'btc/usdt',
  text: 'First Bank 7',
}
const kinds = Object.keys(SAMPLES) as TypedKind[]
const INVISIBLE = ['\u00ad', '\u200b', '\u200e', '\u200f', '\u202a', '\u202c', '\u202e', '\u2066', '\u2069', '\ufeff']
/** Those whose characters are all ASCII. */
const plain = kinds.filter((kind) => kind !== 'personName' && kind !== 'text')
const fullWidth = (text: string) =>
  text.replaceAll(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).replaceAll(' ', '\u3000')
const withDigits = (text: string, zero: number) =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

describe.each(kinds)('%s', (kind) => {
  const sample = SAMPLES[kind]
  it('reads its own value unchanged', () => {
    expect(readTyped(kind, sample)).toBe(sample)
    expect(formats[kind]?.(sample) ?? true).toBe(true)
  })
  it('is the same with invisible marks anywhere and white space around it', () => {
    fc.assert(
      fc.property(
        fc.nat(sample.length),
        fc.constantFrom(...INVISIBLE),
        fc.constantFrom('', ' ', '\u00a0', '\u3000', '\t', '\n'),
        (at, mark, blank) => {
          const pasted = `${blank}${mark}${sample.slice(0, at)}${mark}${sample.slice(at)}${blank}`
          expect(readTyped(kind, pasted)).toBe(sample)
        },
      ),
      { seed: SEED, numRuns: 200 },
    )
  })
  it('is idempotent for any text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'+49 1a-.@。１＠\u200b\u00a0') }),
    )
    fc.assert(
      fc.property(text, (typed) => {
        const once = readTyped(kind, typed)
        expect(readTyped(kind, once)).toBe(once)
      }),
      { seed: SEED, numRuns: 200 },
    )
  })
})

describe.each(plain)('%s of other keyboards', (kind) => {
  const sample = SAMPLES[kind]
  it('reads full-width characters', () => expect(readTyped(kind, fullWidth(sample))).toBe(sample))
  it.each([0x660, 0x6f0, 0x966, 0xe50, 0xff10, 0x1d7ce, 0x1fbf0])('reads digits from U+%s', (zero) =>
    expect(readTyped(kind, withDigits(sample, zero))).toBe(sample),
  )
})

describe.each<[TypedKind, string, readonly string[]]>([
  ['code', '164195', ['164 195', '164-195', '١٦٤١٩٥', '１６４１９５', '164\u2011195', '164\u00a0195']],
  ['secondFactor', '164195', ['164 195', '164-195', '١٦٤١٩٥', '１６４１９５']],
  ['secondFactor', 'ABCDEFGH23', ['abcde-fgh23', 'ABCDE–FGH23', ' abcdefgh23 ']],
  [
    'cardNumber',
    '4532015112830366',
    [
      '۴۵۳۲۰۱۵۱۱۲۸۳۰۳۶۶',
      '４５３２０１５１１２８３０３６６',
      '4532-0151-1283-0366',
      '4532 0151 1283 0366',
      '\u202a4532015112830366\u202c',
    ],
  ],
  ['email', 'someone@example.com', ['someone@example.com\u200b', 'someone＠example。com', ' someone@example．com ']],
  [
    'phone',
    '+49 15112345678',
    ['+4915112345678', '+49 (151) 1234-5678', '＋４９ １５１ １２３４５６７８', '+49.151.12345678'],
  ],
  ['login', '+49 15112345678', ['+4915112345678', '+49 151 12345678\u200e']],
  ['login', 'someone@example.com', ['\u2066someone@example.com\u2069', 'someone＠example．com']],
  ['documentNumber', 'AB 123-456', ['ＡＢ　123－456', 'AB  123‑456']],
  ['personName', 'Ana María', ['\u2066Ana\u00a0María\u2069', ' Ana  María']],
])('%s', (kind, value, typed) => {
  it.each(typed)(`${value} is read from %j`, (text) => expect(readTyped(kind, text)).toBe(value))
})

it('leaves what is no value of the format refused', () => {
  expect(formats.code?.(readTyped('code', '16419'))).toBe(false)
  expect(formats.code?.(readTyped('code', '16a4195'))).toBe(false)
  expect(formats.secondFactor?.(readTyped('secondFactor', '1641955'))).toBe(false)
  expect(formats.email?.(readTyped('email', 'a b@example.com'))).toBe(false)
  expect(formats.phone?.(readTyped('phone', '+49 151a2345678'))).toBe(false)
})

it('keeps characters that join letters of a name', () => {
  expect(readTyped('personName', 'می\u200cخواهم')).toBe('می\u200cخواهم')
  expect(readTyped('text', '👩\u200d🚀')).toBe('👩\u200d🚀')
})

it('reads prose where a format has no parser', () => {
  expect(kindOf('date')).toBe('text')
  expect(kindOf(undefined)).toBe('text')
  expect(kindOf('toString')).toBe('text')
})

it('reads every decimal digit of Unicode', () => {
  const digits = Array.from({ length: 0x11_0000 }, (_, code) =>
    code >= 0xd800 && code < 0xe000 ? '' : String.fromCodePoint(code),
  ).filter((letter) => /^\p{Nd}$/u.test(letter))
  expect(digits.length).toBeGreaterThan(600)
  expect(digits.map(latinDigits).join('')).toBe('0123456789'.repeat(digits.length / 10))
})

it('finds a text without case, accents, width and marks', () => {
  for (const typed of ['Zürich', 'ZURICH', 'ｚｕｒｉｃｈ', 'Zu\u00adrich', '\u2066Zürich\u2069'])
    expect(searchKey(typed)).toBe('zurich')
  expect(searchKey('٢٠٢٦')).toBe('2026')
})
