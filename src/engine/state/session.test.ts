// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { STALE_AFTER_MS } from '../language/constants.ts'
import type { CallResult } from '../language/result.ts'
import { startNetwork } from './data/network.ts'
import { preference, setPreference } from './prefs.ts'
import {
  adoptMode,
  applyUserReply,
  login,
  loggedInAtom,
  logout,
  refreshUser,
  retryUser,
  session,
  sessionAtom,
  startSession,
} from './session.ts'
import { readText, writeText } from './storage.ts'
import { get, watch } from './store.ts'

const ok = (data: unknown): CallResult => ({ ok: true, data, code: '1', message: '', params: {} })
const fail = (kind: 'network' | 'session'): CallResult => ({ ok: false, kind, code: kind, message: '', params: {} })

let stops: (() => void)[] = []
const start = async (load: () => Promise<CallResult>) => void stops.push(await startSession(load, ['real', 'demo']))

beforeEach(() => {
  localStorage.clear()
  logout()
})
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
})

test('without a stored token it is ready immediately', async () => {
  await start(() => Promise.reject(new Error('must not be called')))
  expect(session()).toMatchObject({ token: null, user: null, ready: true })
})

test('with a stored token the user info is fetched before it is ready', async () => {
  writeText('token', 't')
  const answers: ((result: CallResult) => void)[] = []
  const started = start(() => new Promise((resolve) => answers.push(resolve)))
  expect(session()).toMatchObject({ token: 't', ready: false })
  expect(get(loggedInAtom)).toBe(false)
  answers[0]?.(ok({ account: 'ada', mode: 'demo' }))
  await started
  expect(session()).toMatchObject({ ready: true, user: { account: 'ada' }, mode: 'demo' })
  expect(get(loggedInAtom)).toBe(true)
  expect(readText('userInfo')).toContain('ada')
})

test('a session unknown to the server ends', async () => {
  writeText('token', 't')
  await start(() => Promise.resolve(fail('session')))
  expect(session()).toMatchObject({ token: null, user: null, ready: true })
  expect(readText('token')).toBe(null)
})

test('without a network the stored user info is used, and refetched after reconnect', async () => {
  stops.push(startNetwork())
  writeText('token', 't')
  writeText('userInfo', '{"account":"stored"}')
  let online = false
  await start(() => Promise.resolve(online ? ok({ account: 'fresh' }) : fail('network')))
  expect(session()).toMatchObject({ ready: true, user: { account: 'stored' } })
  online = true
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  window.dispatchEvent(new Event('offline'))
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true })
  window.dispatchEvent(new Event('online'))
  await Promise.resolve()
  await Promise.resolve()
  expect(session().user).toMatchObject({ account: 'fresh' })
})

describe('a network that does not answer', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    writeText('token', 't')
  })
  afterEach(() => void vi.useRealTimers())

  /** A start whose first request is answered by `answer`. */
  async function started() {
    writeText('userInfo', '{"account":"stored"}')
    const answers: ((result: CallResult) => void)[] = []
    const load = vi.fn(() => new Promise<CallResult>((resolve) => answers.push(resolve)))
    const done = start(load)
    await vi.advanceTimersByTimeAsync(STALE_AFTER_MS)
    await done
    return { load, answers }
  }

  test('leaves the stored user info until the answer comes', async () => {
    const { answers } = await started()
    expect(session()).toMatchObject({ ready: true, user: { account: 'stored' } })
    answers[0]?.(ok({ account: 'fresh' }))
    await vi.advanceTimersByTimeAsync(0)
    expect(session().user).toMatchObject({ account: 'fresh' })
  })

  test('is asked again when the server can be reached, until it has answered', async () => {
    const { answers, load } = await started()
    retryUser(load)
    answers[1]?.(ok({ account: 'fresh' }))
    await vi.advanceTimersByTimeAsync(0)
    retryUser(load)
    expect([session().user, load.mock.calls.length]).toEqual([{ account: 'fresh' }, 2])
  })

  test('is waited for without stored user info', async () => {
    const answers: ((result: CallResult) => void)[] = []
    const done = start(() => new Promise((resolve) => answers.push(resolve)))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(session().ready).toBe(false)
    answers[0]?.(ok({ account: 'ada' }))
    await done
    expect(session()).toMatchObject({ ready: true, user: { account: 'ada' } })
  })
})

test('login counts once the user info is fetched, and leaves nothing on failure', async () => {
  const epoch = session().generation
  expect((await login('t', () => Promise.resolve(ok({ account: 'ada' })))).ok).toBe(true)
  expect(get(loggedInAtom)).toBe(true)
  expect(session().generation).toBeGreaterThan(epoch)
  logout()
  expect((await login('t', () => Promise.resolve(fail('network')))).ok).toBe(false)
  expect(session()).toMatchObject({ token: null, user: null })
  expect(readText('token')).toBe(null)
})

