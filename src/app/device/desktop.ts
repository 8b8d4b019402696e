import { httpsUrl } from '../../engine/language/url.ts'
import type { DeviceStorage } from '../../engine/state/client/storage.ts'

/** User-agent words of handheld devices: phones, tablets, e-book devices, in-app browsers of messengers. */
const HANDHELD =
  /Mobi|Android|iPhone|iPad|iPod|Windows Phone|BlackBerry|BB10|webOS|Opera Mini|Opera Mobi|IEMobile|Kindle|Silk|HarmonyOS|OpenHarmony|ArkWeb|Tablet|PlayBook/i
const DESKTOP = /Windows NT|Macintosh|X11|Linux x86_64|CrOS/

export interface ClientInfo {
  userAgent: string
  /** Maximum touch points; an iPad reports Macintosh, but has 5. */
  touchPoints: number
  /** Width of the window, CSS pixels. */
  width: number
  /** In a frame, or `?frame` is set. */
  embedded: boolean
  /** `?h5=1` is set or stored. */
  forced: boolean
}

/** A window up to this width is as narrow as a phone, CSS pixels. */
const NARROW = 600

/** Whether to redirect to the desktop site. False for unknown agents and narrow windows. */
export function isDesktop({ userAgent, touchPoints, width, embedded, forced }: ClientInfo): boolean {
  if (embedded || forced || width <= NARROW) return false
  if (HANDHELD.test(userAgent) || !DESKTOP.test(userAgent)) return false
  return !(userAgent.includes('Macintosh') && touchPoints > 1)
}

/** Reads `?frame` and `?h5`, before the fragment or in it. Stores `?h5=1`; `?h5=0` removes it. */
export function readClientInfo(storage: DeviceStorage, page: Window = window): ClientInfo {
  const query = new URLSearchParams(page.location.search)
  for (const [name, value] of new URLSearchParams(page.location.hash.split('?')[1] ?? ''))
    if (!query.has(name)) query.set(name, value)
  const h5 = query.get('h5')
  if (h5 === '1') storage.writeText('h5', '1')
  if (h5 === '0') storage.writeText('h5', null)
  return {
    userAgent: page.navigator.userAgent,
    touchPoints: page.navigator.maxTouchPoints ?? 0,
    width: page.innerWidth,
    embedded: query.has('frame') || page.top !== page,
    forced: storage.readText('h5') === '1',
  }
}

/** The operator's desktop site: a path of this origin, with the current route as `?at=`, or an https address; else null. */
export function desktopAddress(pcUrl: string, hash = ''): string | null {
  if (/^\/(?![/\\])[\w./-]*$/.test(pcUrl))
    return /^#\/[\w./-]+/.test(hash) ? `${pcUrl}?at=${encodeURIComponent(hash.slice(1))}` : pcUrl
  return httpsUrl(pcUrl)
}
