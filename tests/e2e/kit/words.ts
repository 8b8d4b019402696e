import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Words = (key: string, args?: Record<string, string | number>) => string

/** The texts of a language as the screens show them. A key without a text is a mistake of the test. */
export function words(lang: string): Words {
  const texts = JSON.parse(readFileSync(join(import.meta.dirname, '../../../locales', `${lang}.json`), 'utf8')) as Record<string, string>
  return (key, args = {}) => {
    const text = texts[key]
    if (text === undefined) throw new Error(`locales/${lang}.json has no text ${key}`)
    return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_all, name: string) => String(args[name] ?? ''))
  }
}
