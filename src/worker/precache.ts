/** One build of the app: each of its files under the base, with the hash that its content must have. "" is the page itself. */
export interface Build {
  version: string
  files: Readonly<Record<string, string>>
}

/** Where the files of the builds lie. */
export interface Precache {
  /** Fetches every file of this build, or rejects and stores nothing: a deploy may be in progress. */
  install(): Promise<void>
  /** Deletes builds that no open page can be running. */
  cleanup(): Promise<void>
  /** The response to a page's request; undefined for network-only requests. */
  respond(
    request: Pick<Request, 'method' | 'mode' | 'url'> & Partial<Pick<Request, 'cache'>>,
  ): Promise<Response> | undefined
}

interface Ports {
  caches: Pick<CacheStorage, 'open' | 'has' | 'keys' | 'delete' | 'match'>
  fetch(request: string, init?: RequestInit): Promise<Response>
  /** Address under which the app lies, with its last slash. */
  base: string
}

const PREFIX = 'placard-app-'
/** Where src/engine/catalogue/cache.ts has the files of the catalogue, and its addresses there. */
const CATALOGUE = 'placard-catalogue'
const CATALOGUE_ADDRESS = 'https://catalogue.invalid/'
/** A module with the validators of a form: the page checks the integrity of any reply. */
const FORM_MODULE = /^catalogue\/([0-9a-f]{64})\.js$/
/** Their names contain their hash: any copy is the right one. */
const isHashed = (path: string): boolean => path.startsWith('assets/')

/**
 * Creates the cache of one build for the service worker. It reads and writes nothing until a method is called.
 * Not workbox: its cleanup deletes what the next build does not list, which an open page may need, and its failed install leaves a part behind.
 */
export function createPrecache({ version, files }: Build, { caches, fetch, base }: Ports): Precache {
  const name = PREFIX + version
  const { origin, pathname: root } = new URL(base)

  /** The page of this build; what it names is served by its hash, so a page runs wholly on the build it was loaded from. */
  async function page(url: string): Promise<Response> {
    const cache = await caches.open(name)
    return (await cache.match(base, { ignoreVary: true })) ?? fetch(url)
  }

  async function asset(url: string, path: string): Promise<Response> {
    const cached = await caches.match(url, { ignoreVary: true })
    if (cached) return cached
    const response = await fetch(url)
    // This build is whole no longer, neither here nor there: the page is asked of the server next time.
    if (response.status === 404 && Object.hasOwn(files, path)) await (await caches.open(name)).delete(base)
    return response
  }

  async function other(url: string): Promise<Response> {
    return (await (await caches.open(name)).match(url, { ignoreVary: true })) ?? fetch(url)
  }

  async function formModule(url: string, hash: string, past: boolean): Promise<Response> {
    const cached = await caches.match(CATALOGUE_ADDRESS + hash, { cacheName: CATALOGUE })
    if (!cached) return fetch(url)
    // The page asks past caches for what is not what its hash says here; without a network there is nothing better.
    const fetched = past ? await fetch(url, { cache: 'reload' }).catch(() => null) : null
    return (
      fetched ??
      new Response(await cached.text(), {
        headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
      })
    )
  }

  return {
    async install() {
      const known = await caches.has(name)
      const cache = await caches.open(name)
      try {
        await Promise.all(
          Object.entries(files).map(async ([path, integrity]) => {
            const response = await fetch(base + path, { integrity, cache: isHashed(path) ? 'default' : 'reload' })
            if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`)
            await cache.put(base + path, response)
          }),
        )
      } catch (error) {
        if (!known) await caches.delete(name)
        throw error
      }
    },

    async cleanup() {
      const builds = (await caches.keys()).filter((key) => key.startsWith(PREFIX))
      // A page of the build before may still be open; those after are on their way.
      const before = builds.slice(0, Math.max(0, builds.indexOf(name) - 1))
      await Promise.all(before.map((item) => caches.delete(item)))
    },

    respond({ method, mode, url, cache }) {
      const { origin: from, pathname, search } = new URL(url)
      if (method !== 'GET' || from !== origin || !pathname.startsWith(root)) return undefined
      const path = pathname.slice(root.length)
      if (mode === 'navigate') return path === '' || path === 'index.html' ? page(url) : undefined
      if (isHashed(path)) return asset(url, path)
      const [, module] = FORM_MODULE.exec(path) ?? []
      // Retries go online.
      if (module !== undefined) return search === '' ? formModule(url, module, cache === 'reload') : undefined
      return path !== '' && Object.hasOwn(files, path) ? other(url) : undefined
    },
  }
}
