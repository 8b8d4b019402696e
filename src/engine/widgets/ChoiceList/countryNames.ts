const namesByLanguage = new Map<string, Intl.DisplayNames>()

function nameOf(country: string, language: string): string {
  const names = namesByLanguage.get(language) ?? new Intl.DisplayNames(language, { type: 'region' })
  namesByLanguage.set(language, names)
  return names.of(country) ?? ''
}

/** The names of an ISO country in its main language and in English, by which it is found in a list in any language. */
export const countryNames = (country: string): string =>
  `${nameOf(country, new Intl.Locale('und', { region: country }).maximize().language)} ${nameOf(country, 'en')}`
