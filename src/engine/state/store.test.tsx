// @vitest-environment jsdom
import { act, render } from '../../../tests/support/react.tsx'
import { useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { type ExternalStore, useExternalStore } from './store.ts'

function sourceOf(value: string): ExternalStore<string> & { put(next: string): void; watchers: Set<() => void> } {
  const watchers = new Set<() => void>()
  return {
    watchers,
    getSnapshot: () => value,
    watch(changed) {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
    put(next) {
      value = next
      for (const changed of watchers) changed()
    },
  }
}

function Early({ put }: { put: () => void }) {
  useLayoutEffect(put, [put])
  return null
}

test('a component renders when its source changes, also between render and subscription, and unsubscribes on unmount', () => {
  const [one, other] = [sourceOf('a'), sourceOf('x')]
  let drawings = 0
  function Consumer({ source, early }: { source: ExternalStore<string>; early?: () => void }) {
    const value = useExternalStore(source)
    drawings += 1
    return (
      <p>
        {value}
        {early && <Early put={early} />}
      </p>
    )
  }
  const { container, rerender, unmount } = render(<Consumer source={one} early={() => one.put('b')} />)
  expect(container.textContent).toBe('b')
  act(() => one.put('c'))
  expect(container.textContent).toBe('c')
  const before = drawings
  act(() => one.put('c'))
  expect(drawings).toBe(before)
  rerender(<Consumer source={other} />)
  expect([container.textContent, one.watchers.size, other.watchers.size]).toEqual(['x', 0, 1])
  act(() => other.put('y'))
  expect(container.textContent).toBe('y')
  unmount()
  expect(other.watchers.size).toBe(0)
})
