import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFormatter, parseLocaleNumber } from './formatter.ts'

const text = (key: string, args?: Record<string, unknown>) => (args ? `${key} ${String(args.count)}` : key)
const en = createFormatter('en', text, 'Asia/Tokyo')
const de = createFormatter('de', text, 'UTC')
const LANGUAGES = ['en', 'zh-Hans', 'zh-Hant', 'ja', 'ko', 'de', 'fr', 'es', 'pt', 'ar']

const formatted = (value: string, round: 'down' | 'up', currency = 'USDT', signed = false) =>
  en.money(value, undefined, { roundingCurrency: currency, round, signed })

test('cash is rounded against the user to its cents, never to zero', () => {
  expect([formatted('19.831194', 'up'), formatted('0.39662388', 'up'), formatted('12.3', 'up')]).toEqual([
    '19.84',
    '0.40',
    '12.30',
  ])
  expect([formatted('19.839', 'down'), formatted('-19.831', 'down'), formatted('1000', 'down')]).toEqual([
    '19.83',
    '−19.84',
    '1,000.00',
  ])
  expect([
    formatted('0.0039', 'up'),
    formatted('0.0039', 'down'),
    formatted('-0.0039', 'down'),
    formatted('0', 'up'),
    formatted('0.00', 'down'),
  ]).toEqual(['0.0039', '0.0039', '−0.0039', '0.00', '0.00'])
  expect([formatted('0.0039', 'down', 'USDT', true), formatted('-0.0039', 'down', 'USDT', true)]).toEqual([
    '0.00',
    '−0.01',
  ])
  expect([formatted('0.01', 'up'), formatted('0.0100', 'down'), formatted('0.010001', 'up')]).toEqual([
    '0.01',
    '0.01',
    '0.02',
  ])
  expect(en.money('19.831194', 'USDT', { round: 'up' })).toBe('19.84\u00a0USDT')
})

test('an amount of a coin has all its digits', () => {
  expect(formatted('0.12345678', 'up', 'BTC')).toBe('0.12345678')
})

test('money is exact, has two to eight decimals and is never rounded up', () => {
  expect(en.money('1234567890123456789012.12', 'USDT')).toBe('1,234,567,890,123,456,789,012.12\u00a0USDT')
  expect(en.money('0.123456789', 'BTC')).toBe('0.12345678\u00a0BTC')
  expect(en.money('5')).toBe('5.00')
  expect(en.money('-0.999999999')).toBe('−0.99999999')
  expect(en.money('5', undefined, { signed: true })).toBe('+5.00')
  expect(de.money('1234.5')).toBe('1.234,50')
})

test('prices have the decimals of their instrument', () => {
  expect(en.price('64000.129', 2)).toBe('64,000.13')
  expect(en.price('1.1', 5)).toBe('1.10000')
  expect(en.price('1.10')).toBe('1.10')
  expect(en.price('1.1', 99)).toBe('1.100000000000')
})

test('percent, quantity, number', () => {
  expect(en.percent('1.25')).toBe('1.25%')
  expect(en.percent('1.25', { signed: true })).toBe('+1.25%')
  expect(en.percent('-0.004', { signed: true })).toBe('0.00%')
  expect(['0.035', '0.1', '5', '0.00005', '33.333333'].map((rate) => en.percent(rate))).toEqual([
    '0.035%',
    '0.1%',
    '5%',
    '0.0001%',
    '33.3333%',
  ])
  expect(['0.035', '0.1', '-5'].map((change) => en.percent(change, { signed: true }))).toEqual([
    '+0.04%',
    '+0.10%',
    '−5.00%',
  ])
  expect(de.percent('1.25')).toBe('1,25\u00a0%')
  expect(en.quantity('1000.5')).toBe('1,000.5')
  expect(en.number(1234.5)).toBe('1,234.5')
})

test('an invalid number is shown unchanged, never as NaN', () => {
  expect(en.money('1e5')).toBe('1e5')
  expect(en.number(Number.NaN)).toBe('NaN')
  expect(en.price('')).toBe('')
})

test('times use the user’s zone', () => {
  expect(en.dateTime(1_700_000_000)).toBe('2023-11-15 07:13:20')
  expect(de.dateTime(1_700_000_000)).toBe('2023-11-14 22:13:20')
  expect(de.dateTime(0)).toBe('1970-01-01 00:00:00')
  expect(en.date(1_700_000_000)).toBe('2023-11-15')
  expect(en.dateTime(Number.NaN)).toBe('')
  expect(en.dateTime(1e300)).toBe('')
})

test.each([
  [0, 'time.justNow'],
  [299, 'time.justNow'],
  [-50, 'time.justNow'],
  [300, 'time.minutesAgo 5'],
  [3_599, 'time.minutesAgo 59'],
  [3_600, 'time.hoursAgo 1'],
  [86_399, 'time.hoursAgo 23'],
  [86_400, 'time.daysAgo 1'],
  [30 * 86_400, 'time.daysAgo 30'],
  [30 * 86_400 + 1, '2023-10-15'],
])('%i seconds ago', (seconds, words) => {
  expect(de.ago(1_700_000_000 - seconds, 1_700_000_000)).toBe(words)
})

