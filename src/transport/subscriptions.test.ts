import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSubscriptions } from './subscriptions.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start() {
  const told: string[] = []
  const subscriptions = createSubscriptions({ releaseMs: 1000, onAdd: (symbols) => told.push(`+${symbols.join()}`), onRemove: (symbols) => told.push(`-${symbols.join()}`) })
  return { told, subscriptions }
}

it('reports a task’s symbols in one batch', async () => {
  const { told, subscriptions } = start()
  subscriptions.acquire(['A', 'B'])
  subscriptions.acquire(['B', 'C'])
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['+A,B,C'])
})

it('releases only after the last holder did, and a delay', async () => {
  const { told, subscriptions } = start()
  subscriptions.acquire(['A', 'B'])
  subscriptions.acquire(['A'])
  await vi.advanceTimersByTimeAsync(0)
  subscriptions.release(['A', 'B'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(told).toEqual(['+A,B', '-B'])
  subscriptions.release(['A'])
  await vi.advanceTimersByTimeAsync(999)
  expect(subscriptions.active()).toEqual(['A'])
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toEqual(['+A,B', '-B', '-A'])
  expect(subscriptions.active()).toEqual([])
})

it('retains symbols acquired again in time, without a message', async () => {
  const { told, subscriptions } = start()
  subscriptions.acquire(['A'])
  await vi.advanceTimersByTimeAsync(0)
  subscriptions.release(['A'])
  await vi.advanceTimersByTimeAsync(900)
  subscriptions.acquire(['A'])
  await vi.advanceTimersByTimeAsync(5000)
  expect(told).toEqual(['+A'])
})

it('ignores an extra release', async () => {
  const { told, subscriptions } = start()
  subscriptions.release(['A'])
  subscriptions.acquire(['A'])
  subscriptions.release(['A'])
  subscriptions.release(['A'])
  subscriptions.acquire(['A'])
  await vi.advanceTimersByTimeAsync(5000)
  expect(told).toEqual(['+A'])
  expect(subscriptions.has('A')).toBe(true)
})
