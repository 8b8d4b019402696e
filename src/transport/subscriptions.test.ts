import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSubscriptions } from './subscriptions.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start() {
  const events: string[] = []
  const subscriptions = createSubscriptions({
    releaseMs: 1000,
    onAdd: (symbols) => events.push(`+${symbols.join()}`),
    onRemove: (symbols) => events.push(`-${symbols.join()}`),
  })
  return { events, subscriptions }
}

it('reports a task’s symbols in one batch', async () => {
  const { events, subscriptions } = start()
  subscriptions.acquire(['A', 'B'])
  subscriptions.acquire(['B', 'C'])
  expect(events).toEqual([])
  await vi.advanceTimersByTimeAsync(0)
  expect(events).toEqual(['+A,B,C'])
})

it('releases only after the last holder did, and a delay', async () => {
  const { events, subscriptions } = start()
  subscriptions.acquire(['A', 'B'])
  subscriptions.acquire(['A'])
  await vi.advanceTimersByTimeAsync(0)
  subscriptions.release(['A', 'B'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(events).toEqual(['+A,B', '-B'])
  subscriptions.release(['A'])
  await vi.advanceTimersByTimeAsync(999)
  expect(subscriptions.active()).toEqual(['A'])
  await vi.advanceTimersByTimeAsync(1)
  expect(events).toEqual(['+A,B', '-B', '-A'])
  expect(subscriptions.active()).toEqual([])
})

it('retains symbols acquired again in time, without a message', async () => {
  const { events, subscriptions } = start()
  subscriptions.acquire(['A'])
  await vi.advanceTimersByTimeAsync(0)
  subscriptions.release(['A'])
  await vi.advanceTimersByTimeAsync(900)
  subscriptions.acquire(['A'])
  await vi.advanceTimersByTimeAsync(5000)
  expect(events).toEqual(['+A'])
})

it('ignores an extra release', async () => {
  const { events, subscriptions } = start()
  subscriptions.release(['A'])
  subscriptions.acquire(['A'])
  subscriptions.release(['A'])
  subscriptions.release(['A'])
  subscriptions.acquire(['A'])
  await vi.advanceTimersByTimeAsync(5000)
  expect(events).toEqual(['+A'])
  expect(subscriptions.has('A')).toBe(true)
})
