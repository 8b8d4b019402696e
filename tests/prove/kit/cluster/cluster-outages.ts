import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from 'redis'
import { runChaos, until, type Strike } from '../chaos/chaos.ts'
import { deployCluster } from '../chaos/deployment.ts'
import { Transfers } from '../chaos/transfers.ts'
import { createRandom } from '../random.ts'
import { leaderOf, SYMBOL, TAKEOVER_MS, type Cluster } from './cluster-bank.ts'
import { listen } from './cluster-ticks.ts'
import type { Services } from '../net/services.ts'

const PEOPLE = 6
const AWAY_MS = 3_000
/** Maximum time without a price. */
const SILENT_MS = 2_500
const PAUSE_MS = 50

/** Both services stop and restart while people move money and receive prices. */
export async function proveOutages({
  database,
  system,
  faults,
  log,
  services: { redis, postgres, redisAddress },
}: Cluster & { services: Services }): Promise<Record<string, unknown>> {
  // Each transfer with one key until it is acknowledged, as the app does.
  const workload = new Transfers({ people: PEOPLE, name: 'outage', unanswered: 'repeat', pauseMs: PAUSE_MS })
  await workload.enrol(database)
  const deployment = await deployCluster(system)
  const { processes } = deployment
  const listeners = await Promise.all(processes.map(({ origin }) => listen(origin, SYMBOL)))
  const outages: Record<string, { silentMs: number; backMs: number }> = {}
  const silenceOf = (): number =>
    Math.round(
      Math.max(...listeners.map(({ silence, lastTickAt }) => Math.max(silence, performance.now() - lastTickAt))),
    )

  /** A service goes away and comes back: money moves again, prices go on, no process ends. */
  const outage =
    (
      what: string,
      away: () => Promise<void> | void,
      back: () => void,
      then: (found: string[]) => Promise<void> | void,
    ): Strike =>
    async (run) => {
      for (const listener of listeners) listener.silence = 0
      await away()
      await sleep(AWAY_MS)
      back()
      const backAt = performance.now()
      const before = workload.work()
      await until(() => workload.work() >= before + PEOPLE, 4 * TAKEOVER_MS)
      const backMs = Math.round(performance.now() - backAt)
      if (backMs > TAKEOVER_MS) run.faults.push(`${what}: money moved again ${backMs} ms after its return`)
      await sleep(AWAY_MS / 2)
      const silentMs = silenceOf()
      if (silentMs > SILENT_MS) run.faults.push(`${what}: no price was sent for ${silentMs} ms`)
      for (const { pid } of processes) if (!isAlive(pid)) run.faults.push(`${what}: a process of the server has ended`)
      outages[what] = { silentMs, backMs }
      await then(run.faults)
    }
  const noProblem = (found: string[]): void => {
    const failed = workload.counts.problems + (workload.statuses.none ?? 0)
    if (failed > 0) found.push(`${failed} moves of money failed while only Redis was away`)
  }

  const result = await runChaos({
    deployment,
    workload,
    strikes: [
      outage(
        'Redis killed',
        () => redis.stop('SIGKILL'),
        redis.start,
        async (found) => {
          if (!(await broadcastsThrough(redisAddress)))
            found.push('After Redis has come back nothing is broadcast through it')
        },
      ),
      outage('Redis frozen', redis.freeze, redis.thaw, noProblem),
      outage(
        'PostgreSQL stopped',
        () => postgres.stop('SIGINT'),
        postgres.start,
        async (found) => {
          if (workload.counts.problems === 0)
            found.push('No client received a service problem while PostgreSQL was away')
          if (!(await leaderOf(database, processes))) found.push('There is no leader after PostgreSQL has come back')
        },
      ),
    ],
    every: PEOPLE,
    withinMs: AWAY_MS / 2,
    random: createRandom(1),
    log,
    finish(found) {
      for (const listener of listeners) {
        found.push(...listener.faults)
        listener.close()
      }
    },
  })
  faults.push(...workload.faults)
  return { outages: { ...outages, ...result.figures, again: listeners.map(({ again }) => again) } }
}

/** Whether anything is written to the stream of an initially empty Redis. */
async function broadcastsThrough(address: string): Promise<boolean> {
  const client = createClient({ url: address })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.xLen('placard-live')) > 0
  } finally {
    client.destroy()
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
