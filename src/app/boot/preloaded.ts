import { DOWNLOAD_TIMEOUT_MS } from '../../engine/language/constants.ts'
import { fetchFile } from '../../engine/transport/files.ts'

declare global {
  interface Window {
    /** Requests that first.js has started while the app's code was loading, by address. */
    preloaded?: Record<string, { reply: Promise<Response>; stop: AbortController }>
  }
}

/** As fetchFile; adopts the request that first.js has started for this address, once. */
export function fetchPreloaded(url: string, init?: RequestInit): Promise<Response> {
  const { preloaded = {} } = window
  const entry = Object.hasOwn(preloaded, url) ? preloaded[url] : undefined
  if (!entry) return fetchFile(url, init)
  delete preloaded[url]
  setTimeout(() => entry.stop.abort(), DOWNLOAD_TIMEOUT_MS)
  return entry.reply
}
