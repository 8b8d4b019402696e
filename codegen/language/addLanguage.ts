import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TextEntries, TextEntry } from '../../src/engine/language/texts/partialTexts.ts'
import { PLURAL } from '../compiler/locales/texts.ts'
import { SOURCE_LANGUAGE } from '../compiler/locales/localeFiles.ts'

/** A tag that names no language that texts can be written in. */
export class LanguageError extends Error {}

/** Path of the texts of a language. */
export const localeFile = (language: string): string => `locales/${language}.json`

/** The tag as the platform writes it: "IT" is "it", "zh-hant" is "zh-Hant". Throws LanguageError. */
export function languageTag(written: string): string {
  let tag: string | undefined
  try {
    tag = Intl.getCanonicalLocales(written)[0]
  } catch {
    tag = undefined
  }
  if (tag === undefined || !/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/.test(tag))
    throw new LanguageError(
      `"${written}" is no language: write its tag, for example it, or sr-Latn for one with a script.`,
    )
  if (new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(tag) === undefined)
    throw new LanguageError(`The platform knows no language "${tag}".`)
  return tag
}

/** The name of a language in English. */
export const englishName = (language: string): string =>
  new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language

/** The entries of a language file: what is there, and for each other text of English a mark with its English words. */
export function filledEntries(language: string, english: TextEntries, before: TextEntries = {}): TextEntries {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const entries = new Map<string, TextEntry>()
  const add = (key: string, words: string): void => {
    const own = Object.hasOwn(before, key) ? before[key] : undefined
    entries.set(key, typeof own === 'string' ? own : { en: words })
  }
  for (const [key, words] of Object.entries(english)) {
    if (typeof words !== 'string') continue
    const base = key.replace(PLURAL, '')
    if (base === key) add(key, words)
    else if (key.endsWith('_other'))
      for (const form of forms) {
        const same = english[`${base}_${form}`]
        add(`${base}_${form}`, typeof same === 'string' ? same : words)
      }
  }
  return Object.fromEntries([...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Makes the file of a language, or brings it up to date with English. Returns its path and the number of its texts to translate. */
export function addLanguage(
  root: string,
  written: string,
): { language: string; file: string; open: number; all: number } {
  const language = languageTag(written)
  if (language === SOURCE_LANGUAGE) throw new LanguageError('English is the source of all texts.')
  const read = (tag: string): TextEntries =>
    JSON.parse(readFileSync(join(root, localeFile(tag)), 'utf8')) as TextEntries
  const file = localeFile(language)
  const entries = filledEntries(language, read(SOURCE_LANGUAGE), existsSync(join(root, file)) ? read(language) : {})
  writeFileSync(join(root, file), `${JSON.stringify(entries, null, 2)}\n`)
  const all = Object.values(entries)
  return { language, file, open: all.filter((entry) => typeof entry !== 'string').length, all: all.length }
}