test('a reply for an ended session changes nothing', async () => {
  await login('a', () => Promise.resolve(ok({ account: 'ada' })))
  const answers: ((result: CallResult) => void)[] = []
  const pending = refreshUser(() => new Promise((resolve) => answers.push(resolve)))
  logout()
  answers[0]?.(ok({ account: 'ada' }))
  expect((await pending).ok).toBe(false)
  expect(session()).toMatchObject({ token: null, user: null })
})

test('a reply that is older than the user in the session changes nothing', async () => {
  await login('a', () => Promise.resolve(ok({ account: 'ada', mode: 'real' })))
  const answers: ((result: CallResult) => void)[] = []
  const older = refreshUser(() => new Promise((resolve) => answers.push(resolve)))
  await refreshUser(() => Promise.resolve(ok({ account: 'ada', mode: 'demo' })))
  answers[0]?.(ok({ account: 'ada', mode: 'real' }))
  await older
  expect(session()).toMatchObject({ user: { mode: 'demo' }, mode: 'demo' })
})

test('the mode that another tab has switched to holds before the user is fetched again', async () => {
  await login('a', () => Promise.resolve(ok({ account: 'ada', mode: 'real' })))
  await refreshUser(() => Promise.resolve(fail('network')))
  adoptMode('demo')
  expect(session()).toMatchObject({ user: { account: 'ada', mode: 'demo' }, mode: 'demo' })
  adoptMode('none')
  expect(session().mode).toBe('demo')
})

test('logout clears user info and token from the device', async () => {
  await login('a', () => Promise.resolve(ok({ account: 'ada' })))
  logout()
  expect([readText('token'), readText('userInfo')]).toEqual([null, null])
})

test('invalid stored data is ignored', async () => {
  writeText('token', 't')
  writeText('userInfo', '{broken')
  await start(() => Promise.resolve(fail('network')))
  expect(session()).toMatchObject({ user: null, ready: true })
})

test('the user in the reply to a write is fetched if another reply came meanwhile', async () => {
  await login('t', () => Promise.resolve(ok({ account: 'ada', mode: 'demo' })))
  const answers: ((result: CallResult) => void)[] = []
  const server = { account: 'ada', mode: 'demo' }
  const fetched = vi.fn(() => Promise.resolve(ok({ ...server })))
  const write = applyUserReply(() => new Promise((resolve) => answers.push(resolve)), fetched)
  server.mode = 'real'
  await refreshUser(() => Promise.resolve(ok({ ...server })))
  answers[0]?.(ok({ account: 'ada', mode: 'demo' }))
  expect(await write).toMatchObject({ ok: true })
  expect(session()).toMatchObject({ mode: 'real', user: { mode: 'real' } })
  expect(fetched).toHaveBeenCalledOnce()
  await applyUserReply(() => Promise.resolve(ok({ account: 'ada', mode: 'real', watchlist: ['BTCUSDT'] })), fetched)
  expect(session()).toMatchObject({ user: { watchlist: ['BTCUSDT'] } })
  expect(fetched).toHaveBeenCalledOnce()
})

describe('preferences of the user', () => {
  const ada = () => Promise.resolve(ok({ id: 'ada', account: 'ada' }))
  const stars = () => [preference('watchlist'), readText('watchlist')]

  test.each([
    ['watchlist', ['BTCUSDT']],
    ['location', '52.5,13.4'],
  ])('such as %s are not those of the next user', async (name, value) => {
    const before = preference(name)
    await login('a', ada)
    setPreference(name, value)
    expect(preference(name)).toEqual(value)
    logout()
    await login('b', () => Promise.resolve(ok({ id: 'bob' })))
    expect([preference(name), readText(name)]).toEqual([before, null])
  })

  test('are gone when the session is', async () => {
    await login('a', ada)
    setPreference('watchlist', ['BTCUSDT'])
    const seen: unknown[] = []
    stops.push(watch(sessionAtom, () => seen.push([session().token, preference('watchlist')])))
    logout()
    expect([stars(), seen]).toEqual([[[], null], [[null, []]]])
  })

  test('are gone where the session ended while the app was closed, also without a stored owner', async () => {
    writeText('token', 'a')
    writeText('userInfo', '{"id":"ada"}')
    setPreference('watchlist', ['BTCUSDT'])
    await start(() => Promise.resolve(fail('session')))
    expect(stars()).toEqual([[], null])
  })

  test('are gone where the token is gone', async () => {
    await login('a', ada)
    setPreference('watchlist', ['BTCUSDT'])
    writeText('token', null)
    await start(ada)
    expect(stars()).toEqual([[], null])
  })

  test('remain without a network', async () => {
    await login('a', ada)
    setPreference('watchlist', ['BTCUSDT'])
    await start(() => Promise.resolve(fail('network')))
    expect(stars()).toEqual([['BTCUSDT'], '["BTCUSDT"]'])
  })

  test('are those of the device where it is a preference of the device', async () => {
    await login('a', ada)
    setPreference('chartInterval', '1h')
    logout()
    expect(preference('chartInterval')).toBe('1h')
  })
})
