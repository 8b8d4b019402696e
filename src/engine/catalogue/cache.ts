import { report } from '../language/report.ts'

/** Stores the last good revision for offline use. Never throws: without a cache the app still runs. */
export interface Cache {
  get(key: string): Promise<string | null>
  /** Whether a text is known, synchronously, to be missing. */
  isKnownMissing(key: string): boolean
  put(key: string, text: string): Promise<void>
  /** Deletes all other entries. */
  prune(keys: ReadonlySet<string>): Promise<void>
}

const NAME = 'placard-catalogue'
/** Separate addresses: the cache belongs to this code, not to the network. */
const ADDRESS = 'https://catalogue.invalid/'

/** Cache Storage of the browser; memory where the browser has none or blocks it (a page without https, a private window). */
export function deviceCache(): Cache {
  const memory = memoryCache()
  let opened: ReturnType<typeof open> | null = null
  const store = () => (opened ??= open())
  let known: Set<string> | null = null
  // Listed once: a device lookup for each missing file would delay the network request.
  const names = async () =>
    (known ??= await store()
      .then(namesIn)
      .catch(() => new Set<string>()))
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
    isKnownMissing: (key) => known !== null && !known.has(key) && memory.isKnownMissing(key),
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
    async prune(keys) {
      await memory.prune(keys)
      try {
        const cache = await store()
        for (const name of await namesIn(cache)) if (!keys.has(name)) await cache?.delete(ADDRESS + name)
      } catch (error) {
        // An entry left over only costs space.
        report(error, 'prune the catalogue')
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

/** Creates a cache in memory: it is empty at first, and its entries are lost with the page. */
export function memoryCache(): Cache {
  const texts = new Map<string, string>()
  return {
    get: (key) => Promise.resolve(texts.get(key) ?? null),
    isKnownMissing: (key) => !texts.has(key),
    put: (key, text) => Promise.resolve(void texts.set(key, text)),
    prune(keys) {
      for (const key of texts.keys()) if (!keys.has(key)) texts.delete(key)
      return Promise.resolve()
    },
  }
}
