import { DOWNLOAD_TIMEOUT_MS } from '../language/constants.ts'

/** Fetches a file of this origin; times out after 60 s. */
export function fetchFile(url: string, init: RequestInit = {}): Promise<Response> {
  return globalThis.fetch(url, { signal: timeout(DOWNLOAD_TIMEOUT_MS), ...init })
}

/** A JSON file of this origin. Rejects when it cannot be fetched, does not exist, or is not JSON. */
export async function fetchJson(url: string, init?: RequestInit): Promise<unknown> {
  const response = await fetchFile(url, init)
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`)
  return response.json()
}

/** Browsers without AbortSignal.timeout can still fetch files. */
function timeout(ms: number): AbortSignal {
  if (typeof AbortSignal.timeout === 'function') return AbortSignal.timeout(ms)
  const abort = new AbortController()
  setTimeout(() => abort.abort(), ms)
  return abort.signal
}
