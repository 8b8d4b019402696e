import { readFileSync } from 'node:fs'
import { DEFAULT_LANGUAGE } from '../../core/constants.ts'
import { completeTexts, type TextEntries } from '../../core/partialTexts.ts'

const textsByLanguage = new Map<string, Readonly<Record<string, string>>>()

function textsOf(lang: string): Readonly<Record<string, string>> {
  const known = textsByLanguage.get(lang)
  if (known) return known
  const file = new URL(`../../../locales/${lang}.json`, import.meta.url)
  const entries = JSON.parse(readFileSync(file, 'utf8')) as TextEntries
  const texts = completeTexts(entries, lang === DEFAULT_LANGUAGE ? entries : textsOf(DEFAULT_LANGUAGE))
  textsByLanguage.set(lang, texts)
  return texts
}

/** Returns the lookup of the app's texts in a language: for files that the server writes. A key without a text is returned as it is. */
export function textLookup(lang: string): (key: string) => string {
  const texts = textsOf(lang)
  return (key) => texts[key] ?? key
}
