/** Control characters and spaces are stripped or ignored by URL parsers, so they can hide a scheme; a backslash can stand for a slash. */
const HIDING = /[\u0000-\u0020\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\\]/

/** An https address, normalised, or null. With `origins`, only of these origins. Credentials in it are refused: they disguise the host. */
export function httpsUrl(text: unknown, origins?: readonly string[]): string | null {
  if (typeof text !== 'string' || text.length > 2048 || HIDING.test(text) || !/^https:\/\/[^/]/i.test(text)) return null
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return null
  }
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null
  if (origins && !origins.includes(url.origin)) return null
  return url.href
}

/** The path of a route the app has, or null. A query may follow it; a fragment may not. */
export function knownRoute(text: unknown, routes: { has(route: string): boolean }): string | null {
  if (typeof text !== 'string' || text.length > 2048 || HIDING.test(text)) return null
  if (!text.startsWith('/') || text.startsWith('//') || text.includes('#')) return null
  const path = text.split('?', 1)[0] ?? ''
  return routes.has(path) ? text : null
}

/** A picture: of this origin by absolute path, or https. */
export function imageUrl(text: unknown): string | null {
  if (typeof text === 'string' && text.startsWith('/') && !text.startsWith('//') && !HIDING.test(text)) return text
  return httpsUrl(text)
}
