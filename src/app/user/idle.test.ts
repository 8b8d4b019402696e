// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchIdle } from './idle.ts'
import { client } from '../../../tests/support/client.ts'

const KEY = client.storage.nameOf('touched')
const idle = vi.fn()
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  idle.mockClear()
  stop = watchIdle(client.storage, 60, idle)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})
const press = () => void window.dispatchEvent(new Event('keydown'))

test('calls back after the time without input', () => {
  vi.advanceTimersByTime(50_000)
  press()
  vi.advanceTimersByTime(59_000)
  expect(idle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(idle).toHaveBeenCalledTimes(1)
})

test('counts the input of another tab', () => {
  vi.advanceTimersByTime(50_000)
  localStorage.setItem(KEY, String(Date.now()))
  vi.advanceTimersByTime(59_000)
  expect(idle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(idle).toHaveBeenCalledTimes(1)
})

test('writes the time of input for other tabs, at most once per second', () => {
  const write = vi.spyOn(Storage.prototype, 'setItem')
  vi.advanceTimersByTime(10_000)
  const first = Date.now()
  for (let i = 0; i < 10; i += 1) press()
  expect([write.mock.calls.length, localStorage.getItem(KEY)]).toEqual([1, String(first)])
  vi.advanceTimersByTime(1_000)
  press()
  expect([write.mock.calls.length, localStorage.getItem(KEY)]).toEqual([2, String(first + 1_000)])
  write.mockRestore()
})

test.each(['none', '9999999999999'])('a stored time of %j is not one of input', (stored) => {
  localStorage.setItem(KEY, stored)
  vi.advanceTimersByTime(60_000)
  expect(idle).toHaveBeenCalledTimes(1)
})

test.each([
  ['one that was idle for longer', 60_000, 1],
  ['one with input since', 59_000, 0],
])('calls back at the start of a visit after %s', (_visit, ago, times) => {
  stop()
  localStorage.setItem(KEY, String(Date.now() - ago))
  stop = watchIdle(client.storage, 60, idle)
  expect(idle).toHaveBeenCalledTimes(times)
  vi.advanceTimersByTime(59_000)
  expect(idle).toHaveBeenCalledTimes(times)
  vi.advanceTimersByTime(1_000)
  expect(idle).toHaveBeenCalledTimes(times + 1)
})

test.each(['none', '9999999999999', null])('does not call back at the start with a stored time of %j', (stored) => {
  stop()
  if (stored === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, stored)
  stop = watchIdle(client.storage, 60, idle)
  expect(idle).not.toHaveBeenCalled()
})
