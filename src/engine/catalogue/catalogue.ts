import type { FormValidators } from '../language/forms/formModule.ts'
import { STALE_AFTER_MS } from '../language/constants.ts'
import type { Manifest, ManifestScreen, Screen } from '../language/expressions/program.ts'
import { within } from '../language/within.ts'
import { deviceCache, type Cache } from './cache.ts'
import { createFiles, parse, IntegrityError, type Fetch } from './files.ts'
import { createFormModules, type Run } from './formModules.ts'
import { hasValidChecksum } from './integrity.ts'
import { runModule } from './script.ts'
import { isManifestBody, isManifest, isPointer, isScreen, isTexts, type CurrentRevision } from './shape.ts'
import { settled } from '../language/report.ts'

export { IntegrityError, type Fetch }
export type Texts = Record<string, string>
type Requires = Screen['requires']

export interface CataloguePorts {
  fetch: Fetch
  /** Base path of the files, "/h5/catalogue/" by default. */
  base?: string
  cache?: Cache
  /** Receives files that were refused or not loaded and replaced by a good one, and revisions that cannot be rendered here. */
  report?: (error: unknown) => void
  /** Runs a module after its integrity has been checked; by a script element by default. */
  run?: Run
  /** Required capabilities that this build lacks, as text. */
  missingCapabilities?: (requires: Requires) => readonly string[]
  /** Loads the dependencies of a screen that replaces an opened one. */
  loadRequired?: (requires: Requires) => Promise<void>
}

/**
 * The published screens and texts, one revision at a time: a screen and its texts come from the same one. Another
 * revision waits, complete, until the user enters a screen; an urgent one takes over at once.
 */
export interface Catalogue {
  /** Fetches the manifest; without a network, or where no answer comes for moments, the last good one is used. Rejects when there is neither. */
  start(): Promise<Manifest>
  /** The current manifest. Throws before `start` has settled. */
  manifest(): Manifest
  /** Calls back when another revision has taken over. Returns the unsubscribe function. */
  watch(changed: () => void): () => void
  /** Queries the live revision and prepares it. False when a file could not be loaded: the current revision stays, and the next poll retries. */
  poll(lang: string): Promise<boolean>
  /** The user enters a screen: the waiting revision takes over, if its texts are loaded in their language. */
  activate(lang: string): void
  /** Immediately activates what a development server has compiled. True when it was another revision. */
  refresh(lang?: string): Promise<boolean>
  screen(hash: string): Promise<Screen>
  /** The screen, if it has been loaded. */
  peek(hash: string): Screen | undefined
  /** The screen of a route of the current manifest. */
  load(route: string): Promise<Screen>
  texts(lang: string): Promise<Texts>
  /** The texts of the current revision, if they have been loaded. */
  peekTexts(lang: string): Texts | undefined
  /** The validators of a form, by the hash of their module (`validator` in the form). */
  validators(hash: string): Promise<FormValidators>
  /** The validators of a form, if they have been loaded. */
  peekValidators(hash: string): FormValidators | undefined
  /** Prefetches screens of routes that the user may visit next. Never rejects. */
  preload(routes: readonly string[]): Promise<void>
  /** Caches the whole current revision, in one language, for offline use. Never rejects. */
  cacheOffline(lang: string): Promise<void>
}

const MANIFEST_KEY = 'manifest'

