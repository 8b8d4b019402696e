import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type TextOf = (key: string, args?: Record<string, string | number>) => string

/** Reads all texts of a language by key; throws for a language without a file. */
export const readLocale = (lang: string): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../locales', `${lang}.json`), 'utf8')) as Record<
    string,
    string
  >

/** All texts of a language without arguments. */
export const texts = (lang: string): string[] => Object.values(readLocale(lang)).filter((text) => !text.includes('{{'))

/** Texts of a language with arguments filled in. Throws for an unknown key. */
export function createTextOf(lang: string): TextOf {
  const texts = readLocale(lang)
  return (key, args = {}) => {
    const text = texts[key]
    if (text === undefined) throw new Error(`locales/${lang}.json has no text ${key}`)
    return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_all, name: string) => String(args[name] ?? ''))
  }
}

export const en = createTextOf('en')
