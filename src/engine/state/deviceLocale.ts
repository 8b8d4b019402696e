import { DEFAULT_LANGUAGE } from '../language/constants.ts'
import { preferredLanguage } from '../language/texts/languages.ts'

const locales = () => (globalThis.navigator?.languages ?? []).map((tag) => new Intl.Locale(tag))

/** The country of the device's first language that names one: "en-GB" is GB. Else the main country of its first language: "ja" is JP; undefined without languages. */
export function deviceCountry(): string | undefined {
  const all = locales()
  return (all.find(({ region }) => region) ?? all[0]?.maximize())?.region
}

/** The first of the device's languages that is one of `languages`; else the default language. */
export const deviceLanguage = (languages: readonly string[]): string =>
  preferredLanguage(globalThis.navigator?.languages ?? [], languages) ?? DEFAULT_LANGUAGE

/** The IANA time zone of the device; empty where the browser does not know it. */
export const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''

/** Moves the item with this id to the front of a list. */
export const withFirst = <Item extends { id: string }>(items: readonly Item[], first: string | undefined): Item[] => [
  ...items.filter(({ id }) => id === first),
  ...items.filter(({ id }) => id !== first),
]
