import {
  InfiniteQueryObserver,
  onlineManager,
  QueryClient,
  QueryObserver,
  type InfiniteData,
  type QueryFunctionContext,
} from '@tanstack/query-core'
import { LOADING_DELAY_MS, STALE_AFTER_MS } from '../../language/constants.ts'
import type { Paging } from '../../language/expressions/program.ts'
import type { CallFailure, CallResult, Payload } from '../../language/result.ts'
import { classify, RESULT_TRAITS, type ResultClass } from '../../language/resultClass.ts'
import type { Client } from '../client/client.ts'
import { structuralShare } from './structuralShare.ts'
import { createAtom, get, set, watch, type Atom } from '../store.ts'

/** Equal queries that start together share one reply. */
const STALE_MS = 1_000
const RETRIES = 2

export type CallFunction = (
  call: string,
  payload: Payload,
  options: { background: boolean; signal: AbortSignal },
) => Promise<CallResult>

export interface ScreenQueryRequest {
  call: string
  payload: Payload
  /** Seconds between background refreshes. */
  every?: number
  /** Milliseconds for which the payload is unchanged before it is sent again. */
  debounceMs?: number
  paging?: Paging
}

/** idle: no request · pending: requested, too recent to show loading · loading · failed · ready: has a value */
export type ScreenQueryStatus =
  | { kind: 'idle' | 'pending' | 'loading' | 'ready' }
  | { kind: 'failed'; failure: CallFailure }

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
  setRequest(request: ScreenQueryRequest | null): void
  /** Reference-counted: refreshes until every holder releases it. */
  subscribe(): () => void
  refetch(): Promise<void>
  loadMore(): Promise<void>
}

export interface QueryStore {
  query(): ScreenQuery
  /** Refetches every query of these calls on screen, and marks the others stale. */
  invalidate(calls: readonly string[]): void
  /** Refetches the queries on screen whose last request has failed for want of an answer. */
  refetchFailed(): void
  /** Clears all data: another user must not see it. */
  clear(): void
  close(): void
}

/** A reply of an earlier time. */
export interface StoredReply {
  value: unknown
  /** Unix seconds. */
  updatedAt: number
}

/** Replies kept on the device, shown as stale where no other can be had. */
export interface ReplyCache {
  read(request: ScreenQueryRequest): StoredReply | null
  write(request: ScreenQueryRequest, value: unknown, updatedAt: number): void
}

class CallError extends Error {
  constructor(readonly failure: CallFailure) {
    super(failure.message)
  }
}

/** null: the latest page of a list with backward paging, which has no number. `cursor`: of the page before; null if its reply had none. */
type PageParam = { page: number; cursor: string | null } | null
type Pages = InfiniteData<unknown, PageParam>
interface QueryResult {
  data: unknown
  error: Error | null
  isFetching: boolean
  dataUpdatedAt: number
  hasNextPage?: boolean
}
interface QueryHandle {
  state: { data: unknown; error: Error | null }
}
interface QueryObserverHandle {
  close(): void
  refetch(): Promise<unknown>
  fetchNextPage(): Promise<unknown>
}

const IDLE: ScreenQueryStatus = { kind: 'idle' }
const PENDING: ScreenQueryStatus = { kind: 'pending' }
const LOADING: ScreenQueryStatus = { kind: 'loading' }
const READY: ScreenQueryStatus = { kind: 'ready' }
const NO_META: ScreenQueryMeta = { stale: false, refreshing: false, updatedAt: null, hasMore: false }

/**
 * Creates the store of all queries of a session and a language; `call` fetches their data, `cache` keeps them on the device. It refetches on
 * reconnect and on focus of the window until `close` is called.
 */
