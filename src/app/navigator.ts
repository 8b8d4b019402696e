import type { Location, NavigateFunction, NavigationType } from 'react-router-dom'
import { knownRoute } from '../engine/language/url.ts'
import type { Layers } from '../engine/state/layers.ts'

/** The app's state of a history entry. It survives a reload. */
export interface HistoryState {
  /** Count of screens of the app below this one. */
  depth: number
  /** Address the user was going to when an access rule redirected them. Screens opened from that screen have it too; going back, or to a tab, drops it. */
  returnTo?: string
  /** Key of the screen's entry, which the entries of its layers share; absent: the router's own key of this entry. */
  entry?: string
  /** Count of layers open over the screen. */
  layers?: number
}

export interface Navigator {
  /** Called for each location that the router has rendered. */
  attach(navigate: NavigateFunction, location: Location, type: `${NavigationType}`): void
  /** Keeps one history entry for each open layer until the returned function is called. */
  followLayers(): () => void
  /** The browser has moved to another entry, with this address, before the router has read it. */
  traversed(address: string): void
  /** Calls back with the address of each navigation before its first render, and with who began it. Returns the function that stops it. */
  onNavigate(listener: (address: string, origin: 'app' | 'browser') => void): () => void
  go(to: string, params?: Record<string, unknown>, how?: 'push' | 'replace' | 'reset', returnTo?: string): void
  /** Replaces the screen on display, unless a navigation away from it waits or has begun. */
  redirect(to: string, returnTo: string): void
  /** Goes to where an access rule has redirected the user from, else Home; unless a navigation waits or has begun. */
  resume(): void
  /** Without so many screens below this one it shows `fallback`, else Home. */
  back(steps?: number, fallback?: string): void
  /** Back, with a value for the target screen: its parameter `result`. */
  returnResult(value: string): void
  /** Address the user was going to when an access rule redirected them; null: none. */
  returnTo(): string | null
  /** Key of the entry of the screen on display, which its layers share; null while the user leaves it. */
  place(): string | null
}

interface Ports {
  routes(): { has(route: string): boolean }
  isTab(route: string): boolean
  home(): string
  notFound(): string
  layers: Layers
  /** Changes the address of the current history entry, and nothing else of it. */
  rewrite(address: string): void
}

interface Entry {
  address: string
  /** Key of the screen's entry; null until the router has rendered it. */
  key: string | null
  depth: number
  returnTo: string | null
  layers: number
}

/** A traversal that takes longer than this has been dropped by the browser, for another one. */
const TRAVERSAL_TIMEOUT_MS = 3_000

/**
 * Navigation for code outside of React, on the router's own `navigate`.
 *
 * Each open layer has its own history entry over that of its screen, so that back closes it on every engine, also where
 * nothing of the app lies below: a blocker would only be notified of a traversal that stays in the page. A traversal is asynchronous:
 * what is navigated to in the meantime waits for its end.
 */
