import { unmetRule } from '../core/accessRules.ts'
import type { ManifestScreen, Screen } from '../core/program.ts'
import { createScreenInstance } from '../renderer/screenInstance.ts'
import { subscribeQueries } from '../renderer/queries.ts'
import { createEnvironment } from '../renderer/environment.ts'
import type { QueryStore } from '../state/queryStore.ts'
import type { Drafts } from '../state/drafts.ts'
import type { ScreenState } from '../state/screen.ts'
import { session } from '../state/session.ts'
import type { Api } from '../transport/api.ts'
import type { Config } from './boot/config.ts'
import { hasFunctions, loadFunctionsOf, loadRequired } from './registry.ts'
import type { ScreenSource } from './screenSource.ts'
import { hasValidators, loadModules, loadValidators, formsFrom } from './validators.ts'
import { warn } from './warn.ts'

/** An unused prefetch is discarded after this time. */
const PREFETCH_TTL_MS = 10_000

export type Params = Readonly<Record<string, string>>

/** Prefetches the next screen: its code, its program, then its data. */
export interface ScreenPrefetcher {
  prefetch(address: string): void
  /** Pages that are still mounted: they are never prefetched. */
  setMounted(pages: readonly string[]): void
  /** The prefetched screen of this entry and these parameters, its queries started; null without one. The same until it is released. */
  take(hash: string, params: Params): ScreenState | null
  /** The screen is mounted and subscribes to its queries itself. */
  release(state: ScreenState): void
  close(): void
}

interface PrefetchEntry {
  hash: string
  params: string
  token: string | null
  state: ScreenState | null
  stop: () => void
}

/** The screen of an address; `page` is the address in its normal form. */
export interface Destination {
  page: string
  entry: ManifestScreen
  params: Params
}

interface Ports {
  destination(address: string): Destination | null
  catalogue: Pick<ScreenSource, 'screen' | 'peek' | 'validators' | 'peekValidators'>
  api: Pick<Api, 'define'>
  data: QueryStore
  drafts: Drafts
  config: Config
}

/** Creates the prefetcher, which has one prefetch at a time: that of another address replaces it. */
export function createScreenPrefetcher({ destination, catalogue, api, data, drafts, config }: Ports): ScreenPrefetcher {
  let current: PrefetchEntry | null = null
  let mounted: readonly string[] = []

  function cancel(): void {
    current?.stop()
    current = null
  }

  function start(entry: PrefetchEntry, screen: Screen, params: Params): void {
    if (current !== entry) return
    api.define(screen.calls)
    const state = createScreenInstance(screen, {
      params,
      data,
      drafts,
      createForm: formsFrom(catalogue),
      config: { ...config },
      report: warn,
    })
    const stop = subscribeQueries(state, createEnvironment(state, { ...config }), warn)
    const timer = setTimeout(() => {
      if (current === entry) cancel()
    }, PREFETCH_TTL_MS)
    entry.state = state
    entry.stop = () => {
      clearTimeout(timer)
      stop()
    }
  }

  const matches = (one: PrefetchEntry, hash: string, params: Params): boolean =>
    one.hash === hash && one.token === session().token && one.params === JSON.stringify(params)

  return {
    prefetch(address) {
      const to = destination(address)
      if (!to || mounted.includes(to.page)) return
      const { entry, params } = to
      const { token, user } = session()
      if (unmetRule(entry.access, { loggedIn: token !== null && user !== null, user }) !== undefined) return
      if (current && matches(current, entry.hash, params)) return
      const previous = current
      const prefetch: PrefetchEntry = {
        hash: entry.hash,
        params: JSON.stringify(params),
        token,
        state: null,
        stop: () => undefined,
      }
      current = prefetch
      const { hash, requires } = entry
      const screen = catalogue.peek(hash)
      const isLoaded = screen !== undefined && hasFunctions(requires) && hasValidators(screen, catalogue)
      if (isLoaded) start(prefetch, screen, params)
      // After the new subscription, so that a shared request is not cancelled and sent twice.
      previous?.stop()
      if (isLoaded) return
      // The screen loads it again when it mounts, and shows a failure then.
      loadModules(entry.validators, catalogue).catch(() => undefined)
      const withValidators = catalogue.screen(hash).then(async (loaded) => {
        await loadValidators(loaded, catalogue)
        return loaded
      })
      Promise.all([withValidators, loadFunctionsOf(requires)]).then(
        ([loaded]) => start(prefetch, loaded, params),
        () => undefined,
      )
      loadRequired(requires).catch(() => undefined)
    },
    setMounted(pages) {
      mounted = pages
    },
    take: (hash, params) => (current && matches(current, hash, params) ? current.state : null),
    release(state) {
      if (current?.state === state) cancel()
    },
    close: cancel,
  }
}
