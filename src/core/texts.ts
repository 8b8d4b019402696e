import { isRtl } from './direction.ts'
import { numbering, type Translate } from './format.ts'

export type Texts = Readonly<Record<string, string>>

const HOLE = /\{\{\s*(\w+)\s*\}\}/g

/**
 * The texts of a language in the JSON format of i18next, as far as the compiler lets texts go: {{name}} stands for an
 * argument, and `key_one`, `key_other` … are chosen by the argument `count`. (The library is 15 KB of the first load
 * for what these lines do.) Arguments are never looked through for holes of their own; numbers are grouped as the reader
 * groups them. Among letters from right to left each argument keeps its own direction, or an amount would change places
 * with its currency. A key without a text answers itself.
 */
export function createTranslate(lang: string, texts: Texts): Translate {
  let plurals: Intl.PluralRules | null = null
  let numbers: Intl.NumberFormat | null = null
  const isolated = isRtl(lang) ? (value: string) => `\u2068${value}\u2069` : (value: string) => value

  function find(key: string, count: unknown): string | undefined {
    if (typeof count === 'number') {
      plurals ??= new Intl.PluralRules(lang)
      for (const category of [plurals.select(count), 'other']) if (Object.hasOwn(texts, `${key}_${category}`)) return texts[`${key}_${category}`]
    }
    return Object.hasOwn(texts, key) ? texts[key] : undefined
  }

  return (key, args) => {
    const text = find(key, args?.count)
    if (text === undefined) return key
    if (!text.includes('{{')) return text
    return text.replace(HOLE, (_hole, name: string) => {
      const value = args && Object.hasOwn(args, name) ? args[name] : undefined
      if (typeof value === 'number') return isolated((numbers ??= new Intl.NumberFormat(numbering(lang))).format(value))
      return typeof value === 'string' && value !== '' ? isolated(value) : ''
    })
  }
}
