import { DELAYED, LATE_REPLIES } from '../../e2e/kit/net/lateReplies.ts'
import { ALL_TESTS, proveBrowserTests } from '../kit/browserTests.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'

export const about =
  'the browser tests hold on a slow network: most replies to the app come up to 2.5 s late, and not in the order of their requests'
/** Files to take a browser test of, or all browser tests. */
export const runs = { full: ALL_TESTS, middle: 30, short: 1 }

export const prove = (options: ProofOptions): Promise<ProofResult> =>
  Promise.resolve(proveBrowserTests({ env: { [LATE_REPLIES]: String(options.seed) }, requires: DELAYED }, options))
