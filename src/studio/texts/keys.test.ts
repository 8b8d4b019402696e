import { describe, expect, it } from 'vitest'
import type { Entry } from '../compiler/protocol.ts'
import { copyOfText, groupOf, isKey, keyFor, keyOfWords, renamedAfterWords } from './keys.ts'

const entry = (file: string, id: string, texts: string[]): Entry => ({
  file,
  kind: 'screen',
  id,
  title: '',
  calls: [],
  widgets: [],
  parts: [],
  forms: [],
  texts,
})
const ENTRIES = [
  entry('screens/assets/withdraw.json', 'assets/withdraw', ['field.amount', 'field.note', 'withdraw.to']),
  entry('screens/about.json', 'about', ['field.amount', 'field.note', 'tab.home']),
  entry('screens/gifts/index.json', 'gifts/index', []),
]
const LOCALES = {
  en: { 'a.hello': 'Hello', 'b.hello': 'Hello', 'a.rows_other': '{{count}} rows' },
  de: { 'a.only': 'x' },
}

describe('the key of a text', () => {
  it.each([
    ['withdraw.to', true],
    ['Amounts are checked', false],
    ['done', false],
  ])('differs from words: %s', (text, is) => expect(isKey(text)).toBe(is))

  it.each([
    ['Amounts above 1 000 are checked', 'a.amountsAbove1000'],
    ['Hello', 'a.hello2'],
    ['Rows', 'a.rows2'],
    ['Only', 'a.only2'],
    ['取款', 'a.text'],
    ['It’s {{amount}} done', 'a.itsDone'],
  ])('is made of the words %s', (words, key) => expect(keyFor(words, 'a', LOCALES)).toBe(key))

  it.each([
    ['screens/assets/withdraw.json', 'withdraw'],
    ['screens/about.json', 'field'],
    ['screens/gifts/index.json', 'gifts'],
    [null, 'text'],
  ])('is in the group of %s', (file, group) => expect(groupOf(file, ENTRIES)).toBe(group))

  it('is that of a text with the same words, of the group first', () => {
    expect(keyOfWords('Hello', 'b', LOCALES)).toBe('b.hello')
    expect(keyOfWords('Hello', 'c', LOCALES)).toBe('a.hello')
    expect(keyOfWords('{{count}} rows', 'a', LOCALES)).toBeUndefined()
  })
})

it('a text that is copied keeps its words in all languages under a key of its own', () => {
  const files = { 'locales/en.json': '{"a.hello":"Hello"}', 'locales/de.json': '{"a.hello":"Hallo"}' }
  const { key, changes } = copyOfText('a.hello', 'b', { ...files, 'locales/ja.json': '{}' })
  expect(key).toBe('b.hello')
  expect(Object.keys(changes)).toEqual(['locales/en.json', 'locales/de.json'])
  expect(JSON.parse(changes['locales/de.json'] ?? '')).toEqual({ 'a.hello': 'Hallo', 'b.hello': 'Hallo' })
})

describe('a text that was added with the start words', () => {
  const files = (words: string) => ({
    'locales/en.json': JSON.stringify({ 'a.amountIsBig': 'x', 'a.yourWords': words }),
    'locales/de.json': JSON.stringify({ 'a.yourWords': 'Groß' }),
    'screens/a.json': `{"text":"a.yourWords","other":"a.yourWords2","more":"=text('a.yourWords')"}`,
    'screens/b.json': '{}',
  })

  it('gets a free key made of its words, everywhere', () => {
    const { key, changes } = renamedAfterWords('a.yourWords', files('Amount is big'), {}) ?? { key: '', changes: {} }
    expect(key).toBe('a.amountIsBig2')
    expect(Object.keys(changes)).toEqual(['locales/en.json', 'locales/de.json', 'screens/a.json'])
    expect(JSON.parse(changes['locales/en.json'] ?? '')).toEqual({
      'a.amountIsBig': 'x',
      'a.amountIsBig2': 'Amount is big',
    })
    expect(JSON.parse(changes['locales/de.json'] ?? '')).toEqual({ 'a.amountIsBig2': 'Groß' })
    expect(changes['screens/a.json']).toBe(
      `{"text":"a.amountIsBig2","other":"a.yourWords2","more":"=text('a.amountIsBig2')"}`,
    )
  })

  it.each([
    ['while it has no other words', 'a.yourWords', 'Your words', {}],
    ['while it has none', 'a.yourWords', ' ', {}],
    ['once it is live', 'a.yourWords', 'Big', { 'locales/en.json': '{"a.yourWords":"Big"}' }],
    ['if it has another key', 'a.amountIsBig', 'Big', {}],
  ])('keeps its key %s', (_when, key, words, published) =>
    expect(renamedAfterWords(key, files(words), published)).toBeUndefined(),
  )
})
