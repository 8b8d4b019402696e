import { useSyncExternalStore } from 'react'

/** A value with subscribers. */
export interface Store<State> {
  get(): State
  /** Merges a part into the state and notifies the subscribers. */
  set(part: Partial<State>): void
  watch(changed: () => void): () => void
}

export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(part) {
      state = { ...state, ...part }
      for (const changed of listeners) changed()
    },
    watch(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}

/** A part of a store; renders again when it changes. `select` returns a value of the state, not one made from it. */
export function useStore<State, Part>(store: Store<State>, select: (state: State) => Part): Part {
  return useSyncExternalStore(store.watch, () => select(store.get()))
}
