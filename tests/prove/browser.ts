import { proveBrowserTests } from './kit/browserTests.ts'
import type { ProofOptions, ProofResult } from './kit/proof.ts'
import { createRandom } from './kit/random.ts'

export const about =
  'the browser tests that npm test leaves out, because they are long and their subject has a shorter one there'
/** Long tests: all, or one each of some files, chosen by the seed. */
export const runs = { full: 10_000, middle: 10_000, short: 1 }

/** Runs all long tests, or those of `runs` files. */
export const prove = ({ seed, runs: count, log }: ProofOptions): Promise<ProofResult> =>
  Promise.resolve(
    proveBrowserTests(
      { onlyLong: true, ...(count < runs.full && { files: { count, random: createRandom(seed) } }) },
      log,
    ),
  )
