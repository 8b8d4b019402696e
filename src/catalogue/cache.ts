/** Where the last good revision is kept for when there is no network. Never throws: without a cache the app still runs. */
export interface Cache {
  get(key: string): Promise<string | null>
  put(key: string, text: string): Promise<void>
  /** Forgets everything else. */
  keep(keys: ReadonlySet<string>): Promise<void>
}

const NAME = 'placard-catalogue'
/** Addresses of its own: the cache is this code's, not the network's. */
const ADDRESS = 'https://catalogue.invalid/'

/** Cache Storage of the browser; memory where the browser has none or blocks it (a page without https, a private window). */
export function deviceCache(): Cache {
  const memory = memoryCache()
  let opened: ReturnType<typeof open> | null = null
  const store = () => (opened ??= open())
  return {
    async get(key) {
      try {
        const found = await (await store())?.match(ADDRESS + key)
        return found ? await found.text() : await memory.get(key)
      } catch {
        return memory.get(key)
      }
    },
    async put(key, text) {
      try {
        const cache = await store()
        if (!cache) return await memory.put(key, text)
        await cache.put(ADDRESS + key, new Response(text))
      } catch {
        await memory.put(key, text)
      }
    },
    async keep(keys) {
      await memory.keep(keys)
      try {
        const cache = await store()
        for (const request of (await cache?.keys()) ?? []) if (!keys.has(request.url.slice(ADDRESS.length))) await cache?.delete(request)
      } catch {
        // What is left over costs space and nothing else.
      }
    },
  }
}

async function open(): Promise<globalThis.Cache | null> {
  return typeof caches === 'undefined' ? null : caches.open(NAME).catch(() => null)
}

export function memoryCache(): Cache {
  const texts = new Map<string, string>()
  return {
    get: (key) => Promise.resolve(texts.get(key) ?? null),
    put: (key, text) => Promise.resolve(void texts.set(key, text)),
    keep(keys) {
      for (const key of texts.keys()) if (!keys.has(key)) texts.delete(key)
      return Promise.resolve()
    },
  }
}
