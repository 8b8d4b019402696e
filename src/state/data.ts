import { InfiniteQueryObserver, onlineManager, QueryClient, QueryObserver, type InfiniteData, type QueryFunctionContext } from '@tanstack/query-core'
import { LOADING_DELAY_MS } from '../core/constants.ts'
import type { CallDef } from '../core/program.ts'
import type { CallFailure, CallResult, Payload } from '../core/result.ts'
import { languageAtom } from './language.ts'
import { sessionKeyAtom } from './session.ts'
import { structuralShare } from './structuralShare.ts'
import { cell, get, set, watch, type Atom } from './store.ts'

/** Equal queries that start together share one reply. */
const FRESH_MS = 1_000
const RETRIES = 2

export type CallFunction = (call: string, payload: Payload, options: { background: boolean; signal: AbortSignal }) => Promise<CallResult>

export interface ScreenQueryRequest {
  call: string
  payload: Payload
  /** Seconds between background refreshes. */
  every?: number
  paging?: CallDef['paging']
}

/** off: no request · waiting: requested, too recent to show loading · loading · failed · ready: has a value */
export type ScreenQueryStatus = { is: 'off' | 'waiting' | 'loading' | 'ready' } | { is: 'failed'; failure: CallFailure }

export interface ScreenQueryMeta {
  /** The value is old and its refresh failed. */
  stale: boolean
  refreshing: boolean
  /** Unix seconds. */
  updatedAt: number | null
  hasMore: boolean
}

/** One query of a screen, refreshed while it is retained. */
export interface ScreenQuery {
  status: Atom<ScreenQueryStatus>
  value: Atom<unknown>
  meta: Atom<ScreenQueryMeta>
  /** Sets the request; null for none. */
  ask(request: ScreenQueryRequest | null): void
  /** Reference-counted: refreshes until every holder releases it. */
  hold(): () => void
  refetch(): Promise<void>
  loadMore(): Promise<void>
}

export interface Data {
  query(): ScreenQuery
  /** Refetches every query of these calls on screen, and marks the others stale. */
  invalidate(calls: readonly string[]): void
  /** Clears all data: another user must not see it. */
  clear(): void
  close(): void
}

class CallError extends Error {
  constructor(readonly failure: CallFailure) {
    super(failure.message)
  }
}

/** null: the latest page of a list with backward paging, which has no number. */
type PageParam = number | null
type Pages = InfiniteData<unknown, PageParam>
interface Outcome {
  data: unknown
  error: Error | null
  isFetching: boolean
  dataUpdatedAt: number
  hasNextPage?: boolean
}
interface Asked {
  state: { data: unknown; error: Error | null }
}
interface Watching {
  close(): void
  refetch(): Promise<unknown>
  more(): Promise<unknown>
}

const OFF: ScreenQueryStatus = { is: 'off' }
const WAITING: ScreenQueryStatus = { is: 'waiting' }
const LOADING: ScreenQueryStatus = { is: 'loading' }
const READY: ScreenQueryStatus = { is: 'ready' }
const NO_META: ScreenQueryMeta = { stale: false, refreshing: false, updatedAt: null, hasMore: false }

