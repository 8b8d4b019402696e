import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { minuteAtom, syncServerTime, serverNow } from './clock.ts'
import { get, watch } from '../store.ts'

const NOW = 1_795_000_000

beforeEach(() => void vi.useFakeTimers({ now: NOW * 1_000 }))
afterEach(() => {
  syncServerTime(Date.now() / 1_000)
  vi.useRealTimers()
})

it('equals the device’s time if the server differs only by rounding and latency', () => {
  for (const serverTime of [NOW, NOW - 1, NOW + 1]) {
    syncServerTime(serverTime)
    expect(serverNow()).toBe(NOW * 1_000)
  }
})

it.each([-300, 300, 3])(
  'is the server’s on a device that is wrong by %i s, and does not jump with each message',
  (wrong) => {
    syncServerTime(NOW + wrong)
    expect(serverNow()).toBe((NOW + wrong) * 1_000)
    vi.advanceTimersByTime(1_900)
    syncServerTime(NOW + wrong + 1)
    expect(serverNow()).toBe((NOW + wrong) * 1_000 + 1_900)
  },
)

it('follows a corrected device clock, and ignores an invalid server time', () => {
  syncServerTime(NOW + 300)
  syncServerTime(Number.NaN)
  expect(serverNow()).toBe((NOW + 300) * 1_000)
  vi.setSystemTime((NOW + 301) * 1_000)
  syncServerTime(NOW + 301)
  expect(serverNow()).toBe((NOW + 301) * 1_000)
})

it('gives relative times the server’s time as soon as it is known', () => {
  const seen: number[] = []
  const stop = watch(minuteAtom, () => seen.push(get(minuteAtom)))
  syncServerTime(NOW - 3600)
  expect(get(minuteAtom)).toBe(NOW - 3600)
  vi.advanceTimersByTime(60_000)
  expect(get(minuteAtom)).toBe(NOW - 3540)
  stop()
  expect(seen.at(-1)).toBe(NOW - 3540)
})
