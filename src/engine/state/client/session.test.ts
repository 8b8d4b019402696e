// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { STALE_AFTER_MS } from '../../language/constants.ts'
import type { CallResult } from '../../language/result.ts'
import { startNetwork } from '../data/network.ts'
import { get, watch } from '../store.ts'
import { client } from '../../../../tests/support/client.ts'

const ok = (data: unknown): CallResult => ({ ok: true, data, code: '1', message: '', params: {} })
const fail = (kind: 'network' | 'session'): CallResult => ({ ok: false, kind, code: kind, message: '', params: {} })

let stops: (() => void)[] = []
const start = async (load: () => Promise<CallResult>) => void stops.push(await client.session.start(load))

beforeEach(() => {
  localStorage.clear()
  client.session.logout()
})
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
})

test('without a stored token it is ready immediately', async () => {
  await start(() => Promise.reject(new Error('must not be called')))
  expect(client.session.current()).toMatchObject({ token: null, user: null, ready: true })
})

test('with a stored token the user info is fetched before it is ready', async () => {
  client.storage.writeText('token', 't')
  const answers: ((result: CallResult) => void)[] = []
  const started = start(() => new Promise((resolve) => answers.push(resolve)))
  expect(client.session.current()).toMatchObject({ token: 't', ready: false })
  expect(get(client.session.loggedIn)).toBe(false)
  answers[0]?.(ok({ account: 'ada', mode: 'demo' }))
  await started
  expect(client.session.current()).toMatchObject({ ready: true, user: { account: 'ada' }, mode: 'demo' })
  expect(get(client.session.loggedIn)).toBe(true)
  expect(client.storage.readText('userInfo')).toContain('ada')
})

test('a session unknown to the server ends', async () => {
  client.storage.writeText('token', 't')
  await start(() => Promise.resolve(fail('session')))
  expect(client.session.current()).toMatchObject({ token: null, user: null, ready: true })
  expect(client.storage.readText('token')).toBe(null)
})

test('without a network the stored user info is used, and refetched after reconnect', async () => {
  stops.push(startNetwork(client.live.stale))
  client.storage.writeText('token', 't')
  client.storage.writeText('userInfo', '{"account":"stored"}')
  let online = false
  await start(() => Promise.resolve(online ? ok({ account: 'fresh' }) : fail('network')))
  expect(client.session.current()).toMatchObject({ ready: true, user: { account: 'stored' } })
  online = true
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  window.dispatchEvent(new Event('offline'))
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true })
  window.dispatchEvent(new Event('online'))
  await Promise.resolve()
  await Promise.resolve()
  expect(client.session.current().user).toMatchObject({ account: 'fresh' })
})

describe('a network that does not answer', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    client.storage.writeText('token', 't')
  })
  afterEach(() => void vi.useRealTimers())

  /** A start whose first request is answered by `answer`. */
  async function started() {
    client.storage.writeText('userInfo', '{"account":"stored"}')
    const answers: ((result: CallResult) => void)[] = []
    const load = vi.fn(() => new Promise<CallResult>((resolve) => answers.push(resolve)))
    const done = start(load)
    await vi.advanceTimersByTimeAsync(STALE_AFTER_MS)
    await done
    return { load, answers }
  }

  test('leaves the stored user info until the answer comes', async () => {
    const { answers } = await started()
    expect(client.session.current()).toMatchObject({ ready: true, user: { account: 'stored' } })
    answers[0]?.(ok({ account: 'fresh' }))
    await vi.advanceTimersByTimeAsync(0)
    expect(client.session.current().user).toMatchObject({ account: 'fresh' })
  })

  test('is asked again when the server can be reached, until it has answered', async () => {
    const { answers, load } = await started()
    client.session.retryUser(load)
    answers[1]?.(ok({ account: 'fresh' }))
    await vi.advanceTimersByTimeAsync(0)
    client.session.retryUser(load)
    expect([client.session.current().user, load.mock.calls.length]).toEqual([{ account: 'fresh' }, 2])
  })

  test('is waited for without stored user info', async () => {
    const answers: ((result: CallResult) => void)[] = []
    const done = start(() => new Promise((resolve) => answers.push(resolve)))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(client.session.current().ready).toBe(false)
    answers[0]?.(ok({ account: 'ada' }))
    await done
    expect(client.session.current()).toMatchObject({ ready: true, user: { account: 'ada' } })
  })
})

