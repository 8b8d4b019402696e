import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.resetModules()
})

test('waits for an idle period of the main thread', async () => {
  let idle = (): void => undefined
  vi.stubGlobal('requestIdleCallback', (run: () => void) => (idle = run))
  const { whenIdle } = await import('./whenIdle.ts')
  const resolved = vi.fn<() => void>()
  const waiting = whenIdle().then(resolved)
  await Promise.resolve()
  expect(resolved).not.toHaveBeenCalled()
  idle()
  await waiting
  expect(resolved).toHaveBeenCalledTimes(1)
})

test('waits a moment where the browser has no idle callbacks', async () => {
  vi.stubGlobal('requestIdleCallback', undefined)
  vi.useFakeTimers()
  const { whenIdle } = await import('./whenIdle.ts')
  const waiting = whenIdle()
  await vi.advanceTimersByTimeAsync(50)
  await expect(waiting).resolves.toBeUndefined()
})
