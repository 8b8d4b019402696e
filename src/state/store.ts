import { atom, createStore, type Atom, type PrimitiveAtom } from 'jotai/vanilla'
import { useEffect, useEffectEvent, useReducer } from 'react'

export type { Atom }
/** A cell whose value this code may set. */
export type Cell<T> = PrimitiveAtom<T>

/** The one store of the app. */
export const store = createStore()

export const cell = <T>(value: T): Cell<T> => atom(value)
export const derived = <T>(read: (get: <V>(source: Atom<V>) => V) => T): Atom<T> => atom((get) => read(get))

export const get = <T>(source: Atom<T>): T => store.get(source)
export const set = <T>(target: Cell<T>, value: T): void => store.set(target, () => value)
export const update = <T>(target: Cell<T>, change: (value: T) => T): void => store.set(target, change)
/** Calls back at each change of the value; answers with the way to stop. */
export const watch = (source: Atom<unknown>, changed: () => void): (() => void) => store.sub(source, changed)

interface Seen<T> {
  source: Atom<T>
  value: T
}

/** The value, and a render of the caller when it changes. */
export function useValue<T>(source: Atom<T>): T {
  const [seen, look] = useReducer(
    (last: Seen<T>, next: Atom<T>): Seen<T> => {
      const value = store.get(next)
      return last.source === next && Object.is(last.value, value) ? last : { source: next, value }
    },
    source,
    (first): Seen<T> => ({ source: first, value: store.get(first) }),
  )
  const current = seen.source === source ? seen.value : store.get(source)
  const drawn = useEffectEvent(() => current)
  useEffect(() => {
    // It may have changed between render and now. To look in vain would draw the reader once more.
    if (!Object.is(store.get(source), drawn())) look(source)
    return store.sub(source, () => look(source))
  }, [source])
  return current
}

const batch = atom(null, (_get, write, changes: Iterable<readonly [Cell<unknown>, unknown]>) => {
  for (const [target, value] of changes) write(target, () => value)
})

/** Sets many at once: watchers hear of it after the last. */
export const setAll = (changes: Iterable<readonly [Cell<unknown>, unknown]>): void => store.set(batch, changes)
