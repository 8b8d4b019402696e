import { readFileSync } from 'node:fs'
import { DEFAULT_LANGUAGE } from '../../../engine/language/constants.ts'
import { createI18n, createTextOf, setTexts } from '../../../engine/language/texts/i18n.ts'
import { completeTexts, type TextEntries } from '../../../engine/language/texts/partialTexts.ts'
import type { TextOf } from '../../../engine/language/texts/texts.ts'

const i18n = createI18n(DEFAULT_LANGUAGE)
const lookups = new Map<string, TextOf>()
const textsByLanguage = new Map<string, Readonly<Record<string, string>>>()

function textsOf(lang: string): Readonly<Record<string, string>> {
  const known = textsByLanguage.get(lang)
  if (known) return known
  const file = new URL(`../../../../locales/${lang}.json`, import.meta.url)
  const entries = JSON.parse(readFileSync(file, 'utf8')) as TextEntries
  const texts = completeTexts(entries, lang === DEFAULT_LANGUAGE ? entries : textsOf(DEFAULT_LANGUAGE))
  textsByLanguage.set(lang, texts)
  setTexts(i18n, lang, texts)
  lookups.set(lang, createTextOf(i18n, lang))
  return texts
}

/** Returns the lookup of the app's texts in a language: for lists and files that the server names things in. A key without a text is returned as it is. */
export function textLookup(lang: string): TextOf {
  textsOf(lang)
  return lookups.get(lang) ?? ((key) => key)
}
