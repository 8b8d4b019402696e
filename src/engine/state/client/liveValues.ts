import { STALE_AFTER_MS } from '../../language/constants.ts'
import type { LiveKeys, LiveValue } from '../../language/plugin.ts'
import { createAtom, get, set, setAll, type Atom, type WritableAtom } from '../store.ts'

/** The connection to the source of live values. It receives each key once, until the key is unsubscribed. */
export interface LiveFeed {
  subscribe(keys: readonly string[]): void
  unsubscribe(keys: readonly string[]): void
  close(): void
}

/** Scrolling and navigation release and acquire again within moments. */
const RELEASE_MS = 5_000
const SWEEP_MS = 500
/** Values of one tick arrive in several messages: the first waits for the others, at most this long. */
const SAME_TICK_MS = 100
/** The code of the connection cannot be fetched without a network, which may come back. */
const LOAD_AGAIN_MS = 5_000

type LiveAtom = WritableAtom<LiveValue | null>

interface Entry {
  key: string
  /**
   * All have the same value. A hidden page holds the atom of an entry that has been released; once it is shown again, its atom
   * joins the present entry of its key.
   */
  atoms: [LiveAtom, ...LiveAtom[]]
  watcherCount: number
  subscribed: boolean
}

interface LiveSource {
  load: () => Promise<LiveFeed>
  feed: LiveFeed | null
  loading: boolean
  /** Runs while keys are wanted and the connection is not loaded, which reports its own silence afterwards. */
  staleTimer: ReturnType<typeof setTimeout> | undefined
}