export function createQueryStore(
  { session, language }: Pick<Client, 'session' | 'language'>,
  call: CallFunction,
  cache?: ReplyCache,
): QueryStore {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
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

  async function fetch(request: ScreenQueryRequest, param: PageParam, context: QueryFunctionContext): Promise<unknown> {
    const { paging } = request
    const payload =
      param !== null && paging
        ? {
            ...request.payload,
            [paging.page]: param.page,
            ...(paging.after !== undefined && param.cursor !== null && { [paging.after]: param.cursor }),
          }
        : request.payload
    // A request that follows typing reports its refusal in place: the user has asked for nothing.
    const background = request.debounceMs !== undefined || client.getQueryData(context.queryKey) !== undefined
    const result = await call(request.call, payload, { background, signal: context.signal })
    if (!result.ok) throw new CallError(result)
    return result.data ?? null
  }

  function observe(request: ScreenQueryRequest, onResult: (result: QueryResult) => void): QueryObserverHandle {
    const { paging, every } = request
    const queryKey = [request.call, request.payload, get(session.key), language.current().lang]
    // A call refused at first is refused again: automatic refetches would only repeat the error.
    const refetchInterval =
      every === undefined
        ? false
        : ({ state: { data, error } }: QueryHandle) =>
            data === undefined && error !== null && !isUnanswered(error) ? false : every * 1_000
    if (!paging) {
      const observer = new QueryObserver<unknown>(client, {
        queryKey,
        refetchInterval,
        queryFn: (context) => fetch(request, null, context),
      })
      const close = observer.subscribe(onResult)
      onResult(observer.getCurrentResult())
      return { close, refetch: () => observer.refetch(), fetchNextPage: () => Promise.resolve() }
    }
    const merge = createMerge(paging)
    const observer = new InfiniteQueryObserver<unknown, Error, Pages, readonly unknown[], PageParam>(client, {
      queryKey,
      refetchInterval,
      initialPageParam: paging.back ? null : { page: 1, cursor: null },
      getNextPageParam: (last) => nextPage(last, paging),
      queryFn: (context) => fetch(request, context.pageParam, context),
    })
    const notify = (result: QueryResult) =>
      onResult({ ...result, data: result.data === undefined ? undefined : merge(result.data as Pages) })
    const close = observer.subscribe(notify)
    notify(observer.getCurrentResult())
    return {
      close,
      refetch: () => observer.refetch(),
      async fetchNextPage() {
        const count = () => observer.getCurrentResult().data?.pages.length ?? 0
        const before = count()
        // A refetch that runs, or that interrupts the request, loads the same pages again: then the next one is requested after it.
        for (let attempt = 0; attempt < 2 && observer.hasListeners() && count() <= before; attempt++) {
          if (!observer.getCurrentResult().hasNextPage) return
          const { isError } = await observer.fetchNextPage({ cancelRefetch: false })
          if (isError) return
        }
      },
    }
  }

  function createQuery(): ScreenQuery {
    const status = createAtom<ScreenQueryStatus>(IDLE)
    const value = createAtom<unknown>(null)
    const meta = createAtom<ScreenQueryMeta>(NO_META)
    let request: ScreenQueryRequest | null = null
    let observer: QueryObserverHandle | null = null
    let subscriberCount = 0
    let loadingTimer: ReturnType<typeof setTimeout> | undefined
    /** A changed request that is not sent yet. */
    let debounceTimer: ReturnType<typeof setTimeout> | undefined
    let stops: (() => void)[] = []
    /** The stored reply on display. */
    let shown: StoredReply | null = null

    function publish(nextStatus: ScreenQueryStatus, nextValue: unknown, nextMeta: ScreenQueryMeta): void {
      clearTimeout(loadingTimer)
      loadingTimer = undefined
      // Value before status: a subscriber that sees "ready" finds the value.
      set(value, nextValue)
      if (!sameMeta(get(meta), nextMeta)) set(meta, nextMeta)
      if (get(status).kind !== nextStatus.kind || nextStatus.kind === 'failed') set(status, nextStatus)
    }

    function onResult({ data, error, isFetching, dataUpdatedAt, hasNextPage = false }: QueryResult): void {
      if (data !== undefined) {
        shown = null
        const updatedAt = Math.floor(dataUpdatedAt / 1_000)
        if (request && error === null && !isFetching) cache?.write(request, data, updatedAt)
        publish(READY, data, {
          // Also while it is fetched again.
          stale: error !== null,
          refreshing: isFetching,
          updatedAt,
          hasMore: hasNextPage,
        })
      } else if (error && !isFetching) {
        if (isUnanswered(error) && showStored()) return
        publish({ kind: 'failed', failure: failureOf(error) }, null, NO_META)
      } else {
        showPending()
      }
    }

    /** Keeps the previous value for a moment: most replies arrive before they are noticed, and a flash of skeletons is worse. */
    function showPending(): void {
      if (shown || (!onlineManager.isOnline() && showStored())) return
      if (get(status).kind === 'loading' || loadingTimer !== undefined) return
      if (get(status).kind === 'ready') set(meta, { ...get(meta), refreshing: true })
      else set(status, PENDING)
      loadingTimer = setTimeout(() => {
        publish(LOADING, null, NO_META)
        // A network that does not answer: the request may take a minute to fail.
        loadingTimer = setTimeout(showStored, STALE_AFTER_MS)
      }, LOADING_DELAY_MS)
    }

    /** Shows the stored reply as stale, if there is one. */
    function showStored(): boolean {
      if (!request || subscriberCount === 0) return false
      shown ??= cache?.read(request) ?? null
      if (!shown) return false
      publish(READY, shown.value, { stale: true, refreshing: false, updatedAt: shown.updatedAt, hasMore: false })
      return true
    }

    /** Sends the request after a pause without another one; the value is the last one until then. */
    function restartAfter(milliseconds: number): void {
      clearTimeout(debounceTimer)
      observer?.close()
      observer = null
      if (get(status).kind === 'ready') set(meta, { ...get(meta), refreshing: true })
      debounceTimer = setTimeout(restart, milliseconds)
    }

    function restart(): void {
      clearTimeout(debounceTimer)
      const previous = observer
      observer = null
      shown = null
      if (request && subscriberCount > 0) {
        const subscription: { closed: boolean } = { closed: false }
        const handle = observe(request, (result) => {
          if (!subscription.closed) onResult(result)
        })
        observer = {
          ...handle,
          close() {
            subscription.closed = true
            handle.close()
          },
        }
      } else if (!request) {
        publish(IDLE, null, NO_META)
      } else {
        clearTimeout(loadingTimer)
        loadingTimer = undefined
        // The request is set; it is fetched once retained. The delays of a query that loads start again then.
        if (['idle', 'loading'].includes(get(status).kind)) set(status, PENDING)
      }
      previous?.close()
    }

    return {
      status,
      value,
      meta,
      setRequest(next) {
        if (sameRequest(request, next)) return
        const isChange = request !== null && subscriberCount > 0
        request = next
        if (isChange && next?.debounceMs !== undefined) restartAfter(next.debounceMs)
        else restart()
      },
      subscribe() {
        subscriberCount += 1
        if (subscriberCount === 1) {
          stops = [watch(session.key, restart), watch(language.atom, restart)]
          restart()
        }
        let active = true
        return () => {
          if (!active) return
          active = false
          subscriberCount -= 1
          if (subscriberCount > 0) return
          for (const stop of stops) stop()
          restart()
        }
      },
      refetch: async () => void (await observer?.refetch()),
      loadMore: async () => void (await observer?.fetchNextPage()),
    }
  }

  return {
    query: createQuery,
    invalidate: (calls) =>
      void client.invalidateQueries({ predicate: ({ queryKey }) => calls.includes(String(queryKey[0])) }),
    refetchFailed: () =>
      void client.refetchQueries({
        type: 'active',
        predicate: ({ state: { error } }) => error !== null && isUnanswered(error),
      }),
    clear: () => client.clear(),
    close() {
      client.clear()
      client.unmount()
    },
  }
}

