import { createAtom, get, set, useValue, type Atom } from '../store.ts'

/** When old data on display was fetched, Unix seconds; null when that is unknown. */
type Age = number | null

const agesAtom = createAtom<readonly { updatedAt: Age }[]>([])
/** The regions on screen whose data is old because its refresh has failed. */
export const staleDataAtom: Atom<readonly { updatedAt: Age }[]> = agesAtom

/** The oldest data on screen that could not be refreshed; null for none. */
export function useStaleData(): { updatedAt: Age } | null {
  const ages = useValue(staleDataAtom)
  if (ages.length === 0) return null
  const known = ages.flatMap(({ updatedAt }) => updatedAt ?? [])
  return { updatedAt: known.length > 0 ? Math.min(...known) : null }
}

/** Marks a region with old data until the returned function is called. */
export function markStaleData(updatedAt: Age = null): () => void {
  const mark = { updatedAt }
  set(agesAtom, [...get(agesAtom), mark])
  return () =>
    set(
      agesAtom,
      get(agesAtom).filter((item) => item !== mark),
    )
}
