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

describe.each([...LANGUAGES])('the terms in %s', (lang) => {
  const texts = read(`locales/${lang}.json`) as Texts
  const content = read(`src/server/content/${lang}.json`) as Content

  it.each(Object.entries(terms.terms))('%s has one name', (_, { words, texts: keys, messages }) => {
    const word = (words as Texts)[lang] ?? ''
    expect(word).not.toBe('')
    expect(keys.map((key) => [key, texts[key]])).toEqual(keys.map((key) => [key, word]))
    expect(messages.filter((name) => !content.messages[name]?.title.includes(word))).toEqual([])
  })

  it.each(terms.different.map((keys) => [keys.join(', '), keys] as const))('%s are different', (_, keys) => {
    expect(new Set(keys.map((key) => texts[key])).size).toBe(keys.length)
  })

  it('do not include other names of the same things', () => {
    const never = (terms.never as Readonly<Record<string, readonly string[]>>)[lang] ?? []
    const all = [...Object.values(texts), ...Object.values(content.messages).map(({ title }) => title)]
    const uses = (text: string) => never.some((word) => text.toLowerCase().includes(word.toLowerCase()))
    expect(all.filter(uses)).toEqual([])
  })
})
