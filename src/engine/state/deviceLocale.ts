const locales = () => (globalThis.navigator?.languages ?? []).map((tag) => new Intl.Locale(tag))

/** The country of the device's first language that names one: "en-GB" is GB. Else the main country of its first language: "ja" is JP; undefined without languages. */
export function deviceCountry(): string | undefined {
  const all = locales()
  return (all.find(({ region }) => region) ?? all[0]?.maximize())?.region
}

/** The device's first language, in the script that it has there, if it is one of `languages`; else the first of them. */
export function deviceLanguage(languages: readonly string[]): string {
  const locale = locales()[0]?.maximize()
  const { language, script } = locale ?? {}
  return languages.find((other) => other === `${language}-${script}` || other === language) ?? languages[0] ?? ''
}

/** The IANA time zone of the device; empty where the browser does not know it. */
export const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''

/** Moves the item with this id to the front of a list. */
export const withFirst = <Item extends { id: string }>(items: readonly Item[], first: string | undefined): Item[] => [
  ...items.filter(({ id }) => id === first),
  ...items.filter(({ id }) => id !== first),
]