/** The live values of a client: of each key on screen the last one. */
export function createLiveValues(liveKeys: LiveKeys) {
  const entries = new Map<string, Entry>()
  /** Received since the last frame: the last tick of each key. */
  const ticks = new Map<string, LiveValue>()
  /** Since when a value of `ticks` waits for the others of its tick. */
  const waitingSince = new Map<string, number>()
  const releaseAt = new Map<Entry, number>()
  const toSubscribe = new Set<string>()
  const toUnsubscribe = new Set<string>()
  let source: LiveSource | null = null
  let pendingFrame: number | null = null
  /** Milliseconds between two flushes, at least. */
  let flushGap = 0
  let flushedAt = Number.NEGATIVE_INFINITY
  let gapTimer: ReturnType<typeof setTimeout> | undefined
  let isFlushScheduled = false
  let sweepTimer: ReturnType<typeof setTimeout> | undefined

  const baseStale = createAtom(false)
  /** The live connection has been silent for moments: live values on screen may be old. */
  const stale: Atom<boolean> = baseStale
  /** Sets whether live values are marked as stale. */
  const setStale = (isStale: boolean): void => set(baseStale, isStale)

  /**
   * Sets the source of live values, which is loaded for the first key on screen. Live values are stale where it is not loaded in time:
   * the source then begins as stale (`stale`), and reports when it has a message. Values are rendered at most once in `gapMs` milliseconds: many
   * keys that tick one after the other then cost few frames. Returns the function that closes it.
   */
  function connect(load: () => Promise<LiveFeed>, gapMs = 0): () => void {
    flushGap = gapMs
    flushedAt = Number.NEGATIVE_INFINITY
    const connected: LiveSource = { load, feed: null, loading: false, staleTimer: undefined }
    source = connected
    if (subscribedKeys().length > 0) open(connected)
    return () => {
      if (source === connected) source = null
      if (connected.feed) connected.feed.close()
      else endStaleTimer(connected)
    }
  }

  const subscribedKeys = (): string[] => [...entries.values()].flatMap((entry) => (entry.subscribed ? entry.key : []))

  /** Loads the connection, and gives it the keys that are subscribed by then. */
  function open(of: LiveSource): void {
    if (source !== of) return
    if (subscribedKeys().length > 0) of.staleTimer ??= setTimeout(() => setStale(true), STALE_AFTER_MS)
    if (of.loading) return
    of.loading = true
    of.load().then(
      (feed) => {
        if (source !== of) return feed.close()
        of.feed = feed
        clearTimeout(of.staleTimer)
        toSubscribe.clear()
        toUnsubscribe.clear()
        const keys = subscribedKeys()
        if (keys.length > 0) feed.subscribe(keys)
      },
      () => {
        of.loading = false
        setTimeout(() => open(of), LOAD_AGAIN_MS)
      },
    )
  }

  /** No key is wanted: nothing on screen is stale. */
  function endStaleTimer(of: LiveSource): void {
    clearTimeout(of.staleTimer)
    of.staleTimer = undefined
    setStale(false)
  }

  /**
   * The live value of a key, null until received. Subscribed while it is watched on screen, removed after.
   * A memo of the key, so that a render may call it: nothing is subscribed before it is watched.
   */
  function atomOf<Value extends LiveValue>(key: string): Atom<Value | null> {
    return (entries.get(key) ?? createEntry(key, createLiveAtom(key))).atoms[0] as unknown as Atom<Value | null>
  }

  /** Received ticks, in order. Rendered with the next frame that may have values; of several ticks of a key only the last. */
  function receive(values: readonly LiveValue[]): void {
    for (const value of values) {
      const key = liveKeys.keyOf(value)
      if (entries.has(key)) ticks.set(key, value)
    }
    scheduleFlush()
  }

  function scheduleFlush(): void {
    if (ticks.size === 0 || pendingFrame !== null || gapTimer !== undefined) return
    const wait = flushedAt + flushGap - performance.now()
    if (wait <= 0) return void (pendingFrame = requestFrame(flush))
    gapTimer = setTimeout(() => {
      gapTimer = undefined
      scheduleFlush()
    }, wait)
  }

  /** The number of keys in memory: grows with the screen, not with all keys ever seen. */
  const cachedCount = (): number => entries.size

  function createLiveAtom(key: string): LiveAtom {
    const value: LiveAtom = createAtom<LiveValue | null>(null)
    value.onMount = (setValue) => {
      const entry = entries.get(key) ?? createEntry(key, value)
      if (!entry.atoms.includes(value)) {
        entry.atoms.push(value)
        setValue(get(entry.atoms[0]))
      }
      acquire(entry)
      return () => {
        // A watched entry is not released: it is the same.
        entry.watcherCount -= 1
        if (entry.watcherCount === 0) scheduleRelease(entry)
      }
    }
    return value
  }

  function createEntry(key: string, value: LiveAtom): Entry {
    const entry: Entry = { key, atoms: [value], watcherCount: 0, subscribed: false }
    entries.set(key, entry)
    scheduleRelease(entry)
    return entry
  }

  function acquire(entry: Entry): void {
    releaseAt.delete(entry)
    entry.watcherCount += 1
    if (entry.subscribed) return
    entry.subscribed = true
    enqueue(toSubscribe, toUnsubscribe, entry.key)
  }

  /** The entry is not on screen. Its value stays up to date until the release. */
  function scheduleRelease(entry: Entry): void {
    releaseAt.set(entry, Date.now() + RELEASE_MS)
    sweepTimer ??= setTimeout(sweep, SWEEP_MS)
  }

  /** One timer for all: a list of a thousand keys must not need a thousand timers. */
  function sweep(): void {
    sweepTimer = undefined
    const now = Date.now()
    const released: Entry[] = []
    for (const [entry, due] of releaseAt) {
      if (due > now) continue
      releaseAt.delete(entry)
      entries.delete(entry.key)
      ticks.delete(entry.key)
      waitingSince.delete(entry.key)
      released.push(entry)
      if (entry.subscribed) enqueue(toUnsubscribe, toSubscribe, entry.key)
    }
    // A page that is shown again later must not show these values as current.
    setAll(released.flatMap(({ atoms }) => atoms.map((value) => change(value, null))))
    if (releaseAt.size > 0) sweepTimer = setTimeout(sweep, SWEEP_MS)
  }

  /** One message for all keys of a task, and none for those added and removed within it. */
  function enqueue(into: Set<string>, other: Set<string>, key: string): void {
    if (other.delete(key)) return
    into.add(key)
    if (isFlushScheduled) return
    isFlushScheduled = true
    queueMicrotask(() => {
      isFlushScheduled = false
      const [removed, added] = [[...toUnsubscribe], [...toSubscribe]]
      toUnsubscribe.clear()
      toSubscribe.clear()
      if (!source?.feed) {
        if (source && added.length > 0) open(source)
        if (source && subscribedKeys().length === 0) endStaleTimer(source)
        return
      }
      // Added first: a connection without a key is closed.
      if (added.length > 0) source.feed.subscribe(added)
      if (removed.length > 0) source.feed.unsubscribe(removed)
    })
  }

  function flush(): void {
    pendingFrame = null
    const changes: Change[] = []
    const complete = [...ticks].filter(([key, value]) => !isWaiting(key, value))
    for (const [key, value] of complete) {
      ticks.delete(key)
      waitingSince.delete(key)
      for (const target of entries.get(key)?.atoms ?? []) changes.push(change(target, value))
    }
    if (complete.length > 0) flushedAt = performance.now()
    setAll(changes)
    scheduleFlush()
  }

  /** Whether another value on screen is not of the tick of this one yet. */
  function isWaiting(key: string, value: LiveValue): boolean {
    const isComplete = liveKeys.sameTickKeys(value).every((other) => {
      const entry = entries.get(other)
      const shown = ticks.get(other) ?? (entry ? get(entry.atoms[0]) : null)
      return shown === null || entry?.watcherCount === 0 || liveKeys.areOfOneTick(value, shown)
    })
    if (isComplete) return false
    const since = waitingSince.get(key) ?? performance.now()
    waitingSince.set(key, since)
    return performance.now() - since < SAME_TICK_MS
  }

  return { stale, setStale, connect, atomOf, receive, cachedCount }
}

export type LiveValues = ReturnType<typeof createLiveValues>

type Change = [WritableAtom<unknown>, unknown]
const change = (target: LiveAtom, value: LiveValue | null): Change => [target as WritableAtom<unknown>, value]

function requestFrame(run: () => void): number {
  if (typeof requestAnimationFrame === 'function') return requestAnimationFrame(run)
  setTimeout(run, 16)
  return 0
}
