import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createI18n,
  createTextOf as createAppTextOf,
  hasText,
  setTexts,
} from '../../../src/engine/language/texts/i18n.ts'

export type TextOf = (key: string, args?: Record<string, string | number>) => string

/** Reads all texts of a language by key; throws for a language without a file. */
export const readLocale = (lang: string): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../locales', `${lang}.json`), 'utf8')) as Record<
    string,
    string
  >

/** All texts of a language without arguments. */
export const texts = (lang: string): string[] => Object.values(readLocale(lang)).filter((text) => !text.includes('{{'))

/** Texts of a language with arguments filled in as the app does. Throws for an unknown key. */
export function createTextOf(lang: string): TextOf {
  const i18n = createI18n()
  setTexts(i18n, lang, readLocale(lang))
  const textOf = createAppTextOf(i18n, lang)
  return (key, args) => {
    if (!hasText(i18n, lang, key) && !hasText(i18n, lang, `${key}_other`))
      throw new Error(`locales/${lang}.json has no text ${key}`)
    return textOf(key, args)
  }
}

export const en = createTextOf('en')
