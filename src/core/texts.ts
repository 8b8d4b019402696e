import { isRtl } from './direction.ts'
import { numbering, type Translate } from './format.ts'

export type Texts = Readonly<Record<string, string>>

const HOLE = /\{\{\s*(\w+)\s*\}\}/g
/** Holes beside one another, as those of an amount and its currency. */
const RUN = /\{\{\s*\w+\s*\}\}(?: \{\{\s*\w+\s*\}\})*/g

/**
 * A text with its arguments, which are never looked through for holes of their own. Among letters from right to left they
 * keep their own direction, or an amount would change places with its currency.
 */
export function fill(text: string, rtl: boolean, valueOf: (name: string) => string): string {
  const put = (part: string) => part.replace(HOLE, (_hole, name: string) => valueOf(name))
  if (!rtl) return put(text)
  return text.replace(RUN, (run) => {
    const said = put(run)
    return said === '' ? '' : `\u2068${said}\u2069`
  })
}

/**
 * The texts of a language in the JSON format of i18next, as far as the compiler lets texts go: {{name}} stands for an
 * argument, and `key_one`, `key_other` … are chosen by the argument `count`. (The library is 15 KB of the first load
 * for what these lines do.) Numbers are grouped as the reader groups them. A key without a text answers itself.
 */
export function createTranslate(lang: string, texts: Texts): Translate {
  let plurals: Intl.PluralRules | null = null
  let numbers: Intl.NumberFormat | null = null
  const rtl = isRtl(lang)

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
    return fill(text, rtl, (name) => {
      const value = args && Object.hasOwn(args, name) ? args[name] : undefined
      if (typeof value === 'number') return (numbers ??= new Intl.NumberFormat(numbering(lang), { useGrouping: 'always' })).format(value)
      return typeof value === 'string' ? value : ''
    })
  }
}