test('login counts once the user info is fetched, and leaves nothing on failure', async () => {
  const epoch = client.session.current().generation
  expect((await client.session.login('t', () => Promise.resolve(ok({ account: 'ada' })))).ok).toBe(true)
  expect(get(client.session.loggedIn)).toBe(true)
  expect(client.session.current().generation).toBeGreaterThan(epoch)
  client.session.logout()
  expect((await client.session.login('t', () => Promise.resolve(fail('network')))).ok).toBe(false)
  expect(client.session.current()).toMatchObject({ token: null, user: null })
  expect(client.storage.readText('token')).toBe(null)
})

test('a reply for an ended session changes nothing', async () => {
  await client.session.login('a', () => Promise.resolve(ok({ account: 'ada' })))
  const answers: ((result: CallResult) => void)[] = []
  const pending = client.session.refreshUser(() => new Promise((resolve) => answers.push(resolve)))
  client.session.logout()
  answers[0]?.(ok({ account: 'ada' }))
  expect((await pending).ok).toBe(false)
  expect(client.session.current()).toMatchObject({ token: null, user: null })
})

test('a reply that is older than the user in the session changes nothing', async () => {
  await client.session.login('a', () => Promise.resolve(ok({ account: 'ada', mode: 'real' })))
  const answers: ((result: CallResult) => void)[] = []
  const older = client.session.refreshUser(() => new Promise((resolve) => answers.push(resolve)))
  await client.session.refreshUser(() => Promise.resolve(ok({ account: 'ada', mode: 'demo' })))
  answers[0]?.(ok({ account: 'ada', mode: 'real' }))
  await older
  expect(client.session.current()).toMatchObject({ user: { mode: 'demo' }, mode: 'demo' })
})

test('the mode that another tab has switched to holds before the user is fetched again', async () => {
  await client.session.login('a', () => Promise.resolve(ok({ account: 'ada', mode: 'real' })))
  await client.session.refreshUser(() => Promise.resolve(fail('network')))
  client.session.adoptMode('demo')
  expect(client.session.current()).toMatchObject({ user: { account: 'ada', mode: 'demo' }, mode: 'demo' })
  client.session.adoptMode('none')
  expect(client.session.current().mode).toBe('demo')
})

test('logout clears user info and token from the device', async () => {
  await client.session.login('a', () => Promise.resolve(ok({ account: 'ada' })))
  client.session.logout()
  expect([client.storage.readText('token'), client.storage.readText('userInfo')]).toEqual([null, null])
})

test('invalid stored data is ignored', async () => {
  client.storage.writeText('token', 't')
  client.storage.writeText('userInfo', '{broken')
  await start(() => Promise.resolve(fail('network')))
  expect(client.session.current()).toMatchObject({ user: null, ready: true })
})

