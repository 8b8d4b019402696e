import { describe, expect, test } from 'vitest'
import { createInstance } from 'i18next'
import { createTranslate } from './texts.ts'

const TEXTS = {
  plain: 'Plain',
  hole: 'At least {{min}} of {{max}}',
  spaced: '{{ name }}!',
  days_zero: 'zero {{count}}',
  days_one: 'one {{count}}',
  days_two: 'two {{count}}',
  days_few: 'few {{count}}',
  days_many: 'many {{count}}',
  days_other: 'other {{count}}',
  only_other: 'all {{count}}',
}

/** The library writes a number as it is. */
const grouped = (lang: string, said: string) => said.replaceAll(/\d+(\.\d+)?/g, (number) => new Intl.NumberFormat(`${lang}-u-nu-latn`, { useGrouping: 'always' }).format(Number(number)))

describe.each(['en', 'ar', 'fr', 'ja', 'pt'])('texts in %s are those of i18next', (lang) => {
  const library = createInstance()
  void library.init({ lng: lang, fallbackLng: false, resources: { [lang]: { translation: TEXTS } }, initAsync: false, keySeparator: false, nsSeparator: false, interpolation: { escapeValue: false, skipOnVariables: true } })
  const translate = createTranslate(lang, TEXTS)

  test.each<[string, Record<string, unknown>?]>([
    ['plain'],
    ['hole', { min: 6, max: '16' }],
    ['spaced', { name: '<b>&amp;' }],
    ['spaced', { name: '{{min}}' }],
    ['missing.key'],
    ...[1, 2, 3, 5, 11, 21, 100, 102, 1_000_000, 1.5].flatMap((count): [string, Record<string, unknown>][] => [['days', { count }]]),
  ])('%s %j', (key, args) => {
    expect(translate(key, args).replaceAll(/[\u2068\u2069]/g, '')).toBe(grouped(lang, library.t(key, { ...args })))
  })
})

test('numbers are grouped in the reader’s way, in the digits that traders use', () => {
  expect(createTranslate('de', TEXTS)('days', { count: 12_345 })).toBe('other 12.345')
  expect(createTranslate('es', TEXTS)('days', { count: 1234 })).toBe('other 1.234')
  expect(createTranslate('fr', TEXTS)('hole', { min: 1234.5, max: 2 })).toBe('At least 1\u202f234,5 of 2')
  expect(createTranslate('ar', TEXTS)('days', { count: 12_345 })).toBe('many \u206812,345\u2069')
})

test('from right to left each argument keeps its own direction', () => {
  expect(createTranslate('ar', { limits: 'من {{min}} إلى {{max}}' })('limits', { min: '10.00 USDT', max: '' })).toBe('من \u206810.00 USDT\u2069 إلى ')
  expect(createTranslate('ar', { most: 'الحد {{amount}} {{currency}}' })('most', { amount: '5', currency: 'USDT' })).toBe('الحد \u20685 USDT\u2069')
})

test('an argument that is not there, or is no text, leaves nothing behind', () => {
  const translate = createTranslate('en', TEXTS)
  expect(translate('hole', { min: 6 })).toBe('At least 6 of ')
  expect(translate('hole', { min: {}, constructor: 1 })).toBe('At least  of ')
  expect(translate('constructor')).toBe('constructor')
})

test('a language that has not the form of a number takes the general one', () => {
  expect(createTranslate('ar', TEXTS)('only', { count: 2 })).toBe('all \u20682\u2069')
})
