import { unmetRule } from '../engine/language/accessRules.ts'
import type { Screen } from '../engine/language/expressions/program.ts'
import { createScreenInstance, type ScreenInstance } from '../engine/renderer/screenInstance.ts'
import type { QueryStore } from '../engine/state/data/queryStore.ts'
import type { Drafts } from '../engine/state/forms/drafts.ts'
import type { Client } from '../engine/state/client/client.ts'
import type { Api } from '../engine/transport/api.ts'
import type { Config } from './boot/config.ts'
import type { Product } from './product.ts'
import type { Destination } from './routes.ts'
import type { ScreenSource } from './screenSource.ts'
import { hasValidators, loadModules, loadValidators, formsFrom } from './validators.ts'
import { warn } from './warn.ts'
import { settled } from '../engine/language/report.ts'

/** An unused prefetch is discarded after this time. */
const PREFETCH_TTL_MS = 10_000

type Params = Destination['params']

/** Creates the screens' instances. Prefetches the next screen: its code, its program, then its data. */
export interface ScreenPrefetcher {
  prefetch(address: string): void
  /** Pages that are still mounted: they are never prefetched. */
  setMounted(pages: readonly string[]): void
  /**
   * The instance of a screen for a page that is about to mount: the prefetched one, its queries started; else it is created.
   * With `previous`, one that takes over its state. Returns the same instance until it is released.
   */
  open(hash: string, screen: Screen, params: Params, previous: ScreenInstance | null): ScreenInstance
  /** The screen is mounted and subscribes to its queries itself. */
  release(instance: ScreenInstance): void
  close(): void
}

/** Of what an instance is, and for which user. */
interface InstanceKey {
  hash: string
  params: string
  token: string | null
  previous: ScreenInstance | null
}

interface Prefetch {
  key: InstanceKey
  instance: ScreenInstance | null
  stop: () => void
}

interface Ports {
  client: Client
  product: Product
  resolve(address: string): Destination
  catalogue: Pick<ScreenSource, 'screen' | 'peek' | 'validators' | 'peekValidators'>
  api: Pick<Api, 'define'>
  data: QueryStore
  drafts: Drafts
  config: Config
}

const sameKey = (a: InstanceKey | undefined, b: InstanceKey): boolean =>
  a?.hash === b.hash && a.params === b.params && a.token === b.token && a.previous === b.previous

/** Creates the prefetcher, which has one prefetch at a time: that of another address replaces it. */
export function createScreenPrefetcher({
  client,
  product: { plugin, registry },
  resolve,
  catalogue,
  api,
  data,
  drafts,
  config,
}: Ports): ScreenPrefetcher {
  let current: Prefetch | null = null
  /** Created by a render that has not mounted yet. */
  let opened: { key: InstanceKey; instance: ScreenInstance } | null = null
  let mounted: readonly string[] = []

  const keyOf = (hash: string, params: Params, previous: ScreenInstance | null): InstanceKey => ({
    hash,
    params: JSON.stringify(params),
    token: client.session.token(),
    previous,
  })

  const create = (screen: Screen, params: Params, previous: ScreenInstance | null): ScreenInstance =>
    createScreenInstance(screen, {
      client,
      params,
      data,
      drafts,
      createForm: formsFrom(catalogue),
      config: { ...config },
      previous,
      report: warn,
    })

  function cancel(): void {
    current?.stop()
    current = null
  }

  function start(prefetch: Prefetch, screen: Screen, params: Params): void {
    if (current !== prefetch) return
    api.define(screen.calls)
    const instance = opened && sameKey(opened.key, prefetch.key) ? opened.instance : create(screen, params, null)
    const release = instance.subscribe()
    const timer = setTimeout(() => {
      if (current === prefetch) cancel()
    }, PREFETCH_TTL_MS)
    prefetch.instance = instance
    prefetch.stop = () => {
      clearTimeout(timer)
      release()
    }
  }

  return {
    prefetch(address) {
      const { entry, params, page, isKnown } = resolve(address)
      if (!entry || !isKnown || mounted.includes(page)) return
      const { token, user } = client.session.current()
      if (
        unmetRule(plugin.accessRules, entry.access, { loggedIn: token !== null && user !== null, user }) !== undefined
      )
        return
      const key = keyOf(entry.hash, params, null)
      if (sameKey(current?.key, key)) return
      const previous = current
      const prefetch: Prefetch = { key, instance: null, stop: () => undefined }
      current = prefetch
      const { hash, requires } = entry
      const screen = catalogue.peek(hash)
      const isLoaded = screen !== undefined && registry.hasFunctions(requires) && hasValidators(screen, catalogue)
      if (isLoaded) start(prefetch, screen, params)
      // After the new subscription, so that a shared request is not cancelled and sent twice.
      previous?.stop()
      if (isLoaded) return
      // The screen loads it again when it mounts, and shows a failure then.
      void settled(loadModules(entry.validators, catalogue))
      const withValidators = catalogue.screen(hash).then(async (loaded) => {
        await loadValidators(loaded, catalogue)
        return loaded
      })
      Promise.all([withValidators, registry.loadFunctionsOf(requires)]).then(
        ([loaded]) => start(prefetch, loaded, params),
        () => undefined,
      )
      void settled(registry.loadRequired(requires))
    },
    setMounted(pages) {
      mounted = pages
    },
    open(hash, screen, params, previous) {
      const key = keyOf(hash, params, previous)
      if (current?.instance && sameKey(current.key, key)) return current.instance
      // A memo: StrictMode renders twice, and both renders get one instance.
      if (!opened || !sameKey(opened.key, key)) opened = { key, instance: create(screen, params, previous) }
      return opened.instance
    },
    release(instance) {
      const key = opened?.instance === instance ? opened.key : null
      if (key) opened = null
      // A prefetch that is still loading what is mounted already would create it twice.
      if (current?.instance === instance || (key && sameKey(current?.key, key))) cancel()
    },
    close: cancel,
  }
}
