import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createI18n, createTextOf, hasText, setTexts } from './i18n.ts'
import type { Texts } from './texts.ts'

function textsOf(lang: string, texts: Texts) {
  const i18n = createI18n()
  setTexts(i18n, lang, texts)
  return createTextOf(i18n, lang)
}

const TEXTS = {
  plain: 'Plain',
  hole: 'At least {{min}} of {{max}}',
  spaced: '{{ name }}!',
  nested: 'See $t(plain)',
  empty: '',
  days_zero: 'zero {{count}}',
  days_one: 'one {{count}}',
  days_two: 'two {{count}}',
  days_few: 'few {{count}}',
  days_many: 'many {{count}}',
  days_other: 'other {{count}}',
  only_other: 'all {{count}}',
  'dotted.key:with_marks': 'Dotted',
}

describe('keys', () => {
  const textOf = textsOf('en', TEXTS)

  test('are flat', () => {
    expect(textOf('dotted.key:with_marks')).toBe('Dotted')
    expect(textOf('dotted')).toBe('dotted')
  })

  test('without a text return themselves', () => {
    for (const key of [
      'missing.key',
      '',
      '__proto__',
      'constructor',
      'toString',
      'no {{hole}} $t(plain)',
      'en',
      'translation',
      '###',
    ])
      expect(textOf(key)).toBe(key)
    expect(textOf('missing', { count: 2 })).toBe('missing')
  })

  test('exist where a text does, even an empty one', () => {
    const i18n = createI18n()
    setTexts(i18n, 'en', TEXTS)
    expect(['plain', 'empty', 'days', '', 'constructor'].map((key) => hasText(i18n, 'en', key))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(hasText(i18n, 'de', 'plain')).toBe(false)
    expect(textOf('empty')).toBe('')
  })
})

describe('plural forms', () => {
  test.each<[string, number, string]>([
    ['en', 0, 'zero'],
    ['en', 1, 'one'],
    ['en', 2, 'other'],
    ['en', 1.5, 'other'],
    ['fr', 1.5, 'one'],
    ['fr', 1_000_000, 'many'],
    ['ja', 1, 'other'],
    ['ar', 0, 'zero'],
    ['ar', 1, 'one'],
    ['ar', 2, 'two'],
    ['ar', 103, 'few'],
    ['ar', 11, 'many'],
    ['ar', 100, 'other'],
  ])('%s %d is %s', (lang, count, form) => {
    expect(textsOf(lang, TEXTS)('days', { count }).split(' ', 1)[0]).toBe(form)
  })

  test('use the general form where a language lacks one', () => {
    expect(textsOf('ar', TEXTS)('only', { count: 2 })).toBe('all \u20682\u2069')
  })

  test('are selected by a number only', () => {
    const textOf = textsOf('en', TEXTS)
    expect(textOf('days', { count: '1' })).toBe('days')
    expect(textOf('plain', { count: 1 })).toBe('Plain')
  })
})

test('numbers are grouped for the locale, in the digits common in trading', () => {
  expect(textsOf('de', TEXTS)('days', { count: 12_345 })).toBe('other 12.345')
  expect(textsOf('es', TEXTS)('days', { count: 1234 })).toBe('other 1.234')
  expect(textsOf('fr', TEXTS)('hole', { min: 1234.5, max: 2 })).toBe('At least 1\u202f234,5 of 2')
  expect(textsOf('ar', TEXTS)('days', { count: 12_345 })).toBe('many \u206812,345\u2069')
})

test('from right to left each sequence of values keeps its own direction', () => {
  expect(textsOf('ar', { limits: 'من {{min}} إلى {{max}}' })('limits', { min: '10.00 USDT', max: '' })).toBe(
    'من \u206810.00 USDT\u2069 إلى ',
  )
  const most = textsOf('ar', { most: 'الحد {{amount}} {{currency}}' })
  expect(most('most', { amount: '5', currency: 'USDT' })).toBe('الحد \u20685 USDT\u2069')
  expect(most('most', { amount: '5' })).toBe('الحد \u20685\u2069 ')
  expect(textsOf('ar', { times: '{{n}}×' })('times', { n: '5' })).toBe('\u20685×\u2069')
})

test('from left to right only a value with right-to-left characters is isolated', () => {
  const greeting = textsOf('en', { hello: 'Hello {{name}}, {{count}} left' })
  const hello = (name: string) => greeting('hello', { name, count: '2' })
  expect(hello('Ann')).toBe('Hello Ann, 2 left')
  expect(hello('Zoë 张伟 ①')).toBe('Hello Zoë 张伟 ①, 2 left')
  for (const name of ['דנה', 'محمد', '\u202eAnn', 'ࢠ', '𞤀𞤁'])
    expect(hello(name)).toBe(`Hello \u2068${name}\u2069, 2 left`)
})

describe('arguments', () => {
  const HOSTILE = [
    '{{x}}',
    '{{min}}',
    '{{- max}}',
    '$t(plain)',
    '$t(plain, {"count": 1})',
    '__proto__',
    '&lt;b&gt;',
    '<b>',
    "$& $1 $' $`",
    '}}',
    '{{',
    '###',
    '\\',
  ]

  test('that are missing, or are no text, are empty', () => {
    const textOf = textsOf('en', TEXTS)
    expect(textOf('hole', { min: 6 })).toBe('At least 6 of ')
    expect(textOf('hole', { min: {}, constructor: 1 })).toBe('At least  of ')
    expect(textOf('hole', { min: null, max: undefined })).toBe('At least  of ')
    expect(textOf('hole', Object.create({ min: 'inherited' }) as Record<string, unknown>)).toBe('At least  of ')
    expect(textOf('spaced')).toBe('!')
  })

  test.each([
    'lng',
    'lngs',
    'replace',
    'nest',
    'context',
    'ordinal',
    'defaultValue',
    'postProcess',
    'interpolation',
    'keySeparator',
    'returnDetails',
    'returnObjects',
    'joinArrays',
    'skipInterpolation',
    'ns',
    'fallbackLng',
    '__proto__',
    'constructor',
  ])('may be named %s', (name) => {
    const textOf = textsOf('en', { plain: 'Plain', hole: `{{${name}}}` })
    expect(textOf('hole')).toBe('')
    expect(textOf('hole', Object.fromEntries([[name, 'value']]))).toBe('value')
    expect(textOf('plain', Object.fromEntries([[name, 'de']]))).toBe('Plain')
  })

  test('are never read as a placeholder, a nested text or markup', () => {
    const part = fc.oneof(
      fc.constantFrom<'min' | 'max' | 'name'>('min', 'max', 'name').map((name) => ({ name })),
      fc.stringMatching(/^[^{}\u2068\u2069]*$/),
    )
    const value = fc.oneof(
      fc.constantFrom(...HOSTILE),
      fc.string().filter((text) => !/[\u2068\u2069]/.test(text)),
    )
    const args = fc.record({ min: value, max: value, name: value }, { requiredKeys: [] })
    fc.assert(
      fc.property(fc.constantFrom('en', 'ar'), fc.array(part), args, (lang, parts, given) => {
        const text = parts.map((part) => (typeof part === 'string' ? part : `{{${part.name}}}`)).join('')
        const expected = parts.map((part) => (typeof part === 'string' ? part : (given[part.name] ?? ''))).join('')
        const result = textsOf(lang, { key: text })('key', given)
        const shown = result.replaceAll(/[\u2068\u2069]/g, '')
        expect(lang === 'ar' ? [expected, `\u200f${expected}`] : [expected]).toContain(shown)
        if (lang === 'en') expect(result).toBe(expected)
        else expect(result).not.toMatch(/\u2068\u2069|\u2069 \u2068|\u2068[^\u2069]*\u2068/)
      }),
      { numRuns: 300 },
    )
  })
})

test('values at the beginning or without a letter between them are ordered from right to left in Arabic', () => {
  const texts = { move: '{{min}} ← {{max}}', times: '{{min}}×', words: '{{min}} إلى {{max}}' }
  const values = { min: '1.25', max: '2.5' }
  expect(textsOf('ar', texts)('move', values)).toBe('\u200f\u20681.25\u2069 ← \u20682.5\u2069')
  expect(textsOf('ar', texts)('move', { min: '\u20661.25\u00a0BTC\u2069', max: '2.5' })).toMatch(/^\u200f/)
  expect(textsOf('ar', texts)('times', values)).toBe('\u20681.25×\u2069')
  expect(textsOf('ar', texts)('words', values)).toBe('\u200f\u20681.25\u2069 إلى \u20682.5\u2069')
  expect(textsOf('en', texts)('move', values)).toBe('1.25 ← 2.5')
})

test('a text that is resolved again has its arguments', () => {
  const textOf = textsOf('en', TEXTS)
  const calls = [
    { min: 1_000, max: 2 },
    { min: '1000', max: 2 },
    { min: 1_000, max: '2' },
    { max: 2, min: 1_000 },
  ]
  const first = calls.map((args) => textOf('hole', args))
  expect(first).toEqual(['At least 1,000 of 2', 'At least 1000 of 2', 'At least 1,000 of 2', 'At least 1,000 of 2'])
  expect(calls.map((args) => textOf('hole', args))).toEqual(first)
  const many = Array.from({ length: 2_500 }, (_, min) => textOf('hole', { min: String(min), max: '' }))
  expect(new Set(many).size).toBe(2_500)
})

test('a text is not searched for other texts', () => {
  expect(textsOf('en', TEXTS)('nested')).toBe('See $t(plain)')
})

test('a revision replaces all texts of its language', () => {
  const i18n = createI18n()
  setTexts(i18n, 'en', { old: 'Old', both: 'One' })
  setTexts(i18n, 'de', { both: 'Eins' })
  setTexts(i18n, 'en', { both: 'Two' })
  expect([createTextOf(i18n, 'en')('old'), createTextOf(i18n, 'en')('both'), createTextOf(i18n, 'de')('both')]).toEqual(
    ['old', 'Two', 'Eins'],
  )
})

test('a text that a language lacks comes from the fallback', () => {
  const i18n = createI18n('en')
  setTexts(i18n, 'en', { plain: 'Plain', hole: '{{min}}' })
  setTexts(i18n, 'ar', { plain: 'عادي' })
  const textOf = createTextOf(i18n, 'ar')
  expect([textOf('plain'), textOf('hole', { min: 1234 })]).toEqual(['عادي', '\u20681,234\u2069'])
})
