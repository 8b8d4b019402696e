import { getCountries, getCountryCallingCode } from 'libphonenumber-js'

export interface AreaCodeRow {
  country: string
  name: string
  areaCode: string
}

const known = new Map<string, readonly AreaCodeRow[]>()

/** Every country with a telephone area code, named and ordered in the language. */
export function areaCodes(lang: string): readonly AreaCodeRow[] {
  let rows = known.get(lang)
  if (!rows) {
    const names = new Intl.DisplayNames([lang], { type: 'region', fallback: 'code' })
    const { compare } = new Intl.Collator(lang)
    rows = getCountries()
      .map((country) => ({
        country,
        name: names.of(country) ?? country,
        areaCode: `+${getCountryCallingCode(country)}`,
      }))
      .toSorted((a, b) => compare(a.name, b.name))
    known.set(lang, rows)
  }
  return rows
}
