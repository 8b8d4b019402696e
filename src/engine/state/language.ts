import { DEFAULT_LANGUAGE } from '../language/constants.ts'
import { isRtl } from '../language/texts/direction.ts'
import { createFormatter, type Formatter } from '../language/values/formatter.ts'
import { createI18n, createTextOf, hasText, setTexts } from '../language/texts/i18n.ts'
import { replyText } from '../language/texts/replyText.ts'
import type { TextOf, Texts, Translate } from '../language/texts/texts.ts'
import { createAtom, get, set, useValue, type Atom } from './store.ts'
import { deviceLanguage } from './deviceLocale.ts'
import { readText, writeText } from './storage.ts'

const i18n = createI18n()

/** All language-dependent values, changed as one: a subscriber of any part renders once. */
export interface Language {
  lang: string
  dir: 'ltr' | 'rtl'
  text: Translate
  textOf: TextOf
  has(key: string): boolean
  format: Formatter
}

function createLanguage(lang: string, timeZone?: string): Language {
  const textOf = createTextOf(i18n, lang)
  const text: Translate = textOf
  return {
    lang,
    dir: isRtl(lang) ? 'rtl' : 'ltr',
    text,
    textOf,
    has: (key) => hasText(i18n, lang, key),
    format: createFormatter(lang, textOf, timeZone),
  }
}

const baseLanguageAtom = createAtom<Language>(createLanguage(DEFAULT_LANGUAGE))
export const languageAtom: Atom<Language> = baseLanguageAtom

/** t('ui.retry'), t('form.tooShort', {min: 6}): keys that are literals in the code. */
export const useText = (): Translate => useValue(languageAtom).text
/** For keys known only at run time. */
export const useTextOf = (): TextOf => useValue(languageAtom).textOf
export const useFormat = (): Formatter => useValue(languageAtom).format
export const useLanguage = (): Language => useValue(languageAtom)
/** Outside of React. */
export const language = (): Language => get(baseLanguageAtom)
export const translate: Translate = (key, ...args) => get(baseLanguageAtom).text(key, ...args)
export const textOf: TextOf = (key, args) => get(baseLanguageAtom).textOf(key, args)

/** The text for a code of the contract: `error.<code>` or `success.<code>`, else the server's own message as plain text. Decimals in them are formatted for the locale. */
export function messageOf(
  kind: 'error' | 'success',
  reply: { code: string; message: string; params?: Record<string, unknown> },
): string {
  const { has, textOf, format } = get(baseLanguageAtom)
  if (!has(`${kind}.${reply.code}`)) return reply.message
  return replyText(kind, reply, { textOf, format })
}

/** Shows a language whose texts are loaded. */
export function applyLanguage(lang: string, texts: Texts, timeZone?: string): void {
  setTexts(i18n, lang, texts)
  void i18n.changeLanguage(lang)
  const next = createLanguage(lang, timeZone)
  if (typeof document !== 'undefined') {
    document.documentElement.lang = lang
    document.documentElement.dir = next.dir
  }
  set(baseLanguageAtom, next)
}

let latestRequest = 0
/**
 * Loads one language's texts, shows it, and stores the choice. Of two concurrent requests, the last one wins: the other one returns false.
 * Rejects when the texts of the last one cannot be loaded: then the current language stays.
 */
export async function setLanguage(lang: string, load: (lang: string) => Promise<Texts>): Promise<boolean> {
  const request = ++latestRequest
  const isLatest = () => request === latestRequest
  const texts = await load(lang).catch((error: unknown) => {
    if (isLatest()) throw error
    return null
  })
  if (texts === null || !isLatest()) return false
  applyLanguage(lang, texts)
  writeText('lang', lang)
  return true
}

/** The initial language: the stored one, if the app supports it; else that of the device. */
export function initialLanguage(languages: readonly string[]): string {
  const stored = readText('lang')
  return stored !== null && languages.includes(stored) ? stored : deviceLanguage(languages)
}
