import type { Quote } from '../generated/entities.ts'
import { createAtom, set, setAll, useValue, type Atom, type WritableAtom } from './store.ts'

export type { Quote }

/** The connection to the source of quotes. It is given each symbol once, until it is taken back. */
export interface QuoteFeed {
  subscribe(symbols: readonly string[]): void
  unsubscribe(symbols: readonly string[]): void
  close(): void
}

/** Scrolling and navigation release and acquire again within moments. */
const RELEASE_MS = 5_000
const SWEEP_MS = 500
/** The code of the connection cannot be fetched without a network, which may come back. */
const LOAD_AGAIN_MS = 5_000

interface Entry {
  symbol: string
  value: WritableAtom<Quote | null>
  subscribed: boolean
}

const entries = new Map<string, Entry>()
/** Received since the last frame: the last tick of each symbol. */
const ticks = new Map<string, Quote>()
const releaseAt = new Map<Entry, number>()
const toSubscribe = new Set<string>()
const toUnsubscribe = new Set<string>()
let source: QuoteSource | null = null
let pendingFrame: number | null = null
let isFlushScheduled = false
let sweepTimer: ReturnType<typeof setTimeout> | undefined

const baseStaleAtom = createAtom(false)
/** The live connection has been silent for moments: prices on screen may be old. */
export const quotesStaleAtom: Atom<boolean> = baseStaleAtom
/** Sets whether prices are marked as stale. */
export const setQuotesStale = (stale: boolean): void => set(baseStaleAtom, stale)
export const useQuotesStale = (): boolean => useValue(quotesStaleAtom)

interface QuoteSource {
  load: () => Promise<QuoteFeed>
  feed: QuoteFeed | null
  loading: boolean
}

/** Sets the source of quotes, which is loaded for the first symbol on screen. Returns the function that closes it. */
export function connectQuotes(load: () => Promise<QuoteFeed>): () => void {
  const connected: QuoteSource = { load, feed: null, loading: false }
  source = connected
  if (subscribedSymbols().length > 0) open(connected)
  return () => {
    if (source === connected) source = null
    connected.feed?.close()
  }
}

const subscribedSymbols = (): string[] =>
  [...entries.values()].flatMap((entry) => (entry.subscribed ? entry.symbol : []))

/** Loads the connection, and gives it the symbols that are subscribed by then. */
function open(of: QuoteSource): void {
  if (of.loading || source !== of) return
  of.loading = true
  of.load().then(
    (feed) => {
      if (source !== of) return feed.close()
      of.feed = feed
      toSubscribe.clear()
      toUnsubscribe.clear()
      const symbols = subscribedSymbols()
      if (symbols.length > 0) feed.subscribe(symbols)
    },
    () => {
      of.loading = false
      setTimeout(() => open(of), LOAD_AGAIN_MS)
    },
  )
}

/**
 * The live quote of a symbol, null until received. Subscribed while it is watched on screen, removed after.
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
    return () => scheduleRelease(entry)
  }
  entries.set(symbol, entry)
  scheduleRelease(entry)
  return entry
}

function subscribe(entry: Entry): void {
  releaseAt.delete(entry)
  if (entries.get(entry.symbol) === undefined) entries.set(entry.symbol, entry)
  if (entry.subscribed) return
  entry.subscribed = true
  enqueue(toSubscribe, toUnsubscribe, entry.symbol)
}

/** The entry is not on screen. Its quote stays up to date until the release. */
function scheduleRelease(entry: Entry): void {
  releaseAt.set(entry, Date.now() + RELEASE_MS)
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
    if (!source?.feed) {
      if (source && added.length > 0) open(source)
      return
    }
    // Added first: a connection without a symbol is closed.
    if (added.length > 0) source.feed.subscribe(added)
    if (removed.length > 0) source.feed.unsubscribe(removed)
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
