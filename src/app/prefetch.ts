import { unmetRule } from '../core/accessRules.ts'
import type { ManifestScreen, Screen } from '../core/program.ts'
import { createScreenInstance } from '../renderer/enter.ts'
import { subscribeQueries } from '../renderer/regions.ts'
import { createEnvironment } from '../renderer/environment.ts'
import type { Data } from '../state/data.ts'
import type { Drafts } from '../state/drafts.ts'
import type { ScreenState } from '../state/screen.ts'
import { session } from '../state/session.ts'
import type { Api } from '../transport/api.ts'
import type { Config } from './boot/config.ts'
import { haveFunctions, loadFunctionsOf, loadParts } from './registry.ts'
import type { ScreenSource } from './runtime.ts'
import { haveValidators, loadModules, loadValidators, formsFrom } from './validators.ts'
import { warn } from './warn.ts'

/** Who has not come by then does not come. */
const PREFETCH_TTL_MS = 10_000

export type Params = Readonly<Record<string, string>>

/** Gets what the screen is drawn with that the reader is about to come to: its code, its program and, once that is there, its answers. */
export interface ScreenPrefetcher {
  prefetch(address: string): void
  /** Pages that the reader has left and comes back to as they are: nothing is to be made for them. */
  setMounted(pages: readonly string[]): void
  /** The screen expected for this entry with these parameters, which has asked for its answers. The same until it is drawn. */
  take(hash: string, params: Params): ScreenState | null
  /** It is drawn, and holds its answers itself. */
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

/** What an address leads to; `page` is the same however the address spells it. */
export interface Destination {
  page: string
  entry: ManifestScreen
  params: Params
}

interface Ports {
  destination(address: string): Destination | null
  library: Pick<ScreenSource, 'screen' | 'peek' | 'validators' | 'peekValidators'>
  api: Pick<Api, 'define'>
  data: Data
  drafts: Drafts
  config: Config
}

export function createScreenPrefetcher({ destination, library, api, data, drafts, config }: Ports): ScreenPrefetcher {
  let current: PrefetchEntry | null = null
  let mounted: readonly string[] = []

  function cancel(): void {
    current?.stop()
    current = null
  }

  function start(entry: PrefetchEntry, screen: Screen, params: Params): void {
    if (current !== entry) return
    api.define(screen.calls)
    const state = createScreenInstance(screen, { params, data, drafts, createForm: formsFrom(library), config: { ...config }, report: warn })
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

  const isFor = (one: PrefetchEntry, hash: string, params: Params): boolean => one.hash === hash && one.token === session().token && one.params === JSON.stringify(params)

  return {
    prefetch(address) {
      const to = destination(address)
      if (!to || mounted.includes(to.page)) return
      const { entry, params } = to
      const { token, user } = session()
      if (unmetRule(entry.access, { loggedIn: token !== null && user !== null, user }) !== undefined) return
      if (current && isFor(current, entry.hash, params)) return
      const before = current
      const mine: PrefetchEntry = { hash: entry.hash, params: JSON.stringify(params), token, state: null, stop: () => undefined }
      current = mine
      const { hash, requires } = entry
      const screen = library.peek(hash)
      const atHand = screen !== undefined && haveFunctions(requires) && haveValidators(screen, library)
      if (atHand) start(mine, screen, params)
      // Only now: an answer that both wait for is not given up and asked for again.
      before?.stop()
      if (atHand) return
      // Whoever draws it asks again and hears of a failure.
      loadModules(entry.validators, library).catch(() => undefined)
      const whole = library.screen(hash).then(async (loaded) => {
        await loadValidators(loaded, library)
        return loaded
      })
      Promise.all([whole, loadFunctionsOf(requires)]).then(([loaded]) => start(mine, loaded, params), () => undefined)
      loadParts(requires).catch(() => undefined)
    },
    setMounted(pages) {
      mounted = pages
    },
    take: (hash, params) => (current && isFor(current, hash, params) ? current.state : null),
    release(state) {
      if (current?.state === state) cancel()
    },
    close: cancel,
  }
}
