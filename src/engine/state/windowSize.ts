import { createAtom, set, type Atom } from './store.ts'

/** Whether the window fits a media query. */
function createMediaAtom(media: string): Atom<boolean> {
  const query = typeof matchMedia === 'function' ? matchMedia(media) : null
  const atom = createAtom(query?.matches ?? false)
  query?.addEventListener?.('change', ({ matches }) => set(atom, matches))
  return atom
}

/** Portrait, and lower than a phone of 2017: a form is in view only where what is above it is folded. */
export const shortWindowAtom = createMediaAtom('(max-height: 640px) and (orientation: portrait)')

/** A small phone, or large letters: two columns of words and figures do not fit. */
export const narrowWindowAtom = createMediaAtom('(max-width: 22rem)')
