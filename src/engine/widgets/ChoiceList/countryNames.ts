const known = new Map<string, string>()

const nameOf = (country: string, language: string): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? ''

/** The names of an ISO country in its main language and in English, by which it is found in a list in any language. */
export function countryNames(country: string): string {
  let names = known.get(country)
  if (names === undefined) {
    const { language } = new Intl.Locale('und', { region: country }).maximize()
    names = `${nameOf(country, language)} ${nameOf(country, 'en')}`
    known.set(country, names)
  }
  return names
}
