// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { syncedPreferences } from '../product/syncedPreferences.ts'
import { preference, setPreference } from '../state/prefs.ts'
import * as session from '../state/session.ts'
import { syncPreferences } from './syncPreferences.ts'

const user = (watchlist: string[]) => async () => ({
  ok: true as const,
  code: '1',
  message: '',
  params: {},
  data: { mode: 'real', watchlist },
})
const send = vi.fn(() => Promise.resolve(true))
const starred = () => preference('watchlist')
let stop: () => void

beforeEach(() => {
  send.mockClear()
  setPreference('watchlist', [])
  stop = syncPreferences(syncedPreferences, { send })
})
afterEach(() => {
  stop()
  session.logout()
})

test('a visitor keeps the list on the device', () => {
  setPreference('watchlist', ['BTCUSDT'])
  expect(starred()).toEqual(['BTCUSDT'])
  expect(send).not.toHaveBeenCalled()
})

test('a login joins the list of the visitor with that of the user', async () => {
  setPreference('watchlist', ['BTCUSDT', 'ETHUSDT'])
  await session.login('token', user(['ETHUSDT', 'SOLUSDT']))
  expect(starred()).toEqual(['ETHUSDT', 'SOLUSDT', 'BTCUSDT'])
  expect(send.mock.calls).toEqual([[{ add: ['BTCUSDT'], remove: [] }]])
})

test('a change is sent once', async () => {
  await session.login('token', user(['BTCUSDT']))
  setPreference('watchlist', ['ETHUSDT'])
  expect(send.mock.calls).toEqual([[{ add: ['ETHUSDT'], remove: ['BTCUSDT'] }]])
})

test('a user read before the change arrived does not undo it', async () => {
  await session.login('token', user(['BTCUSDT']))
  setPreference('watchlist', ['BTCUSDT', 'ETHUSDT'])
  await session.refreshUser(user(['BTCUSDT']))
  expect(starred()).toEqual(['BTCUSDT', 'ETHUSDT'])
})

test('a change on another device is taken over', async () => {
  await session.login('token', user(['BTCUSDT']))
  await session.refreshUser(user(['BTCUSDT', 'XAUUSD']))
  expect(starred()).toEqual(['BTCUSDT', 'XAUUSD'])
  expect(send).not.toHaveBeenCalled()
})

describe('a change that did not reach the server', () => {
  const LOST = { add: ['ETHUSDT'], remove: [] }
  beforeEach(async () => {
    await session.login('token', user(['BTCUSDT']))
    send.mockResolvedValueOnce(false)
    setPreference('watchlist', ['BTCUSDT', 'ETHUSDT'])
    await Promise.resolve()
  })

  test('is sent again with the next user', async () => {
    await session.refreshUser(user(['BTCUSDT']))
    expect(starred()).toEqual(['BTCUSDT', 'ETHUSDT'])
    expect(send.mock.calls).toEqual([[LOST], [LOST]])
  })

  test('is sent again with the next change', () => {
    setPreference('watchlist', ['BTCUSDT', 'ETHUSDT', 'XAUUSD'])
    expect(send.mock.calls).toEqual([[LOST], [{ add: ['ETHUSDT', 'XAUUSD'], remove: [] }]])
  })

  test('is sent again where another change has followed it', async () => {
    send.mockResolvedValueOnce(false)
    setPreference('watchlist', ['BTCUSDT', 'ETHUSDT', 'XAUUSD'])
    setPreference('watchlist', ['BTCUSDT', 'ETHUSDT', 'XAUUSD', 'SOLUSDT'])
    await Promise.resolve()
    send.mockClear()
    await session.refreshUser(user(['BTCUSDT']))
    expect(send.mock.calls).toEqual([[{ add: ['ETHUSDT', 'XAUUSD'], remove: [] }]])
  })

  test('is kept where another device has changed the list', async () => {
    await session.refreshUser(user(['BTCUSDT', 'SOLUSDT']))
    expect(starred()).toEqual(['BTCUSDT', 'SOLUSDT', 'ETHUSDT'])
    expect(send.mock.calls).toEqual([[LOST], [LOST]])
  })
})

test('a logout empties the list of the device', async () => {
  await session.login('token', user(['BTCUSDT']))
  session.logout()
  expect(starred()).toEqual([])
  expect(send).not.toHaveBeenCalled()
})
