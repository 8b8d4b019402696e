import { LIMITS, type Manifest, type Screen } from '../core/program.ts'
import { deviceCache, type Cache } from './cache.ts'
import { digest } from './integrity.ts'
import { isManifest, isScreen, isTexts } from './shape.ts'

export type Texts = Record<string, string>
export type Fetch = (url: string, init: { cache: RequestCache; signal?: AbortSignal }) => Promise<Response>

export interface CataloguePorts {
  fetch: Fetch
  /** Where the files are, "/h5/catalogue/" by default. */
  base?: string
  cache?: Cache
  /** Told of files that were refused or could not be had, where a good one stood in. */
  report?: (error: unknown) => void
}

/** The published screens and texts. One revision at a time: a screen and the texts it needs come from the same. */
export interface Catalogue {
  /** Fetches the manifest; the last good one stands in without a network. Rejects when there is neither. */
  start(): Promise<Manifest>
  /** The manifest in use. Throws before `start` has settled. */
  manifest(): Manifest
  /** Calls back when another revision has taken over. Answers with the way to stop. */
  watch(changed: () => void): () => void
  /** Looks whether another revision was published, and takes it over when its texts are there. True when it did. */
  refresh(lang?: string): Promise<boolean>
  /** Takes a manifest over, as a development server pushes it. */
  update(manifest: Manifest): void
  screen(hash: string): Promise<Screen>
  /** The screen of a route of the manifest in use. */
  load(route: string): Promise<Screen>
  texts(lang: string): Promise<Texts>
  /** Fetches screens of routes that the reader may go to next. Never rejects. */
  preload(routes: readonly string[]): Promise<void>
}

/** A file that is not what its name or its kind promises. */
export class RefusedFile extends Error {
  override name = 'RefusedFile'
}

const MANIFEST = 'manifest'
/** Screens are limited by their source; a locale and a lowered screen are larger than that, but not without end. */
const FILE_LIMIT = 8 * LIMITS.bytes

export function createCatalogue({ fetch, base = '/h5/catalogue/', cache = deviceCache(), report = () => undefined }: CataloguePorts): Catalogue {
  let current: Manifest | null = null
  const watchers = new Set<() => void>()
  const loading = new Map<string, Promise<unknown>>()
  let asked = 0
  let taken = 0

  async function download(url: string, cacheMode: RequestCache): Promise<string> {
    const response = await fetch(url, { cache: cacheMode })
    if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`)
    const text = await response.text()
    if (text.length > FILE_LIMIT) throw new RefusedFile(`${url}: larger than ${FILE_LIMIT} characters`)
    return text
  }

  /** A file by its hash: what does not hash to its name was altered or truncated on its way, and is not used. */
  async function obtain<T>(hash: string, accepts: (value: unknown) => value is T): Promise<T> {
    const kept = await cache.get(hash)
    if (kept !== null && (await digest(kept, hash.length)) === hash) return parse(kept, hash, accepts)
    const url = `${base}${hash}.json`
    let text = await download(url, 'default')
    // Something between here and the server may have kept a bad copy.
    if ((await digest(text, hash.length)) !== hash) text = await download(url, 'reload')
    if ((await digest(text, hash.length)) !== hash) throw new RefusedFile(`${url}: its content is not what its name says`)
    const value = parse(text, hash, accepts)
    await cache.put(hash, text)
    return value
  }

  /** One download for all who ask for it; a failed one is not remembered. The same file is the same object. */
  function file<T>(hash: string, accepts: (value: unknown) => value is T): Promise<T> {
    const known = loading.get(hash)
    if (known) return known as Promise<T>
    const started = obtain(hash, accepts)
    loading.set(hash, started)
    started.catch(() => loading.delete(hash))
    return started
  }

  const fetchManifest = async (): Promise<{ manifest: Manifest; text: string }> => {
    const text = await download(`${base}manifest.json`, 'no-cache')
    return { manifest: parse(text, 'manifest.json', isManifest), text }
  }

  function takeOver(manifest: Manifest): void {
    current = manifest
    for (const changed of watchers) changed()
  }

  async function keepOnly(manifest: Manifest, text: string): Promise<void> {
    await cache.put(MANIFEST, text)
    await cache.keep(new Set([MANIFEST, ...Object.values(manifest.routes).map(({ hash }) => hash), ...Object.values(manifest.locales)]))
  }

  function inUse(): Manifest {
    if (!current) throw new Error('The catalogue is not there yet.')
    return current
  }

  async function texts(lang: string): Promise<Texts> {
    const { locales } = inUse()
    const hash = Object.hasOwn(locales, lang) ? locales[lang] : undefined
    if (hash === undefined) throw new Error(`There are no texts in ${lang}.`)
    return file(hash, isTexts)
  }

  async function load(route: string): Promise<Screen> {
    const { routes } = inUse()
    const entry = Object.hasOwn(routes, route) ? routes[route] : undefined
    if (!entry) throw new Error(`There is no screen ${route}.`)
    return file(entry.hash, isScreen)
  }

  return {
    async start() {
      try {
        const { manifest, text } = await fetchManifest()
        takeOver(manifest)
        void keepOnly(manifest, text)
        return manifest
      } catch (error) {
        const kept = await cache.get(MANIFEST)
        if (kept === null) throw error
        report(error)
        const manifest = parse(kept, 'kept manifest', isManifest)
        takeOver(manifest)
        return manifest
      }
    },
    manifest: inUse,
    watch(changed) {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    async refresh(lang) {
      asked += 1
      const mine = asked
      try {
        const { manifest, text } = await fetchManifest()
        if (manifest.revision === current?.revision) {
          taken = Math.max(taken, mine)
          return false
        }
        // Its screens may name texts that only its own locale has.
        const hash = lang !== undefined && Object.hasOwn(manifest.locales, lang) ? manifest.locales[lang] : undefined
        if (hash !== undefined) await file(hash, isTexts)
        // Two may be under way, and an older answer arrive last.
        if (mine < taken) return false
        taken = mine
        takeOver(manifest)
        await keepOnly(manifest, text)
        return true
      } catch (error) {
        report(error)
        return false
      }
    },
    update: takeOver,
    screen: (hash) => file(hash, isScreen),
    load,
    texts,
    async preload(routes) {
      for (const route of routes) await load(route).catch(report)
    },
  }
}

function parse<T>(text: string, name: string, accepts: (value: unknown) => value is T): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RefusedFile(`${name}: not JSON`)
  }
  if (!accepts(value)) throw new RefusedFile(`${name}: not what it should be`)
  return value
}
