import { createAtom, get, set, useValue, type Atom } from './store.ts'

const countAtom = createAtom(0)
/** The number of places on screen whose data is old because its refresh has failed. */
export const staleDataAtom: Atom<number> = countAtom
export const useStaleData = (): boolean => useValue(staleDataAtom) > 0

/** Counts a place with old data until the returned function is called. */
export function markStaleData(): () => void {
  set(countAtom, get(countAtom) + 1)
  return () => set(countAtom, get(countAtom) - 1)
}
