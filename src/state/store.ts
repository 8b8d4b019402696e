import { atom, createStore, type Atom, type PrimitiveAtom } from 'jotai/vanilla'
import { useEffect, useMemo, useReducer } from 'react'

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
/** Calls back at each change of the value; returns the unsubscribe function. */
export const watch = (source: Atom<unknown>, changed: () => void): (() => void) => store.sub(source, changed)

/** A value that notifies its subscribers of changes. */
export interface ExternalStore<T> {
  getSnapshot: () => T
  watch: (changed: () => void) => () => void
}

/** One subscriber's rendered value. */
class RenderSnapshot<T> {
  private value: T | undefined

  read(value: T): T {
    this.value = value
    return value
  }

  /** Also notifies of a change between render and subscription; an unchanged value must not re-render. */
  watch(source: ExternalStore<T>, rerender: () => void): () => void {
    const check = () => {
      if (!Object.is(source.getSnapshot(), this.value)) rerender()
    }
    check()
    return source.watch(check)
  }
}

// One hook stores the rendered value and re-renders: these hooks are in every row and every field.
const copyState = <T>({ snapshot }: { snapshot: RenderSnapshot<T> }): { snapshot: RenderSnapshot<T> } => ({ snapshot })
const increment = (times: number): number => times + 1
const initialState = <T>(): { snapshot: RenderSnapshot<T> } => ({ snapshot: new RenderSnapshot<T>() })

/** The value; re-renders the caller when it changes. */
export function useExternalStore<T>(source: ExternalStore<T>): T {
  const [{ snapshot }, rerender] = useReducer(copyState<T>, null, initialState<T>)
  useEffect(() => snapshot.watch(source, rerender), [snapshot, source])
  return snapshot.read(source.getSnapshot())
}

/** As useExternalStore, for a single element: its ref subscribes, which costs less than an effect where there are many. */
export function useExternalStoreRef<T>(
  source: ExternalStore<T>,
): [value: T, ref: (element: Element | null) => () => void] {
  const [, rerender] = useReducer(increment, 0)
  const [snapshot, ref] = useMemo(() => {
    const watched = new RenderSnapshot<T>()
    return [watched, () => watched.watch(source, rerender)]
  }, [source])
  return [snapshot.read(source.getSnapshot()), ref]
}

/** As useExternalStore, of an atom. */
export function useValue<T>(atom: Atom<T>): T {
  const [{ snapshot }, rerender] = useReducer(copyState<T>, null, initialState<T>)
  useEffect(
    () =>
      snapshot.watch({ getSnapshot: () => store.get(atom), watch: (changed) => store.sub(atom, changed) }, rerender),
    [snapshot, atom],
  )
  return snapshot.read(store.get(atom))
}

const batch = atom(null, (_get, write, changes: Iterable<readonly [WritableAtom<unknown>, unknown]>) => {
  for (const [target, value] of changes) write(target, () => value)
})

/** Sets many at once: subscribers are notified after the last. */
export const setAll = (changes: Iterable<readonly [WritableAtom<unknown>, unknown]>): void => store.set(batch, changes)
