import { DEFAULT_LANGUAGE } from '../core/constants.ts'
import { isRtl } from '../core/direction.ts'
import { createFormat, type Format, type Translate } from '../core/format.ts'
import { createTranslate } from '../core/texts.ts'
import { cell, get, set, useValue, type Atom } from './store.ts'
import { readText, writeText } from './storage.ts'

export type Texts = Record<string, string>

/** Everything that depends on the language, changed as one: a reader of any part draws once. */
export interface Language {
  lang: string
  dir: 'ltr' | 'rtl'
  text: Translate
  has(key: string): boolean
  format: Format
}

function createLanguage(lang: string, texts: Texts, timeZone?: string): Language {
  const text = createTranslate(lang, texts)
  return {
    lang,
    dir: isRtl(lang) ? 'rtl' : 'ltr',
    text,
    has: (key) => Object.hasOwn(texts, key),
    format: createFormat(lang, text, timeZone),
  }
}

const languageCell = cell<Language>(createLanguage(DEFAULT_LANGUAGE, {}))
export const languageAtom: Atom<Language> = languageCell

/** t('ui.retry'), t('form.tooShort', {min: 6}). A key without a text answers itself. */
export const useText = (): Translate => useValue(languageAtom).text
export const useFormat = (): Format => useValue(languageAtom).format
export const useLanguage = (): Language => useValue(languageAtom)
/** Outside of React. */
export const language = (): Language => get(languageCell)
export const translate: Translate = (key, args) => get(languageCell).text(key, args)

/** The words for a code of the contract: `error.<code>` or `success.<code>`, else the server's own message as plain text. Decimals in them are written for the reader. */
export function messageOf(kind: 'error' | 'success', answer: { code: string; message: string; params?: Record<string, unknown> }): string {
  const key = `${kind}.${answer.code}`
  const { has, text, format } = get(languageCell)
  if (!has(key)) return answer.message
  return text(key, Object.fromEntries(Object.entries(answer.params ?? {}).map(([name, value]) => [name, typeof value === 'string' ? format.number(value) : value])))
}

/** Shows a language whose texts are at hand. */
export function applyLanguage(lang: string, texts: Texts, timeZone?: string): void {
  const next = createLanguage(lang, texts, timeZone)
  if (typeof document !== 'undefined') {
    document.documentElement.lang = lang
    document.documentElement.dir = next.dir
  }
  set(languageCell, next)
}

let asked = 0
/**
 * Loads one language's texts and shows it, and stores the choice. While two are asked for, the last one wins.
 * Rejects when the texts cannot be loaded: then the language on screen stays.
 */
export async function setLanguage(lang: string, load: (lang: string) => Promise<Texts>): Promise<void> {
  const mine = ++asked
  const texts = await load(lang)
  if (mine !== asked) return
  applyLanguage(lang, texts)
  writeText('lang', lang)
}

/** The language to start with: the stored one, if the app speaks it; else the default. */
export function storedLanguage(languages: readonly string[]): string {
  const stored = readText('lang')
  return stored !== null && languages.includes(stored) ? stored : DEFAULT_LANGUAGE
}
