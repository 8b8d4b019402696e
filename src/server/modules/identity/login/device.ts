import { getCountries } from 'libphonenumber-js'

/** More specific names first: most user agents also contain those of other browsers. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ (Mobile\/\S+ )?Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Browser and system in their own names, e.g. "Chrome, Android"; null where neither is known. */
export function deviceOf(userAgent: string): string | null {
  const named = [BROWSERS, SYSTEMS].flatMap((names) => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? [])
  return named.length > 0 ? named.join(', ') : null
}

/** Systems of the kinds of device; a tablet with Android has no "Mobile" in its user agent. */
const KINDS: readonly [RegExp, DeviceKind][] = [
  [/\biPad\b|\bAndroid\b(?!.*\bMobile\b)/, 'tablet'],
  [/\bAndroid\b|\biPhone\b/, 'phone'],
  [/\bWindows NT\b|\bCrOS\b|\bMac OS X\b|\bLinux\b/, 'computer'],
]

export type DeviceKind = 'phone' | 'tablet' | 'computer'

/** The kind of a device by its system; null where it is not known. */
export const kindOfDevice = (userAgent: string): DeviceKind | null =>
  KINDS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null

let countries: ReadonlyMap<string, string> | undefined

/** The country of each time zone, by the data of the platform. A zone of several countries has the first of them. */
function countryOfZone(zone: string): string | undefined {
  if (!countries) {
    const found = new Map<string, string>()
    for (const country of getCountries()) {
      const locale = new Intl.Locale('und', { region: country }) as LocaleWithZones
      for (const timeZone of locale.getTimeZones?.() ?? locale.timeZones ?? [])
        if (!found.has(timeZone)) found.set(timeZone, country)
    }
    countries = found
  }
  return countries.get(zone)
}

/** `timeZones` of earlier versions of the platform became `getTimeZones`. */
type LocaleWithZones = Intl.Locale & { getTimeZones?(): string[] | undefined; timeZones?: string[] }

/** The zone if the platform knows it; else null. It comes from the client. */
export function knownZone(zone: string | null | undefined): string | null {
  if (!zone) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** Approximate location of a time zone, e.g. "Berlin, Germany"; null for a zone without a city, such as UTC. */
export function placeOfZone(zone: string | null, lang: string): string | null {
  const country = zone === null ? undefined : countryOfZone(zone)
  if (zone === null || country === undefined) return null
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  const name = new Intl.DisplayNames([lang], { type: 'region', fallback: 'code' }).of(country) ?? country
  return `${city}, ${name}`
}
