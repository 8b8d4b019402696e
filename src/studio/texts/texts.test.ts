import { describe, expect, it } from 'vitest'
import type { Entry } from '../compiler/protocol.ts'
import { filterRows, missingIn, textRows, withText, withTexts } from './table.ts'
import { fromXliff, importTexts, notesOf, toXliff } from './xliff.ts'
import { countsOf } from './XliffDialog.tsx'

const LOCALES = {
  en: { 'a.one': 'One & <two>', 'a.rows_one': '{{count}} row', 'a.rows_other': '{{count}} rows', 'b.old': 'Old' },
  de: { 'a.one': 'Eins "zwei"', 'a.rows_other': '{{count}} Zeilen', 'b.old': 'Alt' },
  ja: { 'a.rows_other': '{{count}} 行', 'b.old': '古い' },
}
const SCREEN: Entry = {
  file: 'screens/a.json',
  kind: 'screen',
  id: 'a',
  title: '',
  calls: [],
  widgets: [],
  parts: [],
  forms: [],
  texts: ['a.one', 'a.rows'],
}
const UNUSED = {
  rule: 'unused-text',
  severity: 'warning' as const,
  file: 'locales/en.json',
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 2,
  path: 'b.old',
  message: 'Unused.',
  code: 'unused-text/unused',
  params: { key: 'b.old' },
}
const ROWS = textRows(LOCALES, [SCREEN], [UNUSED])
const filtered = (filter: Parameters<typeof filterRows>[2]['filter'], query = '') =>
  filterRows(ROWS, LOCALES, { query, filter, changed: (key) => key === 'a.one' }).map(({ key }) => key)

describe('the table of texts', () => {
  it('lists a text with the screens that use it, a plural by its base', () => {
    expect(ROWS.map(({ key, uses }) => [key, ...uses.map(({ id }) => id)])).toEqual([
      ['a.one', 'a'],
      ['a.rows_one', 'a'],
      ['a.rows_other', 'a'],
      ['b.old'],
    ])
  })
  it('reports missing languages, but no plural category that a language lacks', () => {
    expect(ROWS.map((row) => missingIn(row, LOCALES))).toEqual([['ja'], [], [], []])
  })
  it.each([
    ['missing', ['a.one']],
    ['unused', ['b.old']],
    ['problems', ['b.old']],
    ['changed', ['a.one']],
  ] as const)('filters by %s', (filter, keys) => expect(filtered(filter)).toEqual(keys))
  it('keeps the row that is being edited', () =>
    expect(
      filterRows(ROWS, LOCALES, { query: '', filter: 'missing', changed: () => false, kept: 'b.old' }).map(
        ({ key }) => key,
      ),
    ).toEqual(['a.one', 'b.old']))
  it('finds words in any language', () => expect(filtered('all', '古い')).toEqual(['b.old']))
  it('keeps the keys in order', () => {
    expect(Object.keys(JSON.parse(withText('{"a":"1","c":"3"}', 'b', '2')) as object)).toEqual(['a', 'b', 'c'])
  })
})

