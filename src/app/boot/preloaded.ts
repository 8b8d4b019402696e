import { DOWNLOAD_TIMEOUT_MS } from '../../core/constants.ts'
import { fetchFile } from '../../transport/files.ts'

declare global {
  interface Window {
    /** What first.js has asked for while this code was on its way, by address. */
    asked?: Record<string, { reply: Promise<Response>; stop: AbortController }>
  }
}

/** As fetchFile; what first.js has asked for is there, or nearly, for the first who wants it. */
export function fetchPreloaded(url: string, init?: RequestInit): Promise<Response> {
  const { asked = {} } = window
  const found = Object.hasOwn(asked, url) ? asked[url] : undefined
  if (!found) return fetchFile(url, init)
  delete asked[url]
  setTimeout(() => found.stop.abort(), DOWNLOAD_TIMEOUT_MS)
  return found.reply
}
