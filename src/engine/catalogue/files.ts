import { LIMITS } from '../language/expressions/program.ts'
import type { Cache } from './cache.ts'
import { digest } from './integrity.ts'

export type Fetch = (url: string, init: { cache: RequestCache; signal?: AbortSignal }) => Promise<Response>

/** A file whose hash or type is not the expected one. */
export class IntegrityError extends Error {
  override name = 'IntegrityError'
}

/** JSON (screens, texts, manifests), or a module with the validators of a form. */
export type Kind = 'json' | 'js'

/** Files by the hash of their content, each fetched once; the same file is the same object. */
export interface Files {
  /** Rejects with IntegrityError when the file's hash is not its name or its type is wrong. */
  load<T>(hash: string, accepts: (value: unknown) => value is T): Promise<T>
  /** Caches a file for offline use only, not in memory. */
  cacheOffline(hash: string, kind?: Kind): Promise<void>
  /** Fetches a file past the HTTP cache and updates that cache and the device's. Rejects as `load` does. */
  refetch(hash: string, kind: Kind): Promise<void>
  /** A loaded file, synchronously. */
  peek(hash: string): unknown
  /** A file that is fetched each time it is needed. */
  fetchUncached(name: string): Promise<string>
}

/** Screens are limited by their source; a locale and a lowered screen are larger than that, but limited too. */
const FILE_LIMIT = 8 * LIMITS.bytes

/** Creates the loader of the files under the address `base`. A file that `load` has accepted stays in memory, and its text in `cache`. */
export function createFiles(fetch: Fetch, base: string, cache: Cache): Files {
  const loading = new Map<string, Promise<unknown>>()
  const loaded = new Map<string, unknown>()

  async function download(url: string, cacheMode: RequestCache): Promise<string> {
    const response = await fetch(url, { cache: cacheMode })
    if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`)
    const text = await response.text()
    if (text.length > FILE_LIMIT) throw new IntegrityError(`${url}: larger than ${FILE_LIMIT} characters`)
    return text
  }

  async function obtain<T>(hash: string, accepts: (value: unknown) => value is T): Promise<T> {
    // Where no wait is needed, it is requested before the first render.
    const cached = cache.isKnownMissing(hash) ? null : await cache.get(hash)
    if (cached !== null && (await digest(cached, hash.length)) === hash) return parse(cached, hash, accepts)
    const text = await textOf(hash, 'json')
    const value = parse(text, hash, accepts)
    // The load does not wait for the device's cache.
    void cache.put(hash, text)
    return value
  }

  /** A file with a wrong hash was altered or truncated in transit, and is not used. */
  async function textOf(
    hash: string,
    kind: Kind,
    modes: readonly RequestCache[] = ['default', 'reload'],
  ): Promise<string> {
    const url = `${base}${hash}.${kind}`
    for (const mode of modes) {
      const text = await download(url, mode)
      if ((await digest(text, hash.length)) === hash) return text
      // An intermediate cache may have stored a bad copy.
    }
    throw new IntegrityError(`${url}: its content is not what its name says`)
  }

  return {
    load<T>(hash: string, accepts: (value: unknown) => value is T): Promise<T> {
      const pending = loading.get(hash)
      if (pending) return pending as Promise<T>
      const started = obtain(hash, accepts)
      loading.set(hash, started)
      started.then(
        (value) => loaded.set(hash, value),
        // A failed load is not cached.
        () => loading.delete(hash),
      )
      return started
    },
    async cacheOffline(hash, kind = 'json') {
      if (loaded.has(hash) || (await cache.get(hash)) !== null) return
      await cache.put(hash, await textOf(hash, kind))
    },
    async refetch(hash, kind) {
      await cache.put(hash, await textOf(hash, kind, ['reload']))
    },
    peek: (hash) => loaded.get(hash),
    fetchUncached: (name) => download(`${base}${name}`, 'no-cache'),
  }
}

/** Parses the JSON text of the file `name`. Throws an IntegrityError when the text is not JSON, or when `accepts` returns false. */
export function parse<T>(text: string, name: string, accepts: (value: unknown) => value is T): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new IntegrityError(`${name}: not JSON`)
  }
  if (!accepts(value)) throw new IntegrityError(`${name}: not what it should be`)
  return value
}
