import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { get, watch } from '../store.ts'
import { client } from '../../../../tests/support/client.ts'

const NOW = 1_795_000_000

beforeEach(() => void vi.useFakeTimers({ now: NOW * 1_000 }))
afterEach(() => {
  client.clock.sync(Date.now() / 1_000)
  vi.useRealTimers()
})

it('equals the device’s time if the server differs only by rounding and latency', () => {
  for (const serverTime of [NOW, NOW - 1, NOW + 1]) {
    client.clock.sync(serverTime)
    expect(client.clock.now()).toBe(NOW * 1_000)
  }
})

it.each([-300, 300, 3])(
  'is the server’s on a device that is wrong by %i s, and does not jump with each message',
  (wrong) => {
    client.clock.sync(NOW + wrong)
    expect(client.clock.now()).toBe((NOW + wrong) * 1_000)
    vi.advanceTimersByTime(1_900)
    client.clock.sync(NOW + wrong + 1)
    expect(client.clock.now()).toBe((NOW + wrong) * 1_000 + 1_900)
  },
)

it('follows a corrected device clock, and ignores an invalid server time', () => {
  client.clock.sync(NOW + 300)
  client.clock.sync(Number.NaN)
  expect(client.clock.now()).toBe((NOW + 300) * 1_000)
  vi.setSystemTime((NOW + 301) * 1_000)
  client.clock.sync(NOW + 301)
  expect(client.clock.now()).toBe((NOW + 301) * 1_000)
})

it('gives relative times the server’s time as soon as it is known', () => {
  const seen: number[] = []
  const stop = watch(client.clock.minute, () => seen.push(get(client.clock.minute)))
  client.clock.sync(NOW - 3600)
  expect(get(client.clock.minute)).toBe(NOW - 3600)
  vi.advanceTimersByTime(60_000)
  expect(get(client.clock.minute)).toBe(NOW - 3540)
  stop()
  expect(seen.at(-1)).toBe(NOW - 3540)
})
