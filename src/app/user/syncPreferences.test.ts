// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { syncedPreferences } from '../../product/syncedPreferences.ts'
import { userPreferences } from '../../generated/preferences.ts'
import { syncPreferences } from './syncPreferences.ts'
import { client } from '../../../tests/support/client.ts'

const user =
  (watchlist: string[], id = 'ada') =>
  async () => ({
    ok: true as const,
    code: '1',
    message: '',
    params: {},
    data: { id, mode: 'real', watchlist },
  })
const sessionOver = async () => ({
  ok: false as const,
  kind: 'session' as const,
  code: 'sessionExpired',
  message: '',
  params: {},
})
const send = vi.fn(() => Promise.resolve(true))
const starred = () => client.preferences.valueOf('watchlist')
let stop: () => void

beforeEach(() => {
  send.mockClear()
  client.preferences.choose('watchlist', [])
  stop = syncPreferences(client, syncedPreferences, { send })
})
afterEach(() => {
  stop()
  client.session.logout()
})

test('a visitor keeps the list on the device', () => {
  client.preferences.choose('watchlist', ['BTCUSDT'])
  expect(starred()).toEqual(['BTCUSDT'])
  expect(send).not.toHaveBeenCalled()
})

test('a login joins the list of the visitor with that of the user', async () => {
  client.preferences.choose('watchlist', ['BTCUSDT', 'ETHUSDT'])
  await client.session.login('token', user(['ETHUSDT', 'SOLUSDT']))
  expect(starred()).toEqual(['ETHUSDT', 'SOLUSDT', 'BTCUSDT'])
  expect(send.mock.calls).toEqual([[{ add: ['BTCUSDT'], remove: [] }]])
})

test('a change is sent once', async () => {
  await client.session.login('token', user(['BTCUSDT']))
  client.preferences.choose('watchlist', ['ETHUSDT'])
  expect(send.mock.calls).toEqual([[{ add: ['ETHUSDT'], remove: ['BTCUSDT'] }]])
})

test('a user read before the change arrived does not undo it', async () => {
  await client.session.login('token', user(['BTCUSDT']))
  client.preferences.choose('watchlist', ['BTCUSDT', 'ETHUSDT'])
  await client.session.refreshUser(user(['BTCUSDT']))
  expect(starred()).toEqual(['BTCUSDT', 'ETHUSDT'])
})

test('a change on another device is taken over', async () => {
  await client.session.login('token', user(['BTCUSDT']))
  await client.session.refreshUser(user(['BTCUSDT', 'XAUUSD']))
  expect(starred()).toEqual(['BTCUSDT', 'XAUUSD'])
  expect(send).not.toHaveBeenCalled()
})

describe('a change that did not reach the server', () => {
  const LOST = { add: ['ETHUSDT'], remove: [] }
  beforeEach(async () => {
    await client.session.login('token', user(['BTCUSDT']))
    send.mockResolvedValueOnce(false)
    client.preferences.choose('watchlist', ['BTCUSDT', 'ETHUSDT'])
    await Promise.resolve()
  })

  test('is sent again with the next user', async () => {
    await client.session.refreshUser(user(['BTCUSDT']))
    expect(starred()).toEqual(['BTCUSDT', 'ETHUSDT'])
    expect(send.mock.calls).toEqual([[LOST], [LOST]])
  })

  test('is sent again with the next change', () => {
    client.preferences.choose('watchlist', ['BTCUSDT', 'ETHUSDT', 'XAUUSD'])
    expect(send.mock.calls).toEqual([[LOST], [{ add: ['ETHUSDT', 'XAUUSD'], remove: [] }]])
  })

  test('is sent again where another change has followed it', async () => {
    send.mockResolvedValueOnce(false)
    client.preferences.choose('watchlist', ['BTCUSDT', 'ETHUSDT', 'XAUUSD'])
    client.preferences.choose('watchlist', ['BTCUSDT', 'ETHUSDT', 'XAUUSD', 'SOLUSDT'])
    await Promise.resolve()
    send.mockClear()
    await client.session.refreshUser(user(['BTCUSDT']))
    expect(send.mock.calls).toEqual([[{ add: ['ETHUSDT', 'XAUUSD'], remove: [] }]])
  })

  test('is kept where another device has changed the list', async () => {
    await client.session.refreshUser(user(['BTCUSDT', 'SOLUSDT']))
    expect(starred()).toEqual(['BTCUSDT', 'SOLUSDT', 'ETHUSDT'])
    expect(send.mock.calls).toEqual([[LOST], [LOST]])
  })
})

test('a logout empties the list of the device', async () => {
  await client.session.login('token', user(['BTCUSDT']))
  client.session.logout()
  expect(starred()).toEqual([])
  expect(send).not.toHaveBeenCalled()
})

test.each(syncedPreferences)('$preference is a preference of the user', (synced) => {
  expect(userPreferences).toContain(synced.preference)
})

describe('the list of a user', () => {
  /** The app is closed, and opened again with this token. */
  async function reopen(token: string, load: ReturnType<typeof user> | typeof sessionOver) {
    stop()
    client.storage.writeText('token', token)
    const stopSession = await client.session.start(load)
    const stopSync = syncPreferences(client, syncedPreferences, { send })
    stop = () => {
      stopSession()
      stopSync()
    }
  }

  test('is not that of the next one where the session ended while the app was closed', async () => {
    await client.session.login('token', user(['BTCUSDT']))
    await reopen('token', sessionOver)
    expect(starred()).toEqual([])
    await client.session.login('other', user(['XAUUSD'], 'bob'))
    expect([starred(), send.mock.calls]).toEqual([['XAUUSD'], []])
  })

  test('is not that of the next one where another tab has stored the next session', async () => {
    await client.session.login('token', user(['BTCUSDT']))
    await reopen('other', user(['XAUUSD'], 'bob'))
    expect([starred(), send.mock.calls]).toEqual([['XAUUSD'], []])
  })

  test('is not that of the next one where the first has not logged out', async () => {
    await client.session.login('token', user(['BTCUSDT']))
    await client.session.login('other', user(['XAUUSD'], 'bob'))
    expect([starred(), send.mock.calls]).toEqual([['XAUUSD'], []])
  })

  test('is still there in the next visit', async () => {
    await client.session.login('token', user(['BTCUSDT']))
    await reopen('token', user(['BTCUSDT']))
    expect([starred(), send.mock.calls]).toEqual([['BTCUSDT'], []])
  })
})

test('a login that fails leaves the list of the visitor, and the next one joins it', async () => {
  client.preferences.choose('watchlist', ['BTCUSDT'])
  await client.session.login('token', sessionOver)
  expect(starred()).toEqual(['BTCUSDT'])
  await client.session.login('token', user(['ETHUSDT']))
  expect(send.mock.calls).toEqual([[{ add: ['BTCUSDT'], remove: [] }]])
})
