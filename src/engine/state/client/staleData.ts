import { createAtom, derivedAtom, get, set, type Atom } from '../store.ts'

/** When old data on display was fetched, Unix seconds; null when that is unknown. */
type Age = number | null

/** The regions on screen whose data is old because its refresh has failed. */
export function createStaleData() {
  const ages = createAtom<readonly { updatedAt: Age }[]>([])
  /** The oldest data on screen that could not be refreshed; null for none. */
  const oldest: Atom<{ updatedAt: Age } | null> = derivedAtom((read) => {
    if (read(ages).length === 0) return null
    const known = read(ages).flatMap(({ updatedAt }) => updatedAt ?? [])
    return { updatedAt: known.length > 0 ? Math.min(...known) : null }
  })

  /** Marks a region with old data until the returned function is called. */
  function mark(updatedAt: Age = null): () => void {
    const region = { updatedAt }
    set(ages, [...get(ages), region])
    return () =>
      set(
        ages,
        get(ages).filter((item) => item !== region),
      )
  }

  return { oldest, mark }
}

export type StaleData = ReturnType<typeof createStaleData>
