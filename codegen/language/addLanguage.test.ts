import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyProject } from '../../tests/support/copyProject.ts'
import { loadProject } from '../cli/load.ts'
import { buildCatalogue } from '../compiler/catalogue.ts'
import { productCompiler } from '../product.ts'
import { differences, write } from '../generate.ts'
import languages from '../generate/languages.ts'
import { addLanguage, filledEntries, languageTag } from './addLanguage.ts'

describe('a language that is added', () => {
  let folder = ''
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
  const english = JSON.parse(readFileSync(join(import.meta.dirname, '../../locales/en.json'), 'utf8')) as Record<
    string,
    string
  >
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'placard-language-'))
    copyProject(folder)
    addLanguage(folder, 'it')
    // The compiler reads no other generated file.
    const files = languages(folder)
    write(
      folder,
      files,
      differences(folder, files).filter(({ path }) => files.has(path)),
    )
  }, 60_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('has one file with every text, in all plural forms, each marked with its English words', () => {
    const entries = JSON.parse(read('locales/it.json')) as Record<string, unknown>
    expect(entries['about.title']).toEqual({ en: english['about.title'] })
    expect(Object.keys(entries).length).toBeGreaterThan(1000)
    const plurals = Object.keys(entries).filter((key) => key.endsWith('_many'))
    expect(plurals.length).toBeGreaterThan(3)
  })

  it('is offered, without a problem, in English until it is translated', () => {
    const translated = JSON.stringify({ ...JSON.parse(read('locales/it.json')), 'about.title': 'Informazioni' })
    writeFileSync(join(folder, 'locales/it.json'), translated)
    const checked = productCompiler().check(loadProject(folder))
    expect(checked.diagnostics).toEqual([])
    expect(checked.untranslated.get('it')).toBe(Object.keys(checked.locales.get('it') ?? {}).length - 1)
    const { manifest, files } = buildCatalogue(checked)
    const texts = JSON.parse(files.get(manifest.locales.it ?? '') ?? '{}') as Record<string, string>
    expect(texts['about.title']).toBe('Informazioni')
    expect(texts['news.title']).toBe(english['news.title'])
    expect(read('src/generated/languages.ts')).toContain("'it'")
    expect(read('schemas/entities/language.json')).toContain('"it"')
  })

  it('keeps its translations, and marks the texts that English has got since', () => {
    const added = JSON.stringify({ ...JSON.parse(read('locales/en.json')), 'about.added': 'Added' })
    writeFileSync(join(folder, 'locales/en.json'), added)
    addLanguage(folder, 'it')
    const entries = JSON.parse(read('locales/it.json')) as Record<string, unknown>
    expect(entries['about.title']).toBe('Informazioni')
    expect(entries['about.added']).toEqual({ en: 'Added' })
  })
})

it.each([
  ['it', 'it'],
  ['IT', 'it'],
  ['zh-hant', 'zh-Hant'],
])('the tag %s is written as %s', (written, tag) => {
  expect(languageTag(written)).toBe(tag)
})
it.each(['', 'x', 'no language', 'qqq', 'en-US-x-private'])('"%s" is refused', (written) => {
  expect(() => languageTag(written)).toThrow(/language/)
})

it('takes the plural forms of the language, not those of English', () => {
  const english = { items_one: '{{count}} item', items_other: '{{count}} items' }
  expect(filledEntries('ja', english)).toEqual({ items_other: { en: '{{count}} items' } })
  expect(filledEntries('pl', english)).toEqual({
    items_few: { en: '{{count}} items' },
    items_many: { en: '{{count}} items' },
    items_one: { en: '{{count}} item' },
    items_other: { en: '{{count}} items' },
  })
})
