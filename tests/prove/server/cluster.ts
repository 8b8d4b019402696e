import { join } from 'node:path'
import { OPERATOR } from '../kit/bank/money.ts'
import { onCluster } from '../kit/chaos/deployment.ts'
import { proveBank } from '../kit/cluster/cluster-bank.ts'
import { runCases } from '../kit/cluster/cluster-cases.ts'
import { proveColumns } from '../kit/cluster/cluster-columns.ts'
import { proveBurst } from '../kit/cluster/cluster-burst.ts'
import { proveMigrations } from '../kit/cluster/cluster-migrations.ts'
import { proveLoad } from '../kit/cluster/cluster-load.ts'
import { proveLocks } from '../kit/cluster/cluster-locks.ts'
import { proveOutages } from '../kit/cluster/cluster-outages.ts'
import { proveRaces } from '../kit/cluster/cluster-races.ts'
import { proveStart } from '../kit/cluster/cluster-start.ts'
import { proveTime } from '../kit/cluster/cluster-time.ts'
import { createRandom } from '../kit/random.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { serve } from '../kit/net/server-process.ts'
import { missingServices } from '../kit/net/services.ts'

export const about =
  'two processes on one PostgreSQL and Redis: every case of the contract, a bank whose people use both while the leader is killed with -9, prices that go on, a time that is moved on for all, one user’s many calls that delay no other user, both services going away and coming back, and writes a second of one process and of two'
/** Postings of all people together. */
export const runs = { full: 2_000, middle: 60, short: 30 }
export const missing = missingServices

/** With fewer postings: a sample of the cases, and no limits of time; in a short run a sample of the races too. */
const FULL = 1_000

/** Names of the databases. */
const ALWAYS = ['start', 'cases', 'migrations', 'locks', 'races', 'bank']
const IN_FULL = ['columns', 'burst', 'time', 'outages', 'load']

/** Runs the proofs of a cluster, each on a separate database, the bank with `runs` postings; all of them from 1 000 postings on. */
export function prove({ seed, runs: postings, length, log }: ProofOptions): Promise<ProofResult> {
  const isFull = postings >= FULL
  const databases = [...ALWAYS, ...(isFull ? IN_FULL : [])]
  return onCluster({ operator: OPERATOR, databases }, async ({ folder, env: operator, services }) => {
    const faults: string[] = []
    const figures: Record<string, unknown> = {}
    const on = (database: string) => ({
      database: services.address(database),
      system: {
        kind: 'PostgreSQL' as const,
        data: join(folder, database),
        database: services.address(database),
        env: { ...operator, DATABASE_URL: services.address(database), REDIS_URL: services.redisAddress },
      },
      start: (name: string, env: Record<string, string> = {}) =>
        serve(join(folder, `${database}-${name}`), {
          ...operator,
          DATABASE_URL: services.address(database),
          REDIS_URL: services.redisAddress,
          ...env,
        }),
      faults,
      log,
    })
    figures.starts = await proveStart(services.address('start'), faults)
    const sample = isFull ? undefined : { random: createRandom(seed), share: length === 'short' ? 0.04 : 0.1 }
    figures.cases = await runCases(services.address('cases'), faults, sample)
    log(`${String(figures.cases)} cases of the contract on PostgreSQL, ${faults.length} faults`)
    await proveMigrations(services.address('migrations'), faults)
    await proveLocks(services.address('locks'), faults)
    Object.assign(figures, await proveRaces(services.address('races'), faults, length === 'short' ? sample : undefined))
    Object.assign(figures, await proveBank({ ...on('bank'), seed, postings, isTimed: isFull }))
    if (isFull) {
      await proveColumns(services.address('columns'), faults)
      Object.assign(figures, await proveBurst(on('burst')))
      Object.assign(figures, await proveTime(on('time')))
      Object.assign(figures, await proveOutages({ ...on('outages'), services }))
      Object.assign(figures, await proveLoad(on('load')))
    }
    for (const fault of faults.slice(0, 20)) log(fault)
    return { ok: faults.length === 0, figures: { ...figures, faults: faults.length } }
  })
}
