import { atom, createStore, type Atom, type PrimitiveAtom } from 'jotai/vanilla'
import { useCallback, useSyncExternalStore } from 'react'

export type { Atom }
/** A writable atom. */
export type WritableAtom<T> = PrimitiveAtom<T>

/** The app's single store. */
export const store = createStore()

/** Creates a writable atom with its initial value, which must not be a function. */
export const createAtom = <T>(value: T): WritableAtom<T> => atom(value)
/** Creates a read-only atom. Its value is computed again after a change of an atom that `read` has read. */
export const derivedAtom = <T>(read: (get: <V>(source: Atom<V>) => V) => T): Atom<T> => atom((get) => read(get))

/** Returns the current value, without a subscription. */
export const get = <T>(source: Atom<T>): T => store.get(source)
/** Replaces the value and notifies the subscribers, unless both values are the same (`Object.is`). */
export const set = <T>(target: WritableAtom<T>, value: T): void => store.set(target, () => value)
/** Replaces the value by the result of `change` on it, as `set` does. */
export const update = <T>(target: WritableAtom<T>, change: (value: T) => T): void => store.set(target, change)

interface Watched {
  readonly watchers: Set<{ readonly changed: () => void }>
  readonly stop: () => void
}
/** Hundreds of rows watch the same atom, and a subscription of the store costs many times a callback: each atom has one. */
const watched = new Map<Atom<unknown>, Watched>()

function startWatching(source: Atom<unknown>): Watched {
  const watchers: Watched['watchers'] = new Set()
  const notify = () => {
    const errors: unknown[] = []
    // A copy: a callback may start and end others.
    const current = [...watchers]
    for (const { changed } of current)
      try {
        changed()
      } catch (error) {
        errors.push(error)
      }
    if (errors.length > 0) throw errors[0]
  }
  const started: Watched = { watchers, stop: store.sub(source, notify) }
  watched.set(source, started)
  return started
}

/** Calls back at each change of the value; returns the unsubscribe function. An error of a callback reaches who has set the value, after all callbacks. */
export function watch(source: Atom<unknown>, changed: () => void): () => void {
  const { watchers, stop } = watched.get(source) ?? startWatching(source)
  const watcher = { changed }
  watchers.add(watcher)
  return () => {
    if (!watchers.delete(watcher) || watchers.size > 0) return
    watched.delete(source)
    stop()
  }
}

/** A value that notifies its subscribers of changes. React takes its members apart: they are functions, not methods. */
export interface ExternalStore<T> {
  /** The same value until it changes. */
  readonly getSnapshot: () => T
  readonly watch: (changed: () => void) => () => void
}

/** The value; re-renders the caller when it changes. */
export const useExternalStore = <T>({ watch, getSnapshot }: ExternalStore<T>): T =>
  useSyncExternalStore(watch, getSnapshot)

/** As useExternalStore, of an atom. */
export function useValue<T>(source: Atom<T>): T {
  const subscribe = useCallback((changed: () => void) => watch(source, changed), [source])
  return useSyncExternalStore(subscribe, () => get(source))
}

const batch = atom(null, (_get, write, changes: Iterable<readonly [WritableAtom<unknown>, unknown]>) => {
  for (const [target, value] of changes) write(target, () => value)
})

/** Sets many at once: subscribers are notified after the last. */
export const setAll = (changes: Iterable<readonly [WritableAtom<unknown>, unknown]>): void => store.set(batch, changes)
