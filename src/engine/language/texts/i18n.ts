import { createInstance, type FormatterModule, type i18n as I18n, type PostProcessorModule } from 'i18next'
import { DEFAULT_LANGUAGE } from '../constants.ts'
import { isolated, isRtl, joinIsolates } from './direction.ts'
import { withLatinDigits, withMinus } from '../values/formatter.ts'
import type { TextOf, Texts } from './texts.ts'

export type { I18n }

const NAMESPACE = 'translation'
const JOIN_ISOLATES = 'joinIsolates'

const numberFormats = new Map<string, Intl.NumberFormat>()
function formatNumber(value: number, lang: string): string {
  let format = numberFormats.get(lang)
  if (!format)
    numberFormats.set(lang, (format = new Intl.NumberFormat(withLatinDigits(lang), { useGrouping: 'always' })))
  return withMinus(format.format(value))
}

/** Formats each argument: numbers are grouped, and a value of another direction is isolated. Other types are empty. */
const formatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format(value: unknown, _name, lang = '') {
    return isolated(
      typeof value === 'number' ? formatNumber(value, lang) : typeof value === 'string' ? value : '',
      lang,
    )
  },
}

const isolateJoiner: PostProcessorModule = { type: 'postProcessor', name: JOIN_ISOLATES, process: joinIsolates }

/** An instance of i18next for flat keys whose texts are plain text, ready at once. `fallback`: the language of a text that the requested one lacks. */
export function createI18n(fallback?: string): I18n {
  const i18n = createInstance()
  i18n.use(formatter).use(isolateJoiner)
  void i18n.init({
    lng: DEFAULT_LANGUAGE,
    fallbackLng: fallback ?? false,
    load: 'currentOnly',
    // Without this property i18next would ask a backend for texts.
    resources: {},
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    ignoreJSONStructure: false,
    interpolation: { alwaysFormat: true, escapeValue: false, skipOnVariables: true },
    returnedObjectHandler: (key: string) => key,
    // i18next fills in the placeholders of a missing key; here the key is returned unchanged.
    parseMissingKeyHandler: (key: string, defaultValue?: string) => defaultValue ?? key,
  })
  return i18n
}

/** Replaces all texts of a language. */
export function setTexts(i18n: I18n, lang: string, texts: Texts): void {
  i18n.removeResourceBundle(lang, NAMESPACE)
  i18n.addResourceBundle(lang, NAMESPACE, texts, false, true, { skipCopy: true })
}

const textAt = (i18n: I18n, lang: string, key: string): string | undefined => {
  const text: unknown = i18n.getResource(lang, NAMESPACE, key)
  return typeof text === 'string' ? text : undefined
}

/** Returns whether the language itself has a text for the key; a fallback language does not count. */
export const hasText = (i18n: I18n, lang: string, key: string): boolean => textAt(i18n, lang, key) !== undefined

const NO_ARGUMENTS = {}
/** Most texts with arguments that are kept: those of a long list. */
const MOST_KEPT = 1_000

/** Identifies a text with its arguments; null where an argument is neither a text nor a number. */
function identify(key: string, args: Readonly<Record<string, unknown>>): string | null {
  let id = key
  for (const [name, value] of Object.entries(args)) {
    if (typeof value !== 'string' && typeof value !== 'number') return null
    id += `\u0000${name}\u0000${typeof value === 'number' ? '#' : '"'}${value}`
  }
  return id
}

/** The texts of one language, as set by `setTexts`. */
export function createTextOf(i18n: I18n, lang: string): TextOf {
  const t = i18n.t as unknown as (key: string, options: Readonly<Record<string, unknown>>) => string
  // `nest: false`: a text or a value with `$t(…)` is plain text.
  const options = { lng: lang, nest: false, ...(isRtl(lang) && { postProcess: JOIN_ISOLATES }) }
  // i18next resolves a text in several microseconds, and a screen reads hundreds of them at each render.
  const plain = new Map<string, string>()
  const filled = new Map<string, string>()

  return (key, args = NO_ARGUMENTS) => {
    if (typeof args.count === 'number') {
      // A browser may know a plural category that the texts lack.
      return t(key, { ...options, count: args.count, defaultValue: textAt(i18n, lang, `${key}_other`), replace: args })
    }
    const known = plain.get(key)
    if (known !== undefined) return known
    const id = identify(key, args)
    const kept = id === null ? undefined : filled.get(id)
    if (kept !== undefined) return kept
    const text = t(key, { ...options, replace: args })
    const pattern = textAt(i18n, lang, key)
    if (pattern?.includes('{{') === false) plain.set(key, text)
    else if (pattern !== undefined && id !== null) {
      if (filled.size >= MOST_KEPT) filled.clear()
      filled.set(id, text)
    }
    return text
  }
}
