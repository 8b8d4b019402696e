import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { leaderConnectionName } from '../../../../src/server/kit/storage/postgres/leaderElection.ts'
import { Money } from '../bank/money.ts'
import { HANG_MS, runChaos, until, type Strike } from '../chaos/chaos.ts'
import { deployCluster, type System } from '../chaos/deployment.ts'
import type { ServerProcess } from '../net/server-process.ts'
import { createRandom } from '../random.ts'
import { agree, listen } from './cluster-ticks.ts'

/** A separate database, and processes on it. */
export interface Cluster {
  database: string
  system: System
  start(name: string, env?: Record<string, string>): Promise<ServerProcess>
  faults: string[]
  log(connection: string): void
}

export const TAKEOVER_MS = 5_000
const PEOPLE = 8
export const SYMBOL = 'BTCUSDT'
/** Both connections only listen for this time first. */
const LISTEN_MS = 1_000

/** People use the bank at two processes while the leader is killed; a third one joins. `isTimed`: the lead is taken over, and prices go on, within a limit. */
export async function proveBank({
  database,
  system,
  faults,
  log,
  seed,
  postings,
  isTimed,
}: Cluster & { seed: number; postings: number; isTimed: boolean }): Promise<Record<string, unknown>> {
  const limitMs = isTimed ? TAKEOVER_MS : HANG_MS
  const random = createRandom(seed)
  const workload = new Money({ kinds: 'bank', people: PEOPLE, postings, seed })
  await workload.enrol(database)
  const deployment = await deployCluster(system)
  const { processes } = deployment
  const leader = await leaderOf(database, processes)
  const follower = processes.find((server) => server !== leader)
  if (!leader || !follower) throw new Error('There is no leader.')
  const listeners = await Promise.all([leader, follower].map(({ origin }) => listen(origin, SYMBOL)))
  await sleep(LISTEN_MS)
  const figures = { takeoverMs: 0, silenceMs: 0, sameTicks: 0 }

  const killLeader: Strike = async (run) => {
    const killedAt = performance.now()
    await leader.kill()
    deployment.remove(processes.indexOf(leader))
    await until(async () => (await leaderOf(database, [follower])) === follower, 4 * limitMs)
    figures.takeoverMs = Math.round(performance.now() - killedAt)
    if (figures.takeoverMs > limitMs) run.faults.push(`The lead was taken over after ${figures.takeoverMs} ms`)
    await deployment.add()
  }
  const result = await runChaos({
    deployment,
    workload,
    strikes: [killLeader],
    every: Math.floor(postings / 2),
    withinMs: 1,
    random,
    log,
    finish(found) {
      const [ofLeader, ofFollower] = listeners
      if (!ofLeader || !ofFollower) throw new Error('There is no listener.')
      figures.sameTicks = agree(ofLeader, ofFollower, found)
      figures.silenceMs = Math.round(Math.max(ofFollower.silence, performance.now() - ofFollower.lastTickAt))
      if (figures.sameTicks === 0) found.push('No tick was received from both processes')
      if (figures.silenceMs > limitMs) found.push(`No price was sent for ${figures.silenceMs} ms`)
      for (const listener of listeners) {
        found.push(...listener.faults)
        listener.close()
      }
    },
  })
  faults.push(...workload.faults)
  return { ...result.figures, ...figures }
}

/** The process whose connection has the leader lock. */
export async function leaderOf<Process extends { pid: number }>(
  address: string,
  processes: readonly Process[],
): Promise<Process | undefined> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND granted AND application_name LIKE 'placard-lead-%'",
    )
    return processes.find(({ pid }) => rows.some(({ name }) => name === leaderConnectionName(pid)))
  } finally {
    await client.end()
  }
}