export function createNavigator({ routes, isTab, home, notFound, layers, rewrite }: Ports): Navigator {
  let navigate: NavigateFunction | null = null
  let attached: Location | null = null
  let current: Entry = { address: '', key: null, depth: 0, returnTo: null, layers: 0 }
  let traversal: { result: string | null; timer: ReturnType<typeof setTimeout> } | null = null
  let queue: (() => void)[] = []
  let syncTimer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<(address: string, origin: 'app' | 'browser') => void>()

  function traverse(delta: number, result: string | null = null): void {
    traversal = { result, timer: setTimeout(dropTraversal, TRAVERSAL_TIMEOUT_MS) }
    void navigate?.(delta)
  }

  function endTraversal(): boolean {
    if (traversal === null) return false
    clearTimeout(traversal.timer)
    traversal = null
    return true
  }

  function dropTraversal(): void {
    endTraversal()
    // The entry serves as it is: another try would be dropped too.
    current = { ...current, layers: queue.length > 0 ? 0 : layers.count() }
    flush()
  }

  function flush(): void {
    const next = traversal === null ? queue.shift() : undefined
    if (!next) return
    next()
    flush()
  }

  /** Whether a navigation can begin now; otherwise it waits. Before the router is there, only the last one does. */
  function isReady(retry: () => void): boolean {
    if (navigate && traversal === null) return true
    queue = navigate ? [...queue, retry] : [retry]
    return false
  }

  function begin(address: string, origin: 'app' | 'browser' = 'app'): void {
    layers.closeAll()
    for (const listener of listeners) listener(address, origin)
  }

  /** Until the router has rendered a navigation, the entry has no key. */
  const isLeaving = (): boolean => queue.length > 0 || (navigate !== null && current.key === null)

  const commit = (replace: boolean) => void navigate?.(current.address, { replace, state: stateOf(current) })

  function go(
    to: string,
    params: Record<string, unknown> = {},
    how: 'push' | 'replace' | 'reset' = 'push',
    returnTo?: string,
  ): void {
    const retry = () => go(to, params, how, returnTo)
    if (!isReady(retry)) return
    if (current.layers > 0) {
      // Their entries go first: none may stay in the history below another screen.
      queue.unshift(retry)
      return traverse(-current.layers)
    }
    const known = knownRoute(to, routes())
    current = {
      address: addressOf(known ?? notFound(), known ? params : {}),
      key: null,
      depth: how === 'push' ? current.depth + 1 : how === 'replace' ? current.depth : 0,
      returnTo: returnTo ?? (how === 'reset' || isTab(known?.split('?', 1)[0] ?? '') ? null : current.returnTo),
      layers: 0,
    }
    commit(how !== 'push')
    begin(current.address)
  }

  function leave(steps: number, result: string | null, fallback?: string): void {
    if (!isReady(() => leave(steps, result, fallback))) return
    if (current.depth >= steps) traverse(-steps - current.layers, result)
    else go(fallback ?? home(), {}, 'reset')
  }

  function syncLayers(): void {
    if (!navigate || traversal || current.key === null) return
    const open = layers.count()
    if (current.layers > open) return traverse(open - current.layers)
    while (current.layers < open) {
      current = { ...current, layers: current.layers + 1 }
      commit(false)
    }
  }

  /** In a separate task: a layer that closes as another opens leaves its entry to it. */
  function scheduleSync(): void {
    clearTimeout(syncTimer)
    syncTimer = setTimeout(syncLayers)
  }

  return {
    attach(router, location, type) {
      navigate = router
      // A remount, as by StrictMode: the location has been read already.
      if (location === attached) return scheduleSync()
      attached = location
      const before = current
      current = entryOf(location, notFound)
      if (location.key === UNNAMED) commit(true)
      if (type === 'POP' && !endTraversal() && current.key === before.key && current.layers < before.layers) {
        while (layers.count() > current.layers) {
          if (layers.closeTop()) continue
          // The layer must be answered: its entry is still ahead.
          traverse(layers.count() - current.layers)
          break
        }
      }
      flush()
      scheduleSync()
    },
    followLayers() {
      const stop = layers.watch(scheduleSync)
      return () => {
        stop()
        endTraversal()
        clearTimeout(syncTimer)
      }
    },
    traversed(address) {
      const result = traversal?.result ?? null
      const reached = result === null ? address : addressOf(address, { result })
      // The entry has the result from now on: a reload finds it again.
      if (reached !== address) rewrite(reached)
      if (reached !== current.address) begin(reached, traversal === null ? 'browser' : 'app')
    },
    onNavigate(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    go,
    redirect(to, returnTo) {
      if (!isLeaving()) go(to, {}, 'replace', returnTo)
    },
    resume() {
      if (!isLeaving()) go(current.returnTo ?? home(), {}, 'reset')
    },
    back: (steps = 1, fallback) => leave(steps, null, fallback),
    returnResult: (value) => leave(1, value),
    returnTo: () => current.returnTo,
    place: () => (isLeaving() ? null : current.key),
  }
}

function entryOf(location: Location, notFound: () => string): Entry {
  const { depth, returnTo = null, layers = 0 } = readState(location.state)
  const { pathname, search } = location
  // The router reads `//host` and `./x` from an address typed by hand, and would not navigate to them.
  const address = /^\/(?!\/)/.test(pathname) ? pathname + search : notFound()
  return { address, key: entryKeyOf(location), depth, returnTo, layers }
}

function stateOf({ key, depth, returnTo, layers }: Entry): HistoryState {
  return {
    depth,
    ...(returnTo !== null && { returnTo }),
    ...(key !== null && { entry: key }),
    ...(layers > 0 && { layers }),
  }
}

/** State that the app stored in a history entry; empty for an entry that was created elsewhere. */
export function readState(state: unknown): HistoryState {
  const fields: { [name in keyof HistoryState]?: unknown } = typeof state === 'object' && state !== null ? state : {}
  const { depth, returnTo, entry, layers } = fields
  return {
    depth: typeof depth === 'number' && depth > 0 ? depth : 0,
    ...(typeof returnTo === 'string' && { returnTo }),
    ...(typeof entry === 'string' && { entry }),
    ...(typeof layers === 'number' && layers > 0 && { layers }),
  }
}

/** The router's key of every entry that it has not created: the first one, and an address typed by hand. */
const UNNAMED = 'default'
/** A memo: a location keeps the name of its first read, in whichever render that is. */
const names = new WeakMap<Location, string>()

/** Key of the screen's entry: the same for each of its layers, after a reload and after coming back. */
export function entryKeyOf(location: Location): string {
  const { entry } = readState(location.state)
  if (entry !== undefined) return entry
  if (location.key !== UNNAMED) return location.key
  const name = names.get(location) ?? Math.random().toString(36).slice(2, 10)
  names.set(location, name)
  return name
}

/** Route and params as one address, `/x?id=3`; absent params are left out. */
export function addressOf(to: string, params: Record<string, unknown>): string {
  const [path = '', search = ''] = to.split('?', 2)
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(params)) {
    if (value === null || value === undefined) query.delete(name)
    else query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
