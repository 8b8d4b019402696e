import { LONG_TAG } from '../../gate/long.mjs'

/** Marks a browser test that the gate leaves to `npm run prove browser`: its subject has a shorter test in the gate, or is proven elsewhere. */
export const LONG = { tag: `@${LONG_TAG}` }
