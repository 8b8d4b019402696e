import { LONG_TAG } from '../gate/long.mjs'

/** Marks a unit test that the gate leaves to `npm run prove unit`: its subject has a shorter test in the gate, or is proven elsewhere. */
export const LONG = { tags: [LONG_TAG] }