test('a day starts in the time zone of the user, also where the day before has another offset', () => {
  const day = (zone: string, date: string) =>
    new Date(createFormatter('en', text, zone).startOfDay(date) * 1000).toISOString().slice(0, 16)
  expect(day('UTC', '2026-11-21')).toBe('2026-11-21T00:00')
  expect(day('Asia/Tokyo', '2026-11-21')).toBe('2026-11-20T15:00')
  expect(day('America/New_York', '2026-11-01')).toBe('2026-11-01T04:00')
  expect(day('America/New_York', '2026-11-02')).toBe('2026-11-02T05:00')
  expect(day('Europe/Berlin', '2026-03-29')).toBe('2026-03-28T23:00')
  expect(day('Pacific/Kiritimati', '2026-01-01')).toBe('2025-12-31T10:00')
})

test.each([
  ['UTC', '2026-11-21', '2026-11-21T23:59:59'],
  ['Asia/Tokyo', '2026-12-31', '2026-12-31T14:59:59'],
  ['Europe/Berlin', '2026-03-29', '2026-03-29T21:59:59'],
  ['Europe/Berlin', '2026-10-25', '2026-10-25T22:59:59'],
  ['America/New_York', '2026-11-01', '2026-11-02T04:59:59'],
])('a day ends a second before the next one, also when clocks change: %s, %s', (zone, day, end) => {
  const last = createFormatter('en', text, zone).endOfDay(day)
  expect(new Date(last * 1000).toISOString().slice(0, 19)).toBe(end)
})

test('no day has no end', () => {
  expect(createFormatter('en', text, 'UTC').endOfDay('soon')).toBeNaN()
})

test('countries have the language’s own names', () => {
  expect(de.country('CN')).toBe('China')
  expect(createFormatter('ja', text).country('VU')).toBe('バヌアツ')
  expect(en.country('nonsense!')).toBe('nonsense!')
})

describe('parseLocaleNumber', () => {
  test.each([
    ['1,234.50', 'en', '1234.50'],
    ['1.234,50', 'de', '1234.50'],
    ['1.234,50', 'en', '1234.50'],
    ['0,5', 'de', '0.5'],
    ['0.5', 'de', '0.5'],
    ['0,5', 'en', '0.5'],
    ['1,234', 'en', '1234'],
    ['1.234', 'de', '1234'],
    ['1,234', 'de', '1.234'],
    ['1 234,5', 'fr', '1234.5'],
    ['1\u202f234,5', 'fr', '1234.5'],
    ['١٬٢٣٤٫٥', 'ar', '1234.5'],
    ['۱۲٫۵', 'ar', '12.5'],
    ['１２．５', 'ja', '12.5'],
    ['-5', 'en', '-5'],
    ['−5', 'en', '-5'],
    ['+5', 'en', '5'],
    ['007', 'en', '7'],
    ['.5', 'en', '0.5'],
    ['5.', 'en', '5'],
    ['-0', 'en', '0'],
    ['', 'en', null],
    ['.', 'en', null],
    ['1.2.3', 'en', null],
    ['1,23,4', 'en', null],
    ['1e5', 'en', null],
    ['0x10', 'en', null],
    ['12a', 'en', null],
    ['1.1234567890123', 'en', null],
  ])('%j in %s is %j', (typed, lang, expected) => {
    expect(parseLocaleNumber(typed, lang)).toBe(expected)
  })

  test('parses its own output, in every language', () => {
    const decimal = fc
      .tuple(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.nat(99_999_999))
      .map(([integerPart, part]) => `${integerPart}.${String(part).padStart(8, '0')}`)
    fc.assert(
      fc.property(fc.constantFrom(...LANGUAGES), decimal, (lang, value) => {
        const written = createFormatter(lang, text).price(value, 8)
        expect(parseLocaleNumber(written, lang)).toBe(value)
      }),
      { numRuns: 300 },
    )
  })
})

test('a date keeps its order among Arabic words, and is unchanged elsewhere', () => {
  expect(createFormatter('ar', text, 'UTC').dateTime(0)).toBe('\u200f\u20661970-01-01 00:00:00\u2069')
  expect(createFormatter('ar', text, 'UTC').quantity('0.01', { unit: 'BTC' })).toBe('\u200f\u20660.01\u00a0BTC\u2069')
  expect(createFormatter('ar', text, 'UTC').money('1.5', 'USDT')).toBe('\u200f\u20661.50\u00a0USDT\u2069')
  expect(createFormatter('ar', text, 'UTC').money('1.5')).toBe('1.50')
  expect(createFormatter('en', text, 'UTC').quantity('0.01', { unit: 'BTC' })).toBe('0.01\u00a0BTC')
  expect(createFormatter('ar', text, 'UTC').date(0)).toBe('\u200f\u20661970-01-01\u2069')
  expect(createFormatter('ar', text, 'UTC').dateTime(Number.NaN)).toBe('')
  expect(createFormatter('de', text, 'UTC').dateTime(0)).toBe('1970-01-01 00:00:00')
})

test('shortens thousands where the short form of a language has none', () => {
  expect(createFormatter('de', text).compact('487160.5')).toBe('487,16 Tausend')
  expect(createFormatter('de', text).compact('2320000000')).toBe('2,32\u00a0Mrd.')
  expect(createFormatter('en', text).compact('487160.5')).toBe('487.16K')
  expect(createFormatter('de', text).compact('950.5')).toBe('950,50')
})

test('percent: begins with a mark, by which the text around it runs from right to left', () => {
  expect(createFormatter('ar', text).percent('1.25')).toMatch(/^\u200f\u2066.*\u2069$/)
})
