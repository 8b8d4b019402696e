import { httpsUrl } from '../core/url.ts'
import { readText, writeText } from '../state/storage.ts'

/** Words of user agents that draw for a hand: phones, tablets, readers, and the in-app browsers of messengers. */
const HANDHELD =
  /Mobi|Android|iPhone|iPad|iPod|Windows Phone|BlackBerry|BB10|webOS|Opera Mini|Opera Mobi|IEMobile|Kindle|Silk|HarmonyOS|OpenHarmony|ArkWeb|Tablet|PlayBook/i
const DESKTOP = /Windows NT|Macintosh|X11|Linux x86_64|CrOS/

export interface ClientInfo {
  userAgent: string
  /** Fingers the screen can feel; an iPad calls itself a Macintosh, but has 5. */
  touchPoints: number
  /** Inside a frame, or told to behave so. */
  embedded: boolean
  /** The reader asked for this app, here or before. */
  forced: boolean
}

/** Whether the visit belongs on the desktop site. An agent nobody knows stays. */
export function isDesktop({ userAgent, touchPoints, embedded: framed, forced: wanted }: ClientInfo): boolean {
  if (framed || wanted) return false
  if (HANDHELD.test(userAgent) || !DESKTOP.test(userAgent)) return false
  return !(userAgent.includes('Macintosh') && touchPoints > 1)
}

/** What `?frame` and `?h5` of the address say, whether before the fragment or in it. `?h5=1` is remembered, `?h5=0` forgets it. */
export function readClientInfo(place: Window = window): ClientInfo {
  const query = new URLSearchParams(place.location.search)
  for (const [name, value] of new URLSearchParams(place.location.hash.split('?')[1] ?? '')) if (!query.has(name)) query.set(name, value)
  const h5 = query.get('h5')
  if (h5 === '1') writeText('h5', '1')
  if (h5 === '0') writeText('h5', null)
  return {
    userAgent: place.navigator.userAgent,
    touchPoints: place.navigator.maxTouchPoints ?? 0,
    embedded: query.has('frame') || place.top !== place,
    forced: readText('h5') === '1',
  }
}

/** The operator's desktop site: a path of this origin, which is told where in the app the visit is, or an https address; else null. */
export function desktopAddress(pcUrl: string, hash = ''): string | null {
  if (/^\/(?![/\\])[\w./-]*$/.test(pcUrl)) return /^#\/[\w./-]+/.test(hash) ? `${pcUrl}?at=${encodeURIComponent(hash.slice(1))}` : pcUrl
  return httpsUrl(pcUrl)
}
