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
    expect(translate(key, args)).toBe(library.t(key, { ...args }))
  })
})

test('an argument that is not there, or is no text, leaves nothing behind', () => {
  const translate = createTranslate('en', TEXTS)
  expect(translate('hole', { min: 6 })).toBe('At least 6 of ')
  expect(translate('hole', { min: {}, constructor: 1 })).toBe('At least  of ')
  expect(translate('constructor')).toBe('constructor')
})

test('a language that has not the form of a number takes the general one', () => {
  expect(createTranslate('ar', TEXTS)('only', { count: 2 })).toBe('all 2')
})