/**
 * Merges pages into one reply: the first page's fields, all items in one list. An item is repeated where the list has grown between two
 * requests by number: its first occurrence remains. The same pages give the same object.
 */
function createMerge(paging: Paging): (data: Pages) => unknown {
  let last: { pages: Pages['pages']; merged: unknown } | null = null
  return ({ pages }) => {
    if (last?.pages === pages) return last.merged
    const objects = pages.filter((page): page is Record<string, unknown> => typeof page === 'object' && page !== null)
    const lists = withoutRepeats(
      objects.map((page) => (Array.isArray(page[paging.items]) ? (page[paging.items] as unknown[]) : [])),
      paging.key,
    )
    const items = (paging.back ? lists.toReversed() : lists).flat()
    const merged = structuralShare(last?.merged, {
      ...objects[0],
      [paging.items]: items,
      [paging.next]: objects.at(-1)?.[paging.next] ?? null,
    })
    last = { pages, merged }
    return merged
  }
}

/** Removes items whose key an earlier list has. */
function withoutRepeats(lists: readonly unknown[][], key: string | undefined): unknown[][] {
  if (key === undefined || lists.length < 2) return [...lists]
  const seen = new Set<unknown>()
  return lists.map((list) => {
    const items = list.filter((item) => !seen.has(propertyOf(item, key) ?? item))
    for (const item of items) seen.add(propertyOf(item, key) ?? item)
    return items
  })
}

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

function nextPage(last: unknown, { next, cursor }: Paging): PageParam | undefined {
  const page = propertyOf(last, next)
  if (typeof page !== 'number') return undefined
  const position = cursor === undefined ? undefined : propertyOf(last, cursor)
  return { page, cursor: typeof position === 'string' ? position : null }
}

const classOf = (error: Error): ResultClass | null =>
  error instanceof CallError ? classify({ ok: false, ...error.failure }) : null

const isTransient = (error: Error): boolean => {
  const resultClass = classOf(error)
  return resultClass !== null && RESULT_TRAITS[resultClass].transient
}

/** A timeout is not retried at once, but it refuses nothing. */
const isUnanswered = (error: Error): boolean => isTransient(error) || classOf(error) === 'timedOut'

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
