import { Accounts } from '../kit/chaos/accounts.ts'
import { kill, runChaos } from '../kit/chaos/chaos.ts'
import { deploySingle, onSite, systemOf } from '../kit/chaos/deployment.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { createRandom } from '../kit/random.ts'

export const about =
  'The server, killed with -9 while people register, log in and change settings, starts again with everything it had acknowledged'
/** A run is one kill. */
export const runs = { full: 30, short: 1 }

/** Kills the server `runs` times while clients write, and compares acknowledged values after each. */
export const prove = ({ seed, runs: kills, log }: ProofOptions): Promise<ProofResult> =>
  onSite({}, async (site) => {
    const random = createRandom(seed)
    const workload = new Accounts(`k${seed}`, random)
    return await runChaos({
      deployment: await deploySingle(systemOf(site, 'accounts')),
      workload,
      strikes: Array.from({ length: kills }, () => kill),
      every: 2,
      withinMs: 1_500,
      random,
      log,
    })
  })
