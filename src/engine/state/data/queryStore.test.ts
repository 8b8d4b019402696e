// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { REQUEST_TIMEOUT_MS } from '../../language/constants.ts'
import type { Paging } from '../../language/expressions/program.ts'
import type { CallResult } from '../../language/result.ts'
import { createQueryStore, type CallFunction, type ReplyCache, type ScreenQuery } from './queryStore.ts'
import { get, watch } from '../store.ts'
import { client } from '../../../../tests/support/client.ts'

const ok = (data: unknown): CallResult => ({ ok: true, data, code: '1', message: '', params: {} })
const fail = (kind: 'network' | 'refused' | 'timeout', code = 'bad'): CallResult => ({
  ok: false,
  kind,
  code,
  message: '',
  params: {},
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setup(
  answer: (call: string, payload: Record<string, unknown>) => CallResult | Promise<CallResult>,
  cache?: ReplyCache,
) {
  const call = vi.fn<CallFunction>((id, payload) => Promise.resolve(answer(id, payload)))
  return { call, data: createQueryStore(client, call, cache) }
}
const settle = () => vi.advanceTimersByTimeAsync(0)

test('waits, then shows loading after 200 ms, then is ready', async () => {
  const { call, data } = setup(() => new Promise((resolve) => setTimeout(() => resolve(ok({ a: 1 })), 500)))
  const query = data.query()
  expect(get(query.status)).toEqual({ kind: 'idle' })
  query.setRequest({ call: 'x', payload: {} })
  expect([get(query.status), call.mock.calls.length]).toEqual([{ kind: 'pending' }, 0])
  const stop = query.subscribe()
  expect([get(query.status), call.mock.calls.length]).toEqual([{ kind: 'pending' }, 1])
  await vi.advanceTimersByTimeAsync(199)
  expect(get(query.status)).toEqual({ kind: 'pending' })
  await vi.advanceTimersByTimeAsync(1)
  expect(get(query.status)).toEqual({ kind: 'loading' })
  await vi.advanceTimersByTimeAsync(300)
  expect(get(query.status)).toEqual({ kind: 'ready' })
  expect(get(query.value)).toEqual({ a: 1 })
  stop()
})

test('an app opened without a network refetches when the network is back', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  let answer: CallResult = fail('network')
  const { data } = setup(() => answer)
  const query = data.query()
  query.setRequest({ call: 'x', payload: {} })
  const stop = query.subscribe()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(get(query.status)).toMatchObject({ kind: 'failed' })
  answer = ok(1)
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await settle()
  expect(get(query.status)).toEqual({ kind: 'ready' })
  stop()
  online.mockRestore()
})

test('equal calls and payloads share one request', async () => {
  const { data, call } = setup((_, payload) => ok(payload))
  const queries = [data.query(), data.query(), data.query()]
  queries.forEach((query, i) => {
    query.setRequest({ call: 'x', payload: i < 2 ? { a: 1, b: 2 } : { b: 3 } })
    query.subscribe()
  })
  await settle()
  expect(call.mock.calls.map(([, payload]) => payload)).toEqual([{ a: 1, b: 2 }, { b: 3 }])
  expect(get(queries[1]?.value ?? queries[0]!.value)).toEqual({ a: 1, b: 2 })
})

/** A subscribed query whose first answer is a refusal. */
async function refused() {
  const answers = { next: fail('refused', 'frozen') }
  const { data, call } = setup(() => answers.next)
  const query = data.query()
  query.setRequest({ call: 'x', payload: {} })
  query.subscribe()
  await settle()
  return { answers, query, call }
}

test('a refusal fails at once', async () => {
  const { query, call } = await refused()
  expect(get(query.status)).toMatchObject({ kind: 'failed', failure: { code: 'frozen' } })
  expect(call).toHaveBeenCalledTimes(1)
})

test('a network error fails after two retries', async () => {
  const { answers, query, call } = await refused()
  answers.next = fail('network')
  const retried = query.refetch()
  await vi.advanceTimersByTimeAsync(3_000)
  await retried
  expect(call).toHaveBeenCalledTimes(4)
  expect(get(query.status)).toMatchObject({ kind: 'failed', failure: { kind: 'network' } })
})

test('a manual retry can succeed', async () => {
  const { answers, query } = await refused()
  answers.next = fail('network')
  const failed = query.refetch()
  await vi.advanceTimersByTimeAsync(3_000)
  await failed
  answers.next = ok('fine')
  await query.refetch()
  expect(get(query.status)).toEqual({ kind: 'ready' })
  expect(get(query.value)).toBe('fine')
})

test('a failed refresh leaves the value and marks it stale', async () => {
  let answer: CallResult = ok({ n: 1 })
  const { data } = setup(() => answer)
  const query = data.query()
  query.setRequest({ call: 'x', payload: {} })
  query.subscribe()
  await settle()
  answer = fail('refused')
  await query.refetch()
  expect(get(query.value)).toEqual({ n: 1 })
  expect(get(query.status)).toEqual({ kind: 'ready' })
  expect(get(query.meta).stale).toBe(true)
  answer = ok({ n: 2 })
  await query.refetch()
  expect(get(query.meta)).toMatchObject({ stale: false, refreshing: false })
})

test('an old value is marked as stale during each new attempt too', async () => {
  let answer: CallResult = ok(1)
  const { data } = setup(() => answer)
  const query = data.query()
  query.setRequest({ call: 'x', payload: {}, every: 5 })
  const stop = query.subscribe()
  await settle()
  answer = fail('network')
  await vi.advanceTimersByTimeAsync(8_000)
  const marks: boolean[] = []
  const stopWatch = watch(query.meta, () => marks.push(get(query.meta).stale))
  await vi.advanceTimersByTimeAsync(20_000)
  expect([marks.length > 0, marks.every(Boolean)]).toEqual([true, true])
  answer = ok(2)
  await vi.advanceTimersByTimeAsync(8_000)
  expect([get(query.value), get(query.meta).stale]).toEqual([2, false])
  stopWatch()
  stop()
})

test('parts that a refetch does not change keep their identity', async () => {
  let n = 1
  const { data } = setup(() =>
    ok({
      rows: [
        { id: 'a', n: 0 },
        { id: 'b', n },
      ],
    }),
  )
  const query = data.query()
  query.setRequest({ call: 'x', payload: {} })
  query.subscribe()
  await settle()
  const first = get(query.value) as { rows: unknown[] }
  await query.refetch()
  expect(get(query.value)).toBe(first)
  n = 2
  await query.refetch()
  const second = get(query.value) as { rows: unknown[] }
  expect(second.rows[0]).toBe(first.rows[0])
  expect(second.rows[1]).not.toBe(first.rows[1])
})

test('a new payload keeps the old value for 200 ms, then loads', async () => {
  const { data } = setup((_, payload) =>
    payload.page === 'a' ? ok('A') : new Promise((resolve) => setTimeout(() => resolve(ok('B')), 300)),
  )
  const query = data.query()
  query.setRequest({ call: 'x', payload: { page: 'a' } })
  query.subscribe()
  await settle()
  query.setRequest({ call: 'x', payload: { page: 'b' } })
  expect([get(query.value), get(query.status).kind, get(query.meta).refreshing]).toEqual(['A', 'ready', true])
  await vi.advanceTimersByTimeAsync(200)
  expect([get(query.value), get(query.status).kind]).toEqual([null, 'loading'])
  await vi.advanceTimersByTimeAsync(100)
  expect([get(query.value), get(query.status).kind]).toEqual(['B', 'ready'])
  query.setRequest({ call: 'x', payload: { page: 'a' } })
  expect(get(query.value)).toBe('A')
})

test('a request that follows typing is in the background', async () => {
  const { data, call } = setup((_, payload) => ok(payload.q))
  for (const debounceMs of [undefined, 300]) {
    const query = data.query()
    query.setRequest({ call: 'x', payload: { q: `${debounceMs}` }, ...(debounceMs !== undefined && { debounceMs }) })
    query.subscribe()
  }
  await settle()
  expect(call.mock.calls.map(([, , { background }]) => background)).toEqual([false, true])
})

test('a changed payload is sent once it has been unchanged for its pause', async () => {
  const { data, call } = setup((_, payload) => ok(payload.q))
  const query = data.query()
  const type = (q: string): void => query.setRequest({ call: 'x', payload: { q }, debounceMs: 300 })
  type('e')
  const stop = query.subscribe()
  await settle()
  expect([call.mock.calls.length, get(query.value)]).toEqual([1, 'e'])
  type('eu')
  await vi.advanceTimersByTimeAsync(299)
  type('eur')
  await vi.advanceTimersByTimeAsync(299)
  expect([call.mock.calls.length, get(query.value), get(query.meta).refreshing]).toEqual([1, 'e', true])
  await vi.advanceTimersByTimeAsync(1)
  expect(call.mock.calls.map(([, payload]) => payload.q)).toEqual(['e', 'eur'])
  expect([get(query.value), get(query.meta).refreshing]).toEqual(['eur', false])

  // A request that is taken back needs no pause, and the next one is the first again.
  query.setRequest(null)
  expect(get(query.status)).toEqual({ kind: 'idle' })
  type('g')
  await settle()
  expect(get(query.value)).toBe('g')

  type('go')
  stop()
  await vi.advanceTimersByTimeAsync(300)
  expect(call.mock.calls.map(([, payload]) => payload.q)).toEqual(['e', 'eur', 'g'])
})

test('refreshes at its interval, only while retained', async () => {
  const { data, call } = setup(() => ok(1))
  const query = data.query()
  query.setRequest({ call: 'x', payload: {}, every: 30 })
  const one = query.subscribe()
  const two = query.subscribe()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(call).toHaveBeenCalledTimes(3)
  expect(call.mock.calls.map(([, , options]) => options.background)).toEqual([false, true, true])
  one()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(call).toHaveBeenCalledTimes(4)
  two()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(call).toHaveBeenCalledTimes(4)
})

/** A subscribed query of two pages, of which the first is loaded. */
async function paged() {
  const { data, call } = setup((_, { page }) =>
    ok({ rows: [{ id: `${String(page)}a` }, { id: `${String(page)}b` }], next: page === 1 ? 2 : null }),
  )
  const query = data.query()
  query.setRequest({ call: 'x', payload: { kind: 'all' }, paging: { page: 'page', items: 'rows', next: 'next' } })
  query.subscribe()
  await settle()
  return { query, call }
}

test('more pages are loaded one at a time', async () => {
  const { query, call } = await paged()
  await Promise.all([query.loadMore(), query.loadMore()])
  await query.loadMore()
  expect(call.mock.calls.map(([, payload]) => payload)).toEqual([
    { kind: 'all', page: 1 },
    { kind: 'all', page: 2 },
  ])
})

test('pages form one list', async () => {
  const { query } = await paged()
  expect(get(query.meta).hasMore).toBe(true)
  const first = get(query.value) as { rows: unknown[] }
  await Promise.all([query.loadMore(), query.loadMore()])
  await query.loadMore()
  const all = get(query.value) as { rows: { id: string }[]; next: unknown }
  expect(all.rows.map(({ id }) => id)).toEqual(['1a', '1b', '2a', '2b'])
  expect(all.rows[0]).toBe(first.rows[0])
  expect(get(query.meta).hasMore).toBe(false)
})

const PAGING: Paging = { page: 'page', items: 'rows', next: 'next', key: 'id', after: 'after', cursor: 'cursor' }

/** A server with a list of ids, two on a page; `cursors`: it answers with cursors. */
async function listing(ids: readonly string[], { cursors }: { cursors: boolean }) {
  const list = { ids }
  const { data, call } = setup((_, { page = 1, after }) => {
    // Ids descend: "9" is the latest.
    const from =
      cursors && after !== undefined ? list.ids.filter((id) => id >= String(after)).length : (Number(page) - 1) * 2
    const rows = list.ids.slice(from, from + 2).map((id) => ({ id }))
    const next = list.ids.length > from + 2 ? Number(page) + 1 : null
    return ok({ rows, next, ...(cursors && next !== null && { cursor: rows.at(-1)?.id }) })
  })
  const query = data.query()
  query.setRequest({ call: 'x', payload: {}, paging: PAGING })
  query.subscribe()
  await settle()
  const shown = () => (get(query.value) as { rows: { id: string }[] }).rows.map(({ id }) => id)
  return { list, query, call, shown }
}

test('the next page is requested by the cursor of the page before', async () => {
  const { query, call } = await listing(['6', '5', '4', '3', '2'], { cursors: true })
  await query.loadMore()
  await query.loadMore()
  expect(call.mock.calls.map(([, payload]) => payload)).toEqual([
    { page: 1 },
    { page: 2, after: '5' },
    { page: 3, after: '3' },
  ])
})

test('the next page skips no row when one has left the list', async () => {
  const { list, query, shown } = await listing(['6', '5', '4', '3', '2'], { cursors: true })
  list.ids = ['6', '4', '3', '2']
  await query.loadMore()
  expect(shown()).toEqual(['6', '5', '4', '3'])
})

test('the next page repeats no row when the list has grown', async () => {
  const { list, query, shown } = await listing(['6', '5', '4', '3'], { cursors: true })
  list.ids = ['8', '7', '6', '5', '4', '3']
  await query.loadMore()
  expect(shown()).toEqual(['6', '5', '4', '3'])
})

test('a refresh of several pages uses the cursors of the new pages', async () => {
  const { list, query, call, shown } = await listing(['6', '5', '4', '3', '2'], { cursors: true })
  await query.loadMore()
  list.ids = ['7', '6', '4', '3', '2']
  await query.refetch()
  expect(call.mock.calls.map(([, payload]) => payload).slice(2)).toEqual([{ page: 1 }, { page: 2, after: '6' }])
  expect(shown()).toEqual(['7', '6', '4', '3'])
})

/** A list of two pages whose server answers after 100 ms. */
async function slowListing() {
  const { data, call } = setup(
    (_, { page = 1 }) =>
      new Promise((resolve) => {
        const reply = ok({ rows: [{ id: String(page) }], next: page === 1 ? 2 : null })
        setTimeout(() => resolve(reply), 100)
      }),
  )
  const query = data.query()
  query.setRequest({ call: 'x', payload: {}, paging: PAGING })
  const stop = query.subscribe()
  await vi.advanceTimersByTimeAsync(100)
  const shown = () => (get(query.value) as { rows: { id: string }[] }).rows.map(({ id }) => id)
  return { data, query, call, shown, stop }
}

test('the next page is loaded after a refresh that was running', async () => {
  const { query, shown } = await slowListing()
  const all = [query.refetch(), query.loadMore()]
  await vi.advanceTimersByTimeAsync(200)
  await Promise.all(all)
  expect(shown()).toEqual(['1', '2'])
})

test.each(['refetch', 'invalidation'])('the next page is loaded after an interruption: %s', async (kind) => {
  const { data, query, shown } = await slowListing()
  const more = query.loadMore()
  await vi.advanceTimersByTimeAsync(50)
  if (kind === 'refetch') void query.refetch()
  else data.invalidate(['x'])
  await vi.advanceTimersByTimeAsync(200)
  await more
  expect(shown()).toEqual(['1', '2'])
})

test('the next page is not requested after the last subscriber has gone', async () => {
  const { query, call, stop } = await slowListing()
  const all = [query.refetch(), query.loadMore()]
  stop()
  await vi.advanceTimersByTimeAsync(300)
  await Promise.all(all)
  expect(call).toHaveBeenCalledTimes(2)
})

test('a next page that failed is not requested again by itself', async () => {
  const { data, call } = setup((_, { page = 1 }) =>
    page === 1 ? ok({ rows: [{ id: '1' }], next: 2 }) : fail('refused', 'frozen'),
  )
  const query = data.query()
  query.setRequest({ call: 'x', payload: {}, paging: PAGING })
  query.subscribe()
  await settle()
  await query.loadMore()
  expect(call).toHaveBeenCalledTimes(2)
})

test('a server without cursors gets the number of the page alone', async () => {
  const { query, call } = await listing(['4', '3', '2'], { cursors: false })
  await query.loadMore()
  expect(call.mock.calls.map(([, payload]) => payload)).toEqual([{ page: 1 }, { page: 2 }])
})

test('a row that a server without cursors repeats is shown once, at its first position', async () => {
  const { list, query, shown } = await listing(['6', '5', '4', '3'], { cursors: false })
  list.ids = ['7', '6', '5', '4', '3']
  await query.loadMore()
  expect(shown()).toEqual(['6', '5', '4'])
})

test('the rows of a list without a key are shown as they are', async () => {
  const { data } = setup((_, { page }) => ok({ rows: [{ name: 'de**' }], next: page === 1 ? 2 : null }))
  const query = data.query()
  query.setRequest({ call: 'x', payload: {}, paging: { page: 'page', items: 'rows', next: 'next' } })
  query.subscribe()
  await settle()
  await query.loadMore()
  expect(get(query.value)).toMatchObject({ rows: [{ name: 'de**' }, { name: 'de**' }] })
})

test('backward pages are prepended, and the latest has no number', async () => {
  const { data, call } = setup((_, { before = 100 }) =>
    ok({ rows: [Number(before) - 2, Number(before) - 1], earlier: before === 98 ? null : 98 }),
  )
  const query = data.query()
  query.setRequest({
    call: 'x',
    payload: { symbol: 'A' },
    paging: { page: 'before', items: 'rows', next: 'earlier', back: true },
  })
  query.subscribe()
  await settle()
  await query.loadMore()
  expect(call.mock.calls.map(([, payload]) => payload)).toEqual([{ symbol: 'A' }, { symbol: 'A', before: 98 }])
  expect((get(query.value) as { rows: number[] }).rows).toEqual([96, 97, 98, 99])
  expect(get(query.meta).hasMore).toBe(false)
})

test('invalidating a call refetches it where it is shown', async () => {
  const { data, call } = setup((id) => ok(id))
  for (const id of ['a', 'b']) {
    const query = data.query()
    query.setRequest({ call: id, payload: {} })
    query.subscribe()
  }
  await settle()
  data.invalidate(['b', 'c'])
  await settle()
  expect(call.mock.calls.map(([id]) => id)).toEqual(['a', 'b', 'b'])
})

test('another user or another language never sees data fetched for the previous one', async () => {
  let name = 'visitor'
  const { data } = setup(() => ok(name))
  const query = data.query()
  query.setRequest({ call: 'x', payload: {} })
  query.subscribe()
  await settle()
  expect(get(query.value)).toBe('visitor')
  name = 'ada'
  await client.session.login('t', () => Promise.resolve(ok({})))
  await settle()
  expect(get(query.value)).toBe('ada')
  name = 'ada auf Deutsch'
  client.language.apply('de', {})
  await settle()
  expect(get(query.value)).toBe('ada auf Deutsch')
  client.session.logout()
  client.language.apply('en', {})
})

test('a null request is off', async () => {
  const { data } = setup(() => ok(1))
  const query = data.query()
  query.setRequest({ call: 'x', payload: {} })
  query.subscribe()
  await settle()
  query.setRequest(null)
  expect([get(query.status).kind, get(query.value)]).toEqual(['idle', null])
})

test('a call refused at first is not refetched automatically', async () => {
  let answer: CallResult = fail('refused', 'dataNotFound')
  const { data, call } = setup(() => answer)
  const query = data.query()
  query.setRequest({ call: 'x', payload: {}, every: 5 })
  const stop = query.subscribe()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(call).toHaveBeenCalledTimes(1)
  answer = ok(1)
  void query.refetch()
  await settle()
  expect(get(query.status)).toEqual({ kind: 'ready' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(call).toHaveBeenCalledTimes(3)
  stop()
})

/** A query of a store whose device keeps one reply. */
function stored(answer: () => CallResult | Promise<CallResult>, every?: number) {
  const cache = { read: vi.fn(() => ({ value: 'old', updatedAt: 1000 })), write: vi.fn<ReplyCache['write']>() }
  const { data, call } = setup(answer, cache)
  const query = data.query()
  query.setRequest({ call: 'x', payload: {}, ...(every !== undefined && { every }) })
  return { query, cache, data, call, stop: query.subscribe() }
}

test('shows the stored reply as stale when the server cannot be reached, and the next reply in its place', async () => {
  let answer: CallResult = fail('network')
  const { query, stop } = stored(() => answer)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(get(query.status).kind).toBe('loading')
  await vi.advanceTimersByTimeAsync(2_000)
  expect([get(query.status), get(query.value)]).toEqual([{ kind: 'ready' }, 'old'])
  expect(get(query.meta)).toMatchObject({ stale: true, updatedAt: 1000 })
  answer = ok('fresh')
  const refetched = query.refetch()
  expect(get(query.value)).toBe('old')
  await refetched
  expect([get(query.value), get(query.meta).stale]).toEqual(['fresh', false])
  stop()
})

test('shows the stored reply after 3 s without an answer', async () => {
  const { query, stop } = stored(() => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(3_100)
  expect(get(query.status).kind).toBe('loading')
  await vi.advanceTimersByTimeAsync(200)
  expect([get(query.status).kind, get(query.value)]).toEqual(['ready', 'old'])
  stop()
})

/** Status, value and staleness of the stored query. */
const shownBy = ({ status, value, meta }: ScreenQuery) => [get(status).kind, get(value), get(meta).stale]

describe('a request that has timed out', () => {
  const late = (result: CallResult) =>
    new Promise<CallResult>((resolve) => setTimeout(() => resolve(result), REQUEST_TIMEOUT_MS))

  async function timedOut(every?: number) {
    const answers: { next: CallResult | null } = { next: null }
    const app = stored(() => answers.next ?? late(fail('timeout')), every)
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS + 1_000)
    return { ...app, answers }
  }

  test('leaves the stored reply on screen', async () => {
    const { query, call, stop } = await timedOut()
    expect([shownBy(query), call.mock.calls.length]).toEqual([['ready', 'old', true], 1])
    stop()
  })

  test('is sent again when values are back', async () => {
    const { query, answers, data, stop } = await timedOut()
    answers.next = ok('fresh')
    data.refetchFailed()
    await settle()
    expect(shownBy(query)).toEqual(['ready', 'fresh', false])
    stop()
  })

  test('is sent again at its interval', async () => {
    const { query, answers, stop } = await timedOut(5)
    answers.next = ok('fresh')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(shownBy(query)).toEqual(['ready', 'fresh', false])
    stop()
  })
})

test('shows the stored reply after 3 s of a later visit too', async () => {
  const { query, stop } = stored(() => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(get(query.status).kind).toBe('loading')
  stop()
  await vi.advanceTimersByTimeAsync(10_000)
  const leave = query.subscribe()
  expect(get(query.status).kind).toBe('pending')
  await vi.advanceTimersByTimeAsync(3_300)
  expect(shownBy(query)).toEqual(['ready', 'old', true])
  leave()
})

test('shows the stored reply at once without a network', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { query, stop } = stored(() => new Promise(() => undefined))
  expect([get(query.status).kind, get(query.value)]).toEqual(['ready', 'old'])
  stop()
  online.mockRestore()
  window.dispatchEvent(new Event('online'))
})

test('a refusal is shown in place of the stored reply', async () => {
  const { query, stop } = stored(() => fail('refused'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(get(query.status).kind).toBe('failed')
  stop()
})

test('stores replies, not those that were stored', async () => {
  const { cache, stop } = stored(() => ok('fresh'))
  await settle()
  expect(cache.write.mock.calls.map(([request, value]) => [request.call, value])).toEqual([['x', 'fresh']])
  stop()
  const failed = stored(() => fail('network'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(failed.cache.write).not.toHaveBeenCalled()
  failed.stop()
})
