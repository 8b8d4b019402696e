import { createAtom, set, type Atom } from './store.ts'

/** Portrait, and lower than a phone of 2017: a form is in view only where what is above it is folded. */
const SHORT = '(max-height: 640px) and (orientation: portrait)'

const query = typeof matchMedia === 'function' ? matchMedia(SHORT) : null
const baseAtom = createAtom(query?.matches ?? false)
export const shortWindowAtom: Atom<boolean> = baseAtom
query?.addEventListener?.('change', ({ matches }) => set(baseAtom, matches))
