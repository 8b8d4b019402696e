import { InfiniteQueryObserver, onlineManager, QueryClient, QueryObserver, type InfiniteData, type QueryFunctionContext } from '@tanstack/query-core'
import { LOADING_DELAY_MS } from '../core/constants.ts'
import type { CallDef } from '../core/program.ts'
import type { CallFailure, CallResult, Payload } from '../core/result.ts'
import { languageAtom } from './language.ts'
import { sessionKeyAtom } from './session.ts'
import { structuralShare } from './structuralShare.ts'
import { cell, get, set, watch, type Atom } from './store.ts'

/** Several queries that start together and ask the same share one answer. */
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

/** off: nothing is asked for · waiting: asked for, too short ago to say so · loading · failed · ready: there is a value */
export type ScreenQueryStatus = { is: 'off' | 'waiting' | 'loading' | 'ready' } | { is: 'failed'; failure: CallFailure }

export interface ScreenQueryMeta {
  /** The value is old and could not be refreshed. */
  stale: boolean
  refreshing: boolean
  /** Unix seconds. */
  updatedAt: number | null
  hasMore: boolean
}

/** One answer that a screen shows, kept up to date while somebody holds it. */
export interface ScreenQuery {
  status: Atom<ScreenQueryStatus>
  value: Atom<unknown>
  meta: Atom<ScreenQueryMeta>
  /** What to ask for; null for nothing. */
  ask(request: ScreenQueryRequest | null): void
  /** Counted: fetches and refreshes until each holder has let go. */
  hold(): () => void
  refetch(): Promise<void>
  loadMore(): Promise<void>
}

export interface Data {
  query(): ScreenQuery
  /** Asks again for every answer of these calls that is on screen, and forgets the others. */
  invalidate(calls: readonly string[]): void
  /** Forgets everything: another user must not see it. */
  clear(): void
  close(): void
}

class CallError extends Error {
  constructor(readonly failure: CallFailure) {
    super(failure.message)
  }
}

/** null: the latest page of a list that leads back, which has no number. */
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
  // Until it hears of a change it believes that there is a network: an app opened without one would miss that it comes.
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
    // What was refused from the start is refused again: asking on would only say so again and again.
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
      // Value before status: whoever sees "ready" finds the value.
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

    /** What was shown stays for a moment: most answers come before the eye has noticed, and a flash of skeletons is worse. */
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
        // Asked for, and fetched once somebody holds it.
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

/** Pages as one answer: the first page's fields, all items in a row. The same pages give the same object. */
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
