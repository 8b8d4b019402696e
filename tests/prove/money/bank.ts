import { Money, OPERATOR } from '../kit/bank/money.ts'
import { kill, runChaos } from '../kit/chaos/chaos.ts'
import { deploySingle, onSite, systemOf } from '../kit/chaos/deployment.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { createRandom } from '../kit/random.ts'

export const about =
  'people who deposit, withdraw, transfer and exchange, and others who trade, with requests that are repeated, late and aborted, over a connection that loses answers, from a server that is killed with -9: nothing acknowledged is lost, nothing done twice, the books add up'
/** Postings of all people together: 2 000 of each. */
export const runs = { full: 100_000, short: 60 }

/** A proof with fewer postings is a short one. */
const FULL = 1_000
const SIZE = { full: { people: 50, kills: 20 }, short: { people: 8, kills: 2 } }
/** Orders, of which fewer show too little. */
const ordersOf = (postings: number): number => Math.max(200, postings / 10)

/** Makes `runs` postings, and orders, over a lossy connection to a server that is killed repeatedly. Fails also if an expected event never occurs. */
export async function prove({ seed, runs, log }: ProofOptions): Promise<ProofResult> {
  const { people, kills } = runs < FULL ? SIZE.short : SIZE.full
  const prove = (kinds: 'bank' | 'orders', postings: number): Promise<ProofResult> =>
    onSite({ operator: OPERATOR }, async (site) => {
      const random = createRandom(seed)
      const workload = new Money({ kinds, people, postings, seed })
      const system = systemOf(site, kinds)
      await workload.enrol(system.database)
      return await runChaos({
        deployment: await deploySingle(system, { random, env: { TICK_RATE: '0' } }),
        workload,
        strikes: Array.from({ length: kills }, () => kill),
        every: Math.floor(postings / (kills + 1)),
        withinMs: 40,
        random,
        log: (line) => log(`${kinds}, ${line}`),
      })
    })
  const [bank, orders] = [await prove('bank', runs), await prove('orders', ordersOf(runs))]
  return { ok: bank.ok && orders.ok, figures: { bank: bank.figures, orders: orders.figures } }
}
