// @vitest-environment jsdom
import { act, renderHook } from '../../../../tests/support/react.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import type { ManifestScreen } from '../../../engine/language/expressions/program.ts'
import { product } from '../../product.ts'
import { RuntimeProvider, type AppServices } from '../../runtime.ts'
import { useScreen } from './useScreen.ts'

afterEach(() => void vi.useRealTimers())

const entry: ManifestScreen = {
  id: 'news/index',
  hash: 'news',
  access: [],
  navigationBar: 'default',
  requires: { widgets: [], actions: [], functions: [] },
}

test('a screen that does not arrive is loading after 200 ms, and has failed after 60 s', async () => {
  vi.useFakeTimers()
  const catalogue = { screen: () => new Promise(() => undefined), peek: () => undefined }
  const runtime = { catalogue, api: {}, prefetcher: {}, product } as unknown as AppServices
  const { result, unmount } = renderHook(() => useScreen(entry, {}), {
    wrapper: ({ children }) => <RuntimeProvider value={runtime}>{children}</RuntimeProvider>,
  })
  const after = async (ms: number) => {
    await act(() => vi.advanceTimersByTimeAsync(ms))
    return result.current.kind
  }
  expect(await after(199)).toBe('waiting')
  expect(await after(1)).toBe('loading')
  expect(await after(59_799)).toBe('loading')
  expect(await after(1)).toBe('failed')
  unmount()
})