test('the user in the reply to a write is fetched if another reply came meanwhile', async () => {
  await client.session.login('t', () => Promise.resolve(ok({ account: 'ada', mode: 'demo' })))
  const answers: ((result: CallResult) => void)[] = []
  const server = { account: 'ada', mode: 'demo' }
  const fetched = vi.fn(() => Promise.resolve(ok({ ...server })))
  const write = client.session.applyUserReply(() => new Promise((resolve) => answers.push(resolve)), fetched)
  server.mode = 'real'
  await client.session.refreshUser(() => Promise.resolve(ok({ ...server })))
  answers[0]?.(ok({ account: 'ada', mode: 'demo' }))
  expect(await write).toMatchObject({ ok: true })
  expect(client.session.current()).toMatchObject({ mode: 'real', user: { mode: 'real' } })
  expect(fetched).toHaveBeenCalledOnce()
  await client.session.applyUserReply(
    () => Promise.resolve(ok({ account: 'ada', mode: 'real', watchlist: ['BTCUSDT'] })),
    fetched,
  )
  expect(client.session.current()).toMatchObject({ user: { watchlist: ['BTCUSDT'] } })
  expect(fetched).toHaveBeenCalledOnce()
})

describe('preferences of the user', () => {
  const ada = () => Promise.resolve(ok({ id: 'ada', account: 'ada' }))
  const stars = () => [client.preferences.valueOf('watchlist'), client.storage.readText('watchlist')]

  test.each([
    ['watchlist', ['BTCUSDT']],
    ['location', '52.5,13.4'],
  ])('such as %s are not those of the next user', async (name, value) => {
    const before = client.preferences.valueOf(name)
    await client.session.login('a', ada)
    client.preferences.choose(name, value)
    expect(client.preferences.valueOf(name)).toEqual(value)
    client.session.logout()
    await client.session.login('b', () => Promise.resolve(ok({ id: 'bob' })))
    expect([client.preferences.valueOf(name), client.storage.readText(name)]).toEqual([before, null])
  })

  test('are gone when the session is', async () => {
    await client.session.login('a', ada)
    client.preferences.choose('watchlist', ['BTCUSDT'])
    const seen: unknown[] = []
    stops.push(
      watch(client.session.atom, () =>
        seen.push([client.session.current().token, client.preferences.valueOf('watchlist')]),
      ),
    )
    client.session.logout()
    expect([stars(), seen]).toEqual([[[], null], [[null, []]]])
  })

  test('are gone where the session ended while the app was closed, also without a stored owner', async () => {
    client.storage.writeText('token', 'a')
    client.storage.writeText('userInfo', '{"id":"ada"}')
    client.preferences.choose('watchlist', ['BTCUSDT'])
    await start(() => Promise.resolve(fail('session')))
    expect(stars()).toEqual([[], null])
  })

  test('are gone where the token is gone', async () => {
    await client.session.login('a', ada)
    client.preferences.choose('watchlist', ['BTCUSDT'])
    client.storage.writeText('token', null)
    await start(ada)
    expect(stars()).toEqual([[], null])
  })

  test('remain without a network', async () => {
    await client.session.login('a', ada)
    client.preferences.choose('watchlist', ['BTCUSDT'])
    await start(() => Promise.resolve(fail('network')))
    expect(stars()).toEqual([['BTCUSDT'], '["BTCUSDT"]'])
  })

  test('are back with their user where they are kept', async () => {
    const line = { id: 'a', symbol: 'BTCUSDT', kind: 'horizontal', points: [{ time: 1, price: '5' }], text: '' }
    await client.session.login('a', ada)
    client.preferences.choose('chartDrawings', [line])
    client.session.logout()
    expect(client.preferences.valueOf('chartDrawings')).toEqual([])
    await client.session.login('b', () => Promise.resolve(ok({ id: 'bob' })))
    expect(client.preferences.valueOf('chartDrawings')).toEqual([])
    client.session.logout()
    await client.session.login('c', ada)
    expect([client.preferences.valueOf('chartDrawings'), client.preferences.valueOf('watchlist')]).toEqual([[line], []])
    expect(client.storage.readText('chartDrawings')).toBe(JSON.stringify([line]))
  })

  test('are those of the device where it is a preference of the device', async () => {
    await client.session.login('a', ada)
    client.preferences.choose('chartInterval', '1h')
    client.session.logout()
    expect(client.preferences.valueOf('chartInterval')).toBe('1h')
  })
})
