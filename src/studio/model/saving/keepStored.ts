import type { Store } from '../store.ts'

const STORE_AFTER_MS = 400

/**
 * Stores a part of a state on the device as it changes, and when the page is left. `select` returns a value of the state, not one made from it.
 * Returns the function that stops it.
 */
export function keepStored<State, Part>(
  workspace: Store<State>,
  select: (state: State) => Part,
  store: (part: Part, state: State) => void,
): () => void {
  let known = select(workspace.get())
  let timer: ReturnType<typeof setTimeout> | undefined
  const storeChanged = (): void => {
    const state = workspace.get()
    const part = select(state)
    clearTimeout(timer)
    if (part !== known) store((known = part), state)
  }
  const stop = workspace.watch(() => {
    clearTimeout(timer)
    if (select(workspace.get()) !== known) timer = setTimeout(storeChanged, STORE_AFTER_MS)
  })
  addEventListener('pagehide', storeChanged)
  return () => {
    stop()
    clearTimeout(timer)
    removeEventListener('pagehide', storeChanged)
  }
}
