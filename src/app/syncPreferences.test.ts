// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
const send = vi.fn(() => Promise.resolve())
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

test('a logout empties the list of the device', async () => {
  await session.login('token', user(['BTCUSDT']))
  session.logout()
  expect(starred()).toEqual([])
  expect(send).not.toHaveBeenCalled()
})
