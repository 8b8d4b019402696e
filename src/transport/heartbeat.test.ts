import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createHeartbeat } from './heartbeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start() {
  const told: boolean[] = []
  const staleness = createHeartbeat({ afterMs: 2500, now: Date.now, onChange: (silent) => told.push(silent) })
  staleness.start()
  return { told, staleness }
}

it('notifies once after the silence, and once when it ends', async () => {
  const { told, staleness } = start()
  for (let i = 0; i < 10; i += 1) {
    await vi.advanceTimersByTimeAsync(1000)
    staleness.beat()
  }
  await vi.advanceTimersByTimeAsync(2499)
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toEqual([true])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual([true])
  staleness.beat()
  staleness.beat()
  expect(told).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(2500)
  expect(told).toEqual([true, false, true])
})

it('counts from the start, and not while stopped', async () => {
  const { told, staleness } = start()
  staleness.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual([])
  staleness.start()
  await vi.advanceTimersByTimeAsync(2500)
  expect(told).toEqual([true])
})
