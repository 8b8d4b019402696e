import { createAtom, set, useValue, type Atom } from './store.ts'

/** Another build than the running one, and its activation. */
export interface Update {
  /** ready: it can take over; needed: something here cannot be shown without it. */
  kind: 'ready' | 'needed'
  apply(): void
}

const baseUpdateAtom = createAtom<Update | null>(null)
export const updateAtom: Atom<Update | null> = baseUpdateAtom
/** Returns the update that is offered to the user; null for none. */
export const useUpdate = (): Update | null => useValue(updateAtom)
/** Offers an update to the user; null withdraws the offer. */
export const offerUpdate = (update: Update | null): void => set(baseUpdateAtom, update)
