import { expect, it } from 'vitest'
import { nearestLanguage, preferredLanguage } from './languages.ts'

const TEN = ['en', 'zh-Hans', 'zh-Hant', 'ja', 'ko', 'de', 'fr', 'es', 'pt', 'ar']

it.each([
  ['zh', 'zh-Hans'],
  ['zh-CN', 'zh-Hans'],
  ['zh_CN', 'zh-Hans'],
  ['zh-SG', 'zh-Hans'],
  ['zh-TW', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-MO', 'zh-Hant'],
  ['zh-hant', 'zh-Hant'],
  ['zh-Hant-HK', 'zh-Hant'],
  ['en-US', 'en'],
  ['EN', 'en'],
  ['pt-BR', 'pt'],
  ['pt-PT', 'pt'],
  ['de-AT', 'de'],
  ['fr-CA', 'fr'],
  ['es-419', 'es'],
  ['ar-EG', 'ar'],
  ['ja-JP', 'ja'],
  ['ko-KR', 'ko'],
])('takes %s for %s', (tag, language) => {
  expect(nearestLanguage(tag, TEN)).toBe(language)
})

it.each(['xx', 'it', '', '-', 'en-'.repeat(400), '../en', 'zh-\u0000', undefined, null, 5])(
  'takes %j for the first',
  (tag) => {
    expect(nearestLanguage(tag, TEN)).toBe('en')
  },
)

it('takes the other script of a language rather than another language', () => {
  expect(nearestLanguage('zh-TW', ['en', 'zh-Hans'])).toBe('zh-Hans')
})

it.each([
  [['it-IT', 'de-AT', 'en'], 'de'],
  [['zh-TW', 'en'], 'zh-Hant'],
  [['', 'fr'], 'fr'],
  [['it'], undefined],
  [[], undefined],
])('takes the first of the languages %j that there is: %s', (tags, language) => {
  expect(preferredLanguage(tags, TEN)).toBe(language)
})
