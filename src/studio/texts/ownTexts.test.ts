import { describe, expect, it } from 'vitest'
import { filesWithout, withoutOwnTexts } from './ownTexts.ts'

it('a deleted node takes the texts along that were made for it, and no others', () => {
  const files = {
    'locales/en.json': '{"a.live":"Live","a.own":"Own","a.shared":"Shared"}',
    'locales/de.json': '{"a.own":"Eigen"}',
    'screens/a.json': '{"title":"a.shared"}',
  }
  const changed = withoutOwnTexts({ props: { text: 'a.own', title: 'a.live', label: 'a.shared' } }, files, {
    'locales/en.json': '{"a.live":"Live"}',
  })
  expect(JSON.parse(changed['locales/en.json'] ?? '')).toEqual({ 'a.live': 'Live', 'a.shared': 'Shared' })
  expect(JSON.parse(changed['locales/de.json'] ?? '')).toEqual({})
  expect(Object.keys(changed)).toEqual(['locales/en.json', 'locales/de.json'])
})

it('a removed field takes its texts along in the same step', () => {
  const form = '{"properties":{"one":{"title":"a.own"},"two":{"title":"a.live"}},"rules":[{"message":"a.live"}]}'
  const files = { 'locales/en.json': '{"a.live":"Live","a.own":"Own"}', 'schemas/forms/f.json': form }
  const remove = (text: string): string => text.replace('"one":{"title":"a.own"},', '')
  const changed = filesWithout('schemas/forms/f.json', remove, files, { 'locales/en.json': '{"a.live":"Live"}' })
  expect(Object.keys(changed)).toEqual(['locales/en.json', 'schemas/forms/f.json'])
  expect(JSON.parse(changed['locales/en.json'] ?? '')).toEqual({ 'a.live': 'Live' })
  expect(changed['schemas/forms/f.json']).toBe(remove(form))
})

describe('an expression names texts too', () => {
  const english = '{"a.live":"Live","a.own":"Own","a.rows_one":"A row","a.rows_other":"Rows"}'
  const files = {
    'locales/en.json': english,
    'locales/pl.json': '{"a.rows_few":"Wiersze","a.rows_other":"Wiersza"}',
  }
  const published = { 'locales/en.json': '{"a.live":"Live"}' }
  const value = { text: 'a.own', hint: "=t('a.rows', { count: 2 })" }
  const keysLeft = (screen: string): string[] => {
    const all = { ...files, 'screens/a.json': screen }
    const { 'locales/en.json': en, 'locales/pl.json': pl } = { ...all, ...withoutOwnTexts(value, all, published) }
    return [en, pl].flatMap((text) => Object.keys(JSON.parse(text) as object))
  }

  it('its texts go with it, in all plural forms', () => {
    expect(keysLeft('{}')).toEqual(['a.live'])
  })

  it.each([
    ['in single quotes', `{"title":"=t('a.own')"}`, ['a.live', 'a.own']],
    ['in escaped quotes', String.raw`{"title":"=t(\"a.own\")"}`, ['a.live', 'a.own']],
    [
      'by the base key of plural forms',
      `{"title":"=t('a.rows', { count: 3 })"}`,
      ['a.live', 'a.rows_one', 'a.rows_other', 'a.rows_few', 'a.rows_other'],
    ],
    [
      'by the beginning of its key',
      `{"title":"=enumText('a', row.kind)"}`,
      ['a.live', 'a.own', 'a.rows_one', 'a.rows_other', 'a.rows_few', 'a.rows_other'],
    ],
    [
      'by a beginning in escaped quotes',
      String.raw`{"title":"=enumText( \"a\", row.kind)"}`,
      ['a.live', 'a.own', 'a.rows_one', 'a.rows_other', 'a.rows_few', 'a.rows_other'],
    ],
  ])('a text stays that another one names %s', (_name, screen, expected) => {
    expect(keysLeft(screen)).toEqual(expected)
  })

  it('its texts go with it beside the beginnings of other keys', () => {
    expect(keysLeft(`{"title":"=enumText('a.r', row.kind)","hint":"=enumText('b', row.kind)"}`)).toEqual(['a.live'])
  })

  it('a form of a plural that is live stays', () => {
    const live = { 'locales/en.json': '{"a.rows_one":"A row","a.rows_other":"Rows"}' }
    expect(Object.keys(withoutOwnTexts({ text: 'a.rows' }, files, live))).toEqual([])
  })
})

it('a file of texts changes alone: texts of its keys stay in other languages', () => {
  const files = { 'locales/en.json': '{"a.own":"Own"}', 'locales/de.json': '{"a.own":"Eigen"}' }
  const published = { 'locales/en.json': '{}', 'locales/de.json': '{}' }
  expect(filesWithout('locales/de.json', () => '{}', files, published)).toEqual({ 'locales/de.json': '{}' })
})