export function createData(call: CallFunction): Data {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: true,
        structuralSharing: (last, next) => structuralShare(last, next),
        retry: (count, error) => count < RETRIES && isTransient(error),
        retryDelay: (count) => 1_000 * 2 ** count,
      },
    },
  })
  // The query client assumes a network until a change event: an app opened without one would miss the reconnect.
  if (typeof window !== 'undefined') onlineManager.setOnline(navigator.onLine)
  client.mount()

  async function fetch(request: ScreenQueryRequest, page: PageParam, context: QueryFunctionContext): Promise<unknown> {
    const payload = page !== null && request.paging ? { ...request.payload, [request.paging.page]: page } : request.payload
    const background = client.getQueryData(context.queryKey) !== undefined
    const result = await call(request.call, payload, { background, signal: context.signal })
    if (!result.ok) throw new CallError(result)
    return result.data ?? null
  }

  function observe(request: ScreenQueryRequest, seen: (outcome: Outcome) => void): Watching {
    const { paging, every } = request
    const queryKey = [request.call, request.payload, get(sessionKeyAtom), get(languageAtom).lang]
    // A call refused at first is refused again: automatic refetches would only repeat the error.
    const refetchInterval = every === undefined ? false : ({ state: { data, error } }: Asked) => (data === undefined && error !== null && !isTransient(error) ? false : every * 1_000)
    if (!paging) {
      const observer = new QueryObserver<unknown>(client, { queryKey, refetchInterval, queryFn: (context) => fetch(request, null, context) })
      const close = observer.subscribe(seen)
      seen(observer.getCurrentResult())
      return { close, refetch: () => observer.refetch(), more: () => Promise.resolve() }
    }
    const merge = createMerge(paging)
    const observer = new InfiniteQueryObserver<unknown, Error, Pages, readonly unknown[], PageParam>(client, {
      queryKey,
      refetchInterval,
      initialPageParam: paging.back ? null : 1,
      getNextPageParam: (last) => nextPage(last, paging.next),
      queryFn: (context) => fetch(request, context.pageParam, context),
    })
    const tell = (result: Outcome) => seen({ ...result, data: result.data === undefined ? undefined : merge(result.data as Pages) })
    const close = observer.subscribe(tell)
    tell(observer.getCurrentResult())
    return { close, refetch: () => observer.refetch(), more: async () => observer.getCurrentResult().hasNextPage && observer.fetchNextPage({ cancelRefetch: false }) }
  }

  function createQuery(): ScreenQuery {
    const status = cell<ScreenQueryStatus>(OFF)
    const value = cell<unknown>(null)
    const meta = cell<ScreenQueryMeta>(NO_META)
    let request: ScreenQueryRequest | null = null
    let watching: Watching | null = null
    let holders = 0
    let slow: ReturnType<typeof setTimeout> | undefined
    let unwatch: (() => void)[] = []

    function show(next: ScreenQueryStatus, shown: unknown, about: ScreenQueryMeta): void {
      clearTimeout(slow)
      slow = undefined
      // Value before status: a subscriber that sees "ready" finds the value.
      set(value, shown)
      if (!sameMeta(get(meta), about)) set(meta, about)
      if (get(status).is !== next.is || next.is === 'failed') set(status, next)
    }

    function seen({ data, error, isFetching, dataUpdatedAt, hasNextPage = false }: Outcome): void {
      if (data !== undefined) {
        show(READY, data, { stale: error !== null && !isFetching, refreshing: isFetching, updatedAt: Math.floor(dataUpdatedAt / 1_000), hasMore: hasNextPage })
      } else if (error && !isFetching) {
        show({ is: 'failed', failure: failureOf(error) }, null, NO_META)
      } else {
        wait()
      }
    }

    /** Keeps the previous value for a moment: most replies arrive before they are noticed, and a flash of skeletons is worse. */
    function wait(): void {
      if (get(status).is === 'loading' || slow !== undefined) return
      if (get(status).is === 'ready') set(meta, { ...get(meta), refreshing: true })
      else set(status, WAITING)
      slow = setTimeout(() => show(LOADING, null, NO_META), LOADING_DELAY_MS)
    }

    function restart(): void {
      const before = watching
      watching = null
      if (request && holders > 0) {
        const mine: { closed: boolean } = { closed: false }
        const made = observe(request, (outcome) => {
          if (!mine.closed) seen(outcome)
        })
        watching = {
          ...made,
          close() {
            mine.closed = true
            made.close()
          },
        }
      } else if (!request) {
        show(OFF, null, NO_META)
      } else {
        clearTimeout(slow)
        slow = undefined
        // The request is set; it is fetched once retained.
        if (get(status).is === 'off') set(status, WAITING)
      }
      before?.close()
    }

    return {
      status,
      value,
      meta,
      ask(next) {
        if (sameRequest(request, next)) return
        request = next
        restart()
      },
      hold() {
        holders += 1
        if (holders === 1) {
          unwatch = [watch(sessionKeyAtom, restart), watch(languageAtom, restart)]
          restart()
        }
        let held = true
        return () => {
          if (!held) return
          held = false
          holders -= 1
          if (holders > 0) return
          for (const stop of unwatch) stop()
          restart()
        }
      },
      refetch: async () => void (await watching?.refetch()),
      loadMore: async () => void (await watching?.more()),
    }
  }

  return {
    query: createQuery,
    invalidate: (calls) => void client.invalidateQueries({ predicate: ({ queryKey }) => calls.includes(String(queryKey[0])) }),
    clear: () => client.clear(),
    close() {
      client.clear()
      client.unmount()
    },
  }
}

/** Merges pages into one reply: the first page's fields, all items in one list. The same pages give the same object. */
function createMerge(paging: NonNullable<CallDef['paging']>): (data: Pages) => unknown {
  let last: { pages: Pages['pages']; merged: unknown } | null = null
  return ({ pages }) => {
    if (last?.pages === pages) return last.merged
    const objects = pages.filter((page): page is Record<string, unknown> => typeof page === 'object' && page !== null)
    const items = (paging.back ? objects.toReversed() : objects).flatMap((page) => (Array.isArray(page[paging.items]) ? (page[paging.items] as unknown[]) : []))
    const merged = structuralShare(last?.merged, { ...objects[0], [paging.items]: items, [paging.next]: objects.at(-1)?.[paging.next] ?? null })
    last = { pages, merged }
    return merged
  }
}

function nextPage(page: unknown, field: string): number | undefined {
  const next = typeof page === 'object' && page !== null && Object.hasOwn(page, field) ? (page as Record<string, unknown>)[field] : null
  return typeof next === 'number' ? next : undefined
}

function isTransient(error: Error): boolean {
  if (!(error instanceof CallError)) return false
  const { kind, status = 0 } = error.failure
  return kind === 'network' || (kind === 'status' && status >= 500)
}

function failureOf(error: Error): CallFailure {
  if (error instanceof CallError) return error.failure
  return { kind: 'invalid', code: 'replyNotContract', message: error.message, params: {} }
}

function sameRequest(a: ScreenQueryRequest | null, b: ScreenQueryRequest | null): boolean {
  if (a === null || b === null) return a === b
  return a.call === b.call && a.every === b.every && structuralShare(a.payload, b.payload) === a.payload
}

function sameMeta(a: ScreenQueryMeta, b: ScreenQueryMeta): boolean {
  return a.stale === b.stale && a.refreshing === b.refreshing && a.updatedAt === b.updatedAt && a.hasMore === b.hasMore
}
