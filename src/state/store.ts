import { atom, createStore, type Atom, type PrimitiveAtom } from 'jotai/vanilla'
import { useEffect, useMemo, useReducer } from 'react'

export type { Atom }
/** A writable atom. */
export type WritableAtom<T> = PrimitiveAtom<T>

/** The app's single store. */
export const store = createStore()

export const cell = <T>(value: T): WritableAtom<T> => atom(value)
export const derived = <T>(read: (get: <V>(source: Atom<V>) => V) => T): Atom<T> => atom((get) => read(get))

export const get = <T>(source: Atom<T>): T => store.get(source)
export const set = <T>(target: WritableAtom<T>, value: T): void => store.set(target, () => value)
export const update = <T>(target: WritableAtom<T>, change: (value: T) => T): void => store.set(target, change)
/** Calls back at each change of the value; returns the unsubscribe function. */
export const watch = (source: Atom<unknown>, changed: () => void): (() => void) => store.sub(source, changed)

/** A value that notifies its subscribers of changes. */
export interface ExternalStore<T> {
  now: () => T
  watch: (changed: () => void) => () => void
}

/** One subscriber's rendered value. */
class Drawn<T> {
  private value: T | undefined

  read(value: T): T {
    this.value = value
    return value
  }

  /** Also notifies of a change between render and subscription; an unchanged value must not re-render. */
  watch(source: ExternalStore<T>, redraw: () => void): () => void {
    const look = () => {
      if (!Object.is(source.now(), this.value)) redraw()
    }
    look()
    return source.watch(look)
  }
}

// One hook stores the rendered value and re-renders: these hooks are in every row and every field.
const again = <T>({ drawn }: { drawn: Drawn<T> }): { drawn: Drawn<T> } => ({ drawn })
const count = (times: number): number => times + 1
const begin = <T>(): { drawn: Drawn<T> } => ({ drawn: new Drawn<T>() })

/** The value; re-renders the caller when it changes. */
export function useExternalStore<T>(source: ExternalStore<T>): T {
  const [{ drawn }, redraw] = useReducer(again<T>, null, begin<T>)
  useEffect(() => drawn.watch(source, redraw), [drawn, source])
  return drawn.read(source.now())
}

/** As useExternalStore, for a single element: its ref subscribes, which costs less than an effect where there are many. */
export function useExternalStoreRef<T>(source: ExternalStore<T>): [value: T, ref: (element: Element | null) => () => void] {
  const [, redraw] = useReducer(count, 0)
  const [drawn, ref] = useMemo(() => {
    const watched = new Drawn<T>()
    return [watched, () => watched.watch(source, redraw)]
  }, [source])
  return [drawn.read(source.now()), ref]
}

/** As useExternalStore, of an atom. */
export function useValue<T>(atom: Atom<T>): T {
  const [{ drawn }, redraw] = useReducer(again<T>, null, begin<T>)
  useEffect(() => drawn.watch({ now: () => store.get(atom), watch: (changed) => store.sub(atom, changed) }, redraw), [drawn, atom])
  return drawn.read(store.get(atom))
}

const batch = atom(null, (_get, write, changes: Iterable<readonly [WritableAtom<unknown>, unknown]>) => {
  for (const [target, value] of changes) write(target, () => value)
})

/** Sets many at once: subscribers are notified after the last. */
export const setAll = (changes: Iterable<readonly [WritableAtom<unknown>, unknown]>): void => store.set(batch, changes)
