/** Control characters, spaces and invisible letters are stripped or ignored by URL parsers, so they can hide a scheme; a backslash can act as a slash. */
const INVISIBLE = [
  [0, 0x20],
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x200b, 0x200f],
  [0x2028, 0x202f],
  [0x2060, 0x206f],
  [0xfeff, 0xfeff],
  [0x5c, 0x5c],
] as const
function hasDeceptiveCharacter(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (INVISIBLE.some(([from, to]) => code >= from && code <= to)) return true
  }
  return false
}

/** An https address, normalised, or null. With `origins`, only of these origins. Credentials in it are refused: they disguise the host. */
export function httpsUrl(text: unknown, origins?: readonly string[]): string | null {
  if (typeof text !== 'string' || text.length > 2048 || hasDeceptiveCharacter(text) || !/^https:\/\/[^/]/i.test(text))
    return null
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return null
  }
  // Also empty ones, which the parser leaves out.
  if (url.protocol !== 'https:' || /^https:\/\/[^/?#]*@/i.test(text)) return null
  if (origins && !origins.includes(url.origin)) return null
  return url.href
}

/** The path of a route the app has, or null. A query may follow it; a fragment may not. */
export function knownRoute(text: unknown, routes: { has(route: string): boolean }): string | null {
  if (typeof text !== 'string' || text.length > 2048 || hasDeceptiveCharacter(text)) return null
  if (!text.startsWith('/') || text.startsWith('//') || text.includes('#')) return null
  const path = text.split('?', 1)[0] ?? ''
  return routes.has(path) ? text : null
}

/** A picture: of this origin by absolute path, or https. */
export function imageUrl(text: unknown): string | null {
  if (typeof text === 'string' && text.startsWith('/') && !text.startsWith('//') && !hasDeceptiveCharacter(text))
    return text
  return httpsUrl(text)
}

const GEO = /^geo:-?\d{1,2}(\.\d{1,6})?,-?\d{1,3}(\.\d{1,6})?$/

/**
 * An address for another app of the device: a mail address, a telephone number or a geographic position, nothing more
 * (no subject, no body).
 */
export function contactUrl(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > 320) return null
  return /^mailto:[\w.+-]{1,64}@[\w-]+(\.[\w-]+)+$/.test(text) || /^tel:\+?\d{3,20}$/.test(text) || GEO.test(text)
    ? text
    : null
}
