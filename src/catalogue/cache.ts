/** Where the last good revision is kept for when there is no network. Never throws: without a cache the app still runs. */
export interface Cache {
  get(key: string): Promise<string | null>
  /** Whether it is known at once that it has no such text. */
  lacks(key: string): boolean
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
  let known: Set<string> | null = null
  // Listed once: to ask the device for each file that it has not would keep the network waiting.
  const names = async () => (known ??= await store().then(namesIn).catch(() => new Set<string>()))
  return {
    async get(key) {
      try {
        if (!(await names()).has(key)) return await memory.get(key)
        const found = await (await store())?.match(ADDRESS + key)
        return found ? await found.text() : await memory.get(key)
      } catch {
        return memory.get(key)
      }
    },
    lacks: (key) => known !== null && !known.has(key) && memory.lacks(key),
    async put(key, text) {
      try {
        const cache = await store()
        if (!cache) return await memory.put(key, text)
        await cache.put(ADDRESS + key, new Response(text))
        ;(await names()).add(key)
      } catch {
        await memory.put(key, text)
      }
    },
    async keep(keys) {
      await memory.keep(keys)
      try {
        const cache = await store()
        for (const name of await namesIn(cache)) if (!keys.has(name)) await cache?.delete(ADDRESS + name)
      } catch {
        // What is left over costs space and nothing else.
      }
    },
  }
}

async function namesIn(cache: globalThis.Cache | null): Promise<Set<string>> {
  return new Set(((await cache?.keys()) ?? []).map(({ url }) => url.slice(ADDRESS.length)))
}

async function open(): Promise<globalThis.Cache | null> {
  return typeof caches === 'undefined' ? null : caches.open(NAME).catch(() => null)
}

export function memoryCache(): Cache {
  const texts = new Map<string, string>()
  return {
    get: (key) => Promise.resolve(texts.get(key) ?? null),
    lacks: (key) => !texts.has(key),
    put: (key, text) => Promise.resolve(void texts.set(key, text)),
    keep(keys) {
      for (const key of texts.keys()) if (!keys.has(key)) texts.delete(key)
      return Promise.resolve()
    },
  }
}