/** Creates the catalogue of this client. It requests nothing by itself: `start` must be called first. */
export function createCatalogue(ports: CataloguePorts): Catalogue {
  const {
    fetch,
    base = '/h5/catalogue/',
    cache = deviceCache(),
    report = () => undefined,
    missingCapabilities = () => [],
    loadRequired = () => Promise.resolve(),
    run = runModule,
  } = ports
  const files = createFiles(fetch, base, cache)
  const modules = createFormModules(files, base, run)
  const listeners = new Set<() => void>()
  /** Revisions this build cannot render: they never change, and are not requested again. */
  const unsupported = new Set<string>()
  let current: Manifest | null = null
  /** Complete in one language, and waiting for the user to enter a screen. */
  let next: Manifest | null = null
  /** The log position that this client has processed; null before the first poll. */
  let lastSeq: number | null = null
  /** Sequential, in request order: an older reply cannot replace a newer one. */
  let last: Promise<unknown> = Promise.resolve()

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work)
    last = settled(result)
    return result
  }

  function currentManifest(): Manifest {
    if (!current) throw new Error('The catalogue is not there yet.')
    return current
  }

  async function fetchManifest(): Promise<Manifest> {
    return verifyManifest(parse(await files.fetchUncached('manifest.json'), 'manifest.json', isManifest))
  }

  async function manifestOf(revision: string): Promise<Manifest> {
    return { revision, ...(await files.load(revision, isManifestBody)) }
  }

  const fetchPointer = async (): Promise<CurrentRevision> =>
    parse(await files.fetchUncached('live.json'), 'live.json', isPointer)

  /** Whether this build can render all of it. Reported once where it cannot. */
  function canRender({ revision, routes }: Manifest): boolean {
    if (unsupported.has(revision)) return false
    for (const [route, { requires }] of Object.entries(routes)) {
      const [missing] = missingCapabilities(requires)
      if (missing === undefined) continue
      unsupported.add(revision)
      report(`The revision ${revision} needs what this build has not: ${missing}, at ${route}.`)
      return false
    }
    return true
  }

  /** The latest of these that can be rendered here. */
  async function firstRenderable(revisions: Iterable<string>): Promise<Manifest | null> {
    for (const revision of revisions) {
      if (unsupported.has(revision)) continue
      const manifest = current?.revision === revision ? current : await manifestOf(revision)
      if (canRender(manifest)) return manifest
    }
    return null
  }

  /** Loads the files required before activation: the texts, and the new versions of opened screens. */
  async function loadForActivation(manifest: Manifest, lang: string | undefined): Promise<void> {
    const hash = localeOf(manifest, lang)
    const opened = Object.entries(current?.routes ?? {}).filter(([, { hash }]) => files.peek(hash) !== undefined)
    await Promise.all([
      hash !== undefined && files.load(hash, isTexts),
      ...opened.map(async ([route]) => {
        const entry = manifest.routes[route]
        if (entry)
          await Promise.all([
            files.load(entry.hash, isScreen),
            loadRequired(entry.requires),
            ...modulesOf(entry).map((module) => modules.load(module)),
          ])
      }),
    ])
  }

  function makeCurrent(manifest: Manifest): void {
    current = manifest
    next = null
    void storeManifests()
    for (const changed of listeners) changed()
  }

  async function storeManifests(): Promise<void> {
    if (!current) return
    await cache.put(MANIFEST_KEY, JSON.stringify(current))
    const referenced = [current, next].flatMap((manifest) =>
      manifest
        ? [
            manifest.revision,
            ...Object.values(manifest.routes).flatMap((entry) => [entry.hash, ...modulesOf(entry)]),
            ...Object.values(manifest.locales),
          ]
        : [],
    )
    await cache.prune(new Set([MANIFEST_KEY, ...referenced]))
  }

  async function cachedManifest(): Promise<Manifest | null> {
    const text = await cache.get(MANIFEST_KEY)
    return text === null ? null : verifyManifest(parse(text, 'cached manifest', isManifest)).catch(() => null)
  }

  /** A build too old for the live revision stays at the last one it can render. */
  async function renderableManifest(live: Manifest): Promise<Manifest> {
    if (canRender(live)) return live
    const older = await fetchPointer()
      .then(({ recent }) => firstRenderable(recent))
      .catch(() => null)
    if (older) return older
    const cached = await cachedManifest().catch(() => null)
    return cached && canRender(cached) ? cached : live
  }

  async function texts(lang: string): Promise<Texts> {
    const hash = localeOf(currentManifest(), lang)
    if (hash === undefined) throw new Error(`There are no texts in ${lang}.`)
    return files.load(hash, isTexts)
  }

  async function load(route: string): Promise<Screen> {
    const { routes } = currentManifest()
    const entry = Object.hasOwn(routes, route) ? routes[route] : undefined
    if (!entry) throw new Error(`There is no screen ${route}.`)
    return files.load(entry.hash, isScreen)
  }

  /** A manifest that has come after the start: it waits, as a polled revision does, unless one has been polled since. */
  async function prepareLate(live: Promise<Manifest>): Promise<void> {
    try {
      const manifest = await live
      await enqueue(async () => {
        if (lastSeq !== null || manifest.revision === current?.revision) return
        await loadForActivation(manifest, undefined)
        next = manifest
        await storeManifests()
      })
    } catch (error) {
      report(error)
    }
  }

  async function followPointer(lang: string): Promise<void> {
    const { seq, revision, urgent, recent } = await fetchPointer()
    const isUrgent = lastSeq === null ? urgent === seq : urgent > lastSeq
    const target = await firstRenderable(new Set([revision, ...recent]))
    if (!target || target.revision === current?.revision) next = null
    else {
      await loadForActivation(target, lang)
      if (isUrgent) makeCurrent(target)
      else if (next?.revision !== target.revision) {
        next = target
        await storeManifests()
      }
    }
    lastSeq = seq
  }

  return {
    async start() {
      const live = fetchManifest().then(renderableManifest)
      try {
        const inTime = await within(STALE_AFTER_MS, live)
        const stored = inTime ? null : await cachedManifest().catch(() => null)
        if (stored) {
          makeCurrent(stored)
          void prepareLate(live)
        } else makeCurrent(inTime ?? (await live))
      } catch (error) {
        const cached = await cachedManifest().catch(() => null)
        if (!cached) throw error
        report(error)
        makeCurrent(cached)
      }
      return currentManifest()
    },
    manifest: currentManifest,
    watch(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    poll: (lang) =>
      enqueue(async () => {
        try {
          await followPointer(lang)
          return true
        } catch (error) {
          report(error)
          return false
        }
      }),
    activate(lang) {
      if (!next) return
      const hash = localeOf(next, lang)
      if (hash === undefined || files.peek(hash) !== undefined) return makeCurrent(next)
      // The user has changed the language since: the revision is activated at the next screen.
      files.load(hash, isTexts).catch(report)
    },
    refresh: (lang) =>
      enqueue(async () => {
        try {
          const manifest = await fetchManifest()
          if (manifest.revision === current?.revision) return false
          await loadForActivation(manifest, lang)
          makeCurrent(manifest)
          return true
        } catch (error) {
          report(error)
          return false
        }
      }),
    screen: (hash) => files.load(hash, isScreen),
    peek: (hash) => files.peek(hash) as Screen | undefined,
    load,
    texts,
    peekTexts: (lang) => files.peek(localeOf(currentManifest(), lang) ?? '') as Texts | undefined,
    validators: (hash) => modules.load(hash),
    peekValidators: (hash) => modules.peek(hash),
    async preload(routes) {
      for (const route of routes) {
        await load(route).catch(report)
        for (const hash of modulesOf(currentManifest().routes[route] ?? {})) await modules.load(hash).catch(report)
      }
    },
    async cacheOffline(lang) {
      const { routes } = currentManifest()
      for (const hash of [localeOf(currentManifest(), lang), ...Object.values(routes).map((entry) => entry.hash)])
        if (hash !== undefined) await files.cacheOffline(hash).catch(report)
      for (const hash of new Set(Object.values(routes).flatMap(modulesOf)))
        await modules.cacheOffline(hash).catch(report)
    },
  }
}

const modulesOf = ({ validators = [] }: Pick<ManifestScreen, 'validators'>): readonly string[] => validators

const localeOf = ({ locales }: Manifest, lang: string | undefined): string | undefined =>
  lang !== undefined && Object.hasOwn(locales, lang) ? locales[lang] : undefined

async function verifyManifest(manifest: Manifest): Promise<Manifest> {
  if (!(await hasValidChecksum(manifest)))
    throw new IntegrityError(`The manifest ${manifest.revision} is not what its revision says.`)
  return manifest
}
