import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/generated/languages.ts'
import terms from './terms.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
type Texts = Readonly<Record<string, string>>
interface Content {
  messages: Readonly<Record<string, { title: string }>>
}

/** Keys by their English text. */
const keysByName = new Map<string, string[]>()
for (const [key, text] of Object.entries(read('locales/en.json') as Texts))
  keysByName.set(text, [...(keysByName.get(text) ?? []), key])

it('the homonyms are names that several texts have', () => {
  expect(Object.keys(terms.homonyms).filter((name) => (keysByName.get(name)?.length ?? 0) < 2)).toEqual([])
})

describe.each([...LANGUAGES])('the terms in %s', (lang) => {
  const texts = read(`locales/${lang}.json`) as Texts
  const content = read(`src/server/modules/content/${lang}.json`) as Content

  it.each(Object.entries(terms.terms))('%s has one name', (_, { words, texts: keys, messages }) => {
    const word = (words as Texts)[lang] ?? ''
    expect(word).not.toBe('')
    expect(keys.map((key) => [key, texts[key]])).toEqual(keys.map((key) => [key, word]))
    expect(messages.filter((name) => !content.messages[name]?.title.includes(word))).toEqual([])
  })

  it.each(terms.different.map((keys) => [keys.join(', '), keys] as const))('%s are different', (_, keys) => {
    expect(new Set(keys.map((key) => texts[key])).size).toBe(keys.length)
  })

  it('translate one English name by one name, unless English uses it for several things', () => {
    const names = [...keysByName].filter(([name, keys]) => keys.length > 1 && !Object.hasOwn(terms.homonyms, name))
    const several = names.flatMap(([name, keys]) => {
      const words = new Set(keys.map((key) => texts[key]))
      return words.size > 1 ? [`${name}: ${[...words].join(' / ')}`] : []
    })
    expect(names.length).toBeGreaterThan(50)
    expect(several).toEqual([])
  })

  it('do not include other names of the same things', () => {
    const never = (terms.never as Readonly<Record<string, readonly string[]>>)[lang] ?? []
    const all = [...Object.values(texts), ...Object.values(content.messages).map(({ title }) => title)]
    const uses = (text: string) => never.some((word) => text.toLowerCase().includes(word.toLowerCase()))
    expect(all.filter(uses)).toEqual([])
  })
})
