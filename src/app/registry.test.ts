import { afterEach, expect, test, vi } from 'vitest'
import { CHUNK_TIMEOUT_MS } from '../core/constants.ts'
import { inTime, loadParts, widgets } from './registry.ts'

afterEach(() => void vi.useRealTimers())

test('a chunk that does not come counts as lost after 120 s, and not before', async () => {
  vi.useFakeTimers()
  expect(CHUNK_TIMEOUT_MS).toBe(120_000)
  const lost = vi.fn()
  inTime(() => new Promise(() => {}))().catch(lost)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(lost).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(lost).toHaveBeenCalledTimes(1)
})

test('one that comes, or fails, says so at once', async () => {
  await expect(inTime(() => Promise.resolve(7))()).resolves.toBe(7)
  await expect(inTime(() => Promise.reject(new Error('404')))()).rejects.toThrow('404')
})

test('a late widget that has come before it is drawn is not waited for', async () => {
  expect(typeof widgets.Gauge).toBe('object')
  await loadParts({ widgets: ['Gauge@1'], functions: [] })
  await vi.waitFor(() => expect(typeof widgets.Gauge).toBe('function'), 20_000)
})