describe('XLIFF', () => {
  it('returns the texts it was made of', () => {
    const keys = ROWS.map(({ key }) => key)
    const { language, texts } = fromXliff(toXliff(LOCALES, 'de', keys))
    expect(language).toBe('de')
    expect(texts).toEqual(LOCALES.de)
  })
  it('changes several languages at once, and says what it has left out', () => {
    const files = Object.fromEntries(
      Object.entries(LOCALES).map(([language, texts]) => [`locales/${language}.json`, JSON.stringify(texts)]),
    )
    const { changes, texts, unknown } = importTexts(
      [
        { language: 'de', texts: { 'a.one': 'Eins', 'b.old': 'Alt', 'c.gone': 'Weg' } },
        { language: 'ja', texts: { 'a.one': '一' } },
      ],
      files,
    )
    expect(JSON.parse(changes['locales/de.json'] ?? '')).toMatchObject({ 'a.one': 'Eins', 'b.old': 'Alt' })
    expect(JSON.parse(changes['locales/ja.json'] ?? '')).toMatchObject({ 'a.one': '一' })
    expect(texts).toEqual([
      { language: 'de', key: 'a.one', before: 'Eins "zwei"', after: 'Eins' },
      { language: 'ja', key: 'a.one', before: undefined, after: '一' },
    ])
    expect(countsOf(texts)).toBe('1 text in German and 1 text in Japanese')
    expect(unknown).toEqual(['c.gone'])
    expect(() => importTexts([{ language: 'xx', texts: {} }], files)).toThrow('no texts in')
  })
  it("reads units of groups with a prefix, and no suggestion of a translators' program", () => {
    const source = `<x:xliff xmlns:x="urn:oasis:names:tc:xliff:document:2.0" version="2.0" trgLang="de"><x:file id="f"><x:group id="g">
      <x:unit id="u" name="a.one">
        <m:matches xmlns:m="urn:oasis:names:tc:xliff:matches:2.0"><m:match ref="#1"><source>One</source><target>Zwei</target></m:match></m:matches>
        <x:segment><x:source>One</x:source><x:target>Ei<x:mrk id="1">n</x:mrk>s &amp; <![CDATA[<zwei>]]></x:target></x:segment>
      </x:unit></x:group></x:file></x:xliff>`
    expect(fromXliff(source).texts).toEqual({ 'a.one': 'Eins & <zwei>' })
  })
  it('has notes for the translator: where a text is used, and how long it may be', () => {
    const notes = notesOf(ROWS, new Map([['screens/a.json', 'News & more']]), { 'a.rows': 11 })
    const source = toXliff(LOCALES, 'de', ['a.rows_one', 'b.old'], notes)
    expect(source).toContain('<note category="screens">Used in: Screen News &amp; more</note>')
    expect(source).toContain('<note category="length">At most 11 letters')
    expect(source.match(/<notes>/g)).toHaveLength(2)
    expect(source.match(/<unit [^>]*>/g)).toHaveLength(3)
  })
  it('has the plural forms of the language, and takes them back', () => {
    const forms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const
    const arabic = Object.fromEntries(forms.map((form) => [`a.rows_${form}`, `صفوف ${form}`]))
    const exported = toXliff({ ...LOCALES, ar: arabic }, 'ar', ['a.rows_one'])
    expect([...exported.matchAll(/<unit id="([^"]*)"/g)].map(([, key]) => key)).toEqual(Object.keys(arabic))
    expect(exported.match(/<source[^>]*>.*/g)).toEqual(
      forms.map((form) => `<source xml:space="preserve">{{count}} row${form === 'one' ? '' : 's'}</source>`),
    )
    const files = { 'locales/en.json': JSON.stringify(LOCALES.en), 'locales/ar.json': '{}' }
    const { changes, unknown } = importTexts([fromXliff(exported)], files)
    expect(JSON.parse(changes['locales/ar.json'] ?? '')).toEqual(arabic)
    expect(unknown).toEqual([])
  })
  it.each([
    ['fr', ['a.rows_one', 'a.rows_many', 'a.rows_other']],
    ['de', ['a.rows_one', 'a.rows_other']],
    ['ja', ['a.rows_other']],
  ])('asks for the plural forms of %s', (language, expected) => {
    const exported = toXliff(LOCALES, language, ['a.rows_one', 'a.rows_other'])
    expect([...exported.matchAll(/<unit id="([^"]*)"/g)].map(([, key]) => key)).toEqual(expected)
  })
  it('leaves out a plural form that the language does not have', () => {
    const files = { 'locales/en.json': JSON.stringify(LOCALES.en), 'locales/de.json': '{}' }
    const imported = { language: 'de', texts: { 'a.rows_few': 'Zeilen', 'a.rows': 'Zeilen' } }
    expect(importTexts([imported], files).unknown).toEqual(['a.rows_few', 'a.rows'])
  })
  it('marks texts that are not translated', () => {
    expect(toXliff(LOCALES, 'ja', ['a.one'])).toContain('<segment state="initial">')
  })
  it.each([
    ['text', 'no XML'],
    ['<a/>', 'no XLIFF'],
    ['<!DOCTYPE x [<!ENTITY e "y">]><xliff trgLang="de"/>', 'document type'],
  ])('refuses %s', (source, message) => expect(() => fromXliff(source)).toThrow(message))
})

it.each([
  ['Hello\n', 'Hello'],
  ['\nHello', 'Hello'],
  ['Hello\n there', 'Hello there'],
  ['Hello ', 'Hello '],
])('a text has no line breaks: %j', (typed, words) =>
  expect(JSON.parse(withText('{}', 'a.one', typed))).toEqual({ 'a.one': words }),
)

it('words of a dialog have no blanks around them', () =>
  expect(withTexts({ 'locales/en.json': '{}' }, 'a.one', { en: ' Hello\n ' })['locales/en.json']).toBe(
    withText('{}', 'a.one', 'Hello'),
  ))
