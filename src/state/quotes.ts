import type { Quote } from '../generated/entities.ts'
import { createAtom, set, setAll, useValue, type Atom, type WritableAtom } from './store.ts'

export type { Quote }

/** The source of quotes. */
export interface QuoteFeed {
  subscribe(symbols: readonly string[]): void
  unsubscribe(symbols: readonly string[]): void
  /** The last known quote of a symbol that is already followed. */
  last?(symbol: string): Quote | null
}

/** Scrolling and navigation release and acquire again within moments. The connection keeps the symbol longer (transport/live.ts). */
const RELEASE_MS = 1_000
/** Read, but not on screen within this time: the entry is removed. */
const UNUSED_MS = 10_000
const SWEEP_MS = 500

interface Entry {
  symbol: string
  value: WritableAtom<Quote | null>
  subscribed: boolean
}

const entries = new Map<string, Entry>()
const ticks = new Map<string, Quote>()
const releaseAt = new Map<Entry, number>()
const toSubscribe = new Set<string>()
const toUnsubscribe = new Set<string>()
let feed: QuoteFeed | null = null
let pendingFrame: number | null = null
let isFlushScheduled = false
let sweepTimer: ReturnType<typeof setTimeout> | undefined

const baseStaleAtom = createAtom(false)
/** The live connection has been silent for moments: prices on screen may be old. */
export const quotesStaleAtom: Atom<boolean> = baseStaleAtom
/** Sets whether prices are marked as stale. */
export const setQuotesStale = (stale: boolean): void => set(baseStaleAtom, stale)
export const useQuotesStale = (): boolean => useValue(quotesStaleAtom)

/** Connects the source of quotes; symbols on screen are requested immediately. */
export function connectQuotes(source: QuoteFeed): void {
  feed = source
  const followed = [...entries.values()].filter((entry) => entry.subscribed).map((entry) => entry.symbol)
  if (followed.length > 0) source.subscribe(followed)
}

/**
 * The live quote of a symbol, null until received. Followed while it is watched on screen, removed after.
 * A memo of the symbol, so that a render may call it: nothing is subscribed before it is watched.
 */
export function quoteAtom(symbol: string): Atom<Quote | null> {
  return (entries.get(symbol) ?? createEntry(symbol)).value
}

/** Received ticks, in order. Rendered with the next frame; of several ticks of a symbol only the last. */
export function receiveQuotes(quotes: readonly Quote[]): void {
  for (const quote of quotes) if (entries.has(quote.symbol)) ticks.set(quote.symbol, quote)
  if (ticks.size > 0 && pendingFrame === null) pendingFrame = requestFrame(flush)
}

/** The number of symbols in memory: grows with the screen, not with all symbols ever seen. */
export const cachedQuoteCount = (): number => entries.size

function createEntry(symbol: string): Entry {
  const value = createAtom<Quote | null>(null)
  const entry: Entry = { symbol, value, subscribed: false }
  value.onMount = () => {
    subscribe(entry)
    return () => scheduleRelease(entry, RELEASE_MS)
  }
  entries.set(symbol, entry)
  scheduleRelease(entry, UNUSED_MS)
  return entry
}

function subscribe(entry: Entry): void {
  releaseAt.delete(entry)
  if (entries.get(entry.symbol) === undefined) entries.set(entry.symbol, entry)
  if (entry.subscribed) return
  entry.subscribed = true
  enqueue(toSubscribe, toUnsubscribe, entry.symbol)
  const known = feed?.last?.(entry.symbol)
  if (known) {
    ticks.set(entry.symbol, known)
    pendingFrame ??= requestFrame(flush)
  }
}

function scheduleRelease(entry: Entry, ms: number): void {
  releaseAt.set(entry, Date.now() + ms)
  sweepTimer ??= setTimeout(sweep, SWEEP_MS)
}

/** One timer for all: a list of a thousand symbols must not need a thousand timers. */
function sweep(): void {
  sweepTimer = undefined
  const now = Date.now()
  for (const [entry, due] of releaseAt) {
    if (due > now) continue
    releaseAt.delete(entry)
    if (entries.get(entry.symbol) === entry) entries.delete(entry.symbol)
    if (entry.subscribed) enqueue(toUnsubscribe, toSubscribe, entry.symbol)
    entry.subscribed = false
  }
  if (releaseAt.size > 0) sweepTimer = setTimeout(sweep, SWEEP_MS)
}

/** One message for all symbols of a task, and none for those added and removed within it. */
function enqueue(into: Set<string>, other: Set<string>, symbol: string): void {
  if (other.delete(symbol)) return
  into.add(symbol)
  if (isFlushScheduled) return
  isFlushScheduled = true
  queueMicrotask(() => {
    isFlushScheduled = false
    const [removed, added] = [[...toUnsubscribe], [...toSubscribe]]
    toUnsubscribe.clear()
    toSubscribe.clear()
    if (removed.length > 0) feed?.unsubscribe(removed)
    if (added.length > 0) feed?.subscribe(added)
  })
}

function flush(): void {
  pendingFrame = null
  const changes: [WritableAtom<unknown>, unknown][] = []
  for (const [symbol, quote] of ticks) {
    const entry = entries.get(symbol)
    if (entry) changes.push([entry.value as WritableAtom<unknown>, quote])
  }
  ticks.clear()
  setAll(changes)
}

function requestFrame(run: () => void): number {
  if (typeof requestAnimationFrame === 'function') return requestAnimationFrame(run)
  setTimeout(run, 16)
  return 0
}
