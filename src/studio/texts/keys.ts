import type { Entry } from '../compiler/protocol.ts'
import { camelCase } from '../make/words.ts'
import { languageOf } from '../model/fileNames.ts'
import { localesOf } from '../model/texts.ts'
import { baseKey, withText, withTexts, type Locales } from './table.ts'

const KEY = /^[a-z]\w*(\.\w+)+$/i
const WORDS_IN_KEY = 4

/** The words that a node is added with. */
export const START_WORDS = 'Your words'
const KEY_OF_START_WORDS = new RegExp(`\\.${camelCase(START_WORDS)}\\d*$`)

/** Whether a text is written like the key of a text, and not like a sentence. */
export const isKey = (text: string): boolean => KEY.test(text)

/** The group of the texts of a file: the one that most of its own texts have, else the last word of its name. */
export function groupOf(file: string | null, entries: readonly Entry[]): string {
  const entry = entries.find((entry) => entry.file === file)
  const name = (entry?.id ?? '').split('/').findLast((word) => word !== 'index') ?? ''
  const own = camelCase(name) || 'text'
  const counts = new Map<string, number>()
  for (const key of entry?.texts ?? []) {
    const group = key.split('.')[0] ?? ''
    counts.set(group, (counts.get(group) ?? 0) + 1)
  }
  if (name !== '' && counts.has(own)) return own
  const most = [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0]
  return most ?? own
}

/** A key that is free, made of the group and the words. */
export function keyFor(words: string, group: string, locales: Locales): string {
  const taken = new Set(Object.values(locales).flatMap((texts) => Object.keys(texts).map(baseKey)))
  const first = `${group}.${camelCase(words, WORDS_IN_KEY) || 'text'}`
  for (let count = 1; ; count += 1) {
    const key = count === 1 ? first : `${first}${count}`
    if (!taken.has(baseKey(key))) return key
  }
}

/** The key of an existing text with these words in English; one of the group first. */
export function keyOfWords(words: string, group: string, locales: Locales): string | undefined {
  const wanted = words.trim()
  const found = Object.entries(locales.en ?? {}).flatMap(([key, text]) =>
    text === wanted && baseKey(key) === key ? [key] : [],
  )
  return found.find((key) => key.startsWith(`${group}.`)) ?? found[0]
}

/** A copy of a text under a separate key, in all languages, and the files that change. */
export function copyOfText(
  key: string,
  group: string,
  files: Readonly<Record<string, string>>,
): { key: string; changes: Readonly<Record<string, string>> } {
  const locales = localesOf(files)
  const words = Object.fromEntries(
    Object.entries(locales).flatMap(([language, texts]) => (texts[key] === undefined ? [] : [[language, texts[key]]])),
  )
  const copy = keyFor(words.en ?? key, group, locales)
  return { key: copy, changes: withTexts(files, copy, words) }
}

/**
 * The key of a text with these words, and the files that change: a text that is there is used again, so that its translations hold;
 * else the text is made in English.
 */
export function textFor(
  words: string,
  group: string,
  files: Readonly<Record<string, string>>,
): { key: string; changes: Readonly<Record<string, string>> } {
  const locales = localesOf(files)
  const known = keyOfWords(words, group, locales)
  if (known !== undefined) return { key: known, changes: {} }
  const key = keyFor(words, group, locales)
  return { key, changes: withTexts(files, key, { en: words.trim() }) }
}

/**
 * The files with another key of a text that was added with the start words and has other words by now: the key is made
 * of these. Undefined for another text, and for one that is live.
 */
export function renamedAfterWords(
  key: string,
  files: Readonly<Record<string, string>>,
  published: Readonly<Record<string, string>>,
): { key: string; changes: Readonly<Record<string, string>> } | undefined {
  const locales = localesOf(files)
  const words = locales.en?.[key]?.trim() ?? ''
  if (!KEY_OF_START_WORDS.test(key) || words === '' || words === START_WORDS) return undefined
  if (localesOf(published).en?.[key] !== undefined) return undefined
  const named = keyFor(words, key.slice(0, key.lastIndexOf('.')), locales)
  const changes: Record<string, string> = {}
  for (const [path, text] of Object.entries(files)) {
    const language = languageOf(path)
    const own = language === undefined ? undefined : locales[language]?.[key]
    if (own !== undefined) changes[path] = withText(withText(text, key, undefined), named, own)
    else if (language === undefined && /^(screens|schemas\/forms)\//.test(path) && text.includes(key))
      changes[path] = text.replaceAll(`"${key}"`, `"${named}"`).replaceAll(`'${key}'`, `'${named}'`)
  }
  return { key: named, changes }
}
