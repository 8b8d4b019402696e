import { ALL_TESTS, proveBrowserTests } from '../kit/browserTests.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'

export const about =
  'the browser tests that npm test -- --full leaves out, because they are long and their subject has a shorter one there'
/** Files to take a long test of, or all long tests. */
export const runs = { full: ALL_TESTS, middle: ALL_TESTS, short: 1 }

export const prove = (options: ProofOptions): Promise<ProofResult> =>
  Promise.resolve(proveBrowserTests({ onlyLong: true }, options))
