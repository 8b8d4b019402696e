import { LATE_REPLIES } from '../e2e/kit/lateReplies.ts'
import { proveBrowserTests } from './kit/browserTests.ts'
import type { ProofOptions, ProofResult } from './kit/proof.ts'
import { createRandom } from './kit/random.ts'

export const about =
  'the browser tests hold on a slow network: most replies to the app come up to 2.5 s late, and not in the order of their requests'
/** Browser tests: all, or one each of some files, chosen by the seed. */
export const runs = { full: 10_000, middle: 30, short: 1 }

/** Runs all browser tests with late replies, or those of `runs` files. */
export const prove = ({ seed, runs: count, log }: ProofOptions): Promise<ProofResult> =>
  Promise.resolve(
    proveBrowserTests(
      {
        env: { [LATE_REPLIES]: String(seed) },
        ...(count < runs.full && { files: { count, random: createRandom(seed) } }),
      },
      log,
    ),
  )
