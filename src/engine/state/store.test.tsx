// @vitest-environment jsdom
import { act, render } from '../../../tests/support/react.tsx'
import { useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { createAtom, derivedAtom, type ExternalStore, get, set, useExternalStore, watch } from './store.ts'

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

test('a watched atom calls each callback once per change, until that callback is ended', () => {
  const source = createAtom(0)
  const calls: string[] = []
  const same = () => void calls.push('same')
  const [stopFirst, stopSecond] = [watch(source, same), watch(source, same)]
  const stopLast = watch(source, () => void calls.push('last'))
  set(source, 1)
  expect(calls.splice(0)).toEqual(['same', 'same', 'last'])
  stopFirst()
  stopFirst()
  set(source, 2)
  expect(calls.splice(0)).toEqual(['same', 'last'])
  stopSecond()
  stopLast()
  set(source, 3)
  expect(calls).toEqual([])
})

test('an atom that is no longer watched is computed when it is read only', () => {
  const source = createAtom(0)
  let computed = 0
  const derived = derivedAtom((read) => {
    computed += 1
    return read(source)
  })
  const stops = [watch(derived, () => undefined), watch(derived, () => undefined)]
  for (const stop of stops) stop()
  const before = computed
  set(source, 1)
  expect(computed).toBe(before)
  expect(get(derived)).toBe(1)
})

test('an error of a callback leaves the others their call', () => {
  const source = createAtom(0)
  let calls = 0
  const stops = [
    watch(source, () => {
      throw new Error('broken')
    }),
    watch(source, () => void (calls += 1)),
  ]
  expect(() => set(source, 1)).toThrow(AggregateError)
  expect(calls).toBe(1)
  for (const stop of stops) stop()
})
