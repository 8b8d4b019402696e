import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/generated/languages.ts'
import terms from './terms.json' with { type: 'json' }

const ROOT = join(import.meta.dirname, '../..')
const read = <T>(path: string): T => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as T
type Texts = Readonly<Record<string, string>>
interface Content {
  messages: Readonly<Record<string, { title: string }>>
}

describe.each([...LANGUAGES])('the terms in %s', (lang) => {
  const texts = read<Texts>(`locales/${lang}.json`)
  const content = read<Content>(`src/server/content/${lang}.json`)

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
