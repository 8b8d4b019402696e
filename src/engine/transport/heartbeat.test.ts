import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createHeartbeat } from './heartbeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(silent = false) {
  const changes: boolean[] = []
  const staleness = createHeartbeat({
    afterMs: 2500,
    now: Date.now,
    onChange: (silent) => changes.push(silent),
    silent,
  })
  staleness.start()
  return { changes, staleness }
}

it('notifies once after the silence, and once when it ends', async () => {
  const { changes, staleness } = start()
  for (let i = 0; i < 10; i += 1) {
    await vi.advanceTimersByTimeAsync(1000)
    staleness.beat()
  }
  await vi.advanceTimersByTimeAsync(2499)
  expect(changes).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(changes).toEqual([true])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(changes).toEqual([true])
  staleness.beat()
  staleness.beat()
  expect(changes).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(2500)
  expect(changes).toEqual([true, false, true])
})

it('ends the silence when it is stopped, and begins it again after a start', async () => {
  const { changes, staleness } = start()
  await vi.advanceTimersByTimeAsync(2500)
  staleness.stop()
  expect(changes).toEqual([true, false])
  staleness.start()
  await vi.advanceTimersByTimeAsync(2500)
  expect(changes).toEqual([true, false, true])
})

it('counts from the start, and not while stopped', async () => {
  const { changes, staleness } = start()
  staleness.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(changes).toEqual([])
  staleness.start()
  await vi.advanceTimersByTimeAsync(2500)
  expect(changes).toEqual([true])
})

it('ends a silence that has begun before its start, and notices the next one', async () => {
  const { changes, staleness } = start(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(changes).toEqual([])
  staleness.beat()
  expect(changes).toEqual([false])
  await vi.advanceTimersByTimeAsync(2500)
  expect(changes).toEqual([false, true])
})

it('notices a silence after the clock has been set back', async () => {
  const { changes, staleness } = start()
  await vi.advanceTimersByTimeAsync(1000)
  staleness.beat()
  vi.setSystemTime(Date.now() - 3_600_000)
  await vi.advanceTimersByTimeAsync(1000)
  expect(changes).toEqual([])
  await vi.advanceTimersByTimeAsync(3500)
  expect(changes).toEqual([true])
})

it('does not report a silence where messages come after the clock has been set back', async () => {
  const { changes, staleness } = start()
  for (let i = 0; i < 20; i += 1) {
    await vi.advanceTimersByTimeAsync(1000)
    if (i === 5) vi.setSystemTime(Date.now() - 3_600_000)
    staleness.beat()
  }
  expect(changes).toEqual([])
  await vi.advanceTimersByTimeAsync(2500)
  expect(changes).toEqual([true])
})
