import { io, type Socket } from 'socket.io-client'
import { HANG_MS, runChaos, terminate, terminateNext, until, type Strike } from '../kit/chaos/chaos.ts'
import { deployCluster, deploySingle, onSite, systemOf, type System } from '../kit/chaos/deployment.ts'
import { Transfers } from '../kit/chaos/transfers.ts'
import { missingNginx } from '../kit/net/nginx.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { createRandom } from '../kit/random.ts'

export const about =
  'SIGTERM while people move money and watch prices: every accepted request is answered, every acknowledged posting is stored, no posting is executed without an answer, and the live connections continue on the next process; rolling restarts of two processes behind the nginx of src/server/deploy leave no call of twelve writers without its answer'
/** A run is one stop on each database, and two rolling restarts, at most 20. */
export const runs = { full: 30, short: 1 }

const PEOPLE = 8
const WRITERS = 12
const SOCKETS = 4
const MOST_RESTARTS = 20
const STOP_MS = 20_000
const RECONNECT_MS = 20_000

interface Watcher {
  socket: Socket
  ticks: number
}

/** Follows prices over one live connection. */
function watch(origin: string, transport: 'websocket' | 'polling'): Watcher {
  const socket = io(origin, {
    path: '/live',
    transports: [transport],
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
  })
  const watcher: Watcher = { socket, ticks: 0 }
  socket.on('connect', () => socket.emit('subscribe', { symbols: ['BTCUSDT', 'EURUSD'] }, () => undefined))
  socket.on('tick', () => (watcher.ticks += 1))
  return watcher
}

interface Setting extends Pick<ProofOptions, 'runs' | 'log'> {
  system: System
  random: ReturnType<typeof createRandom>
  limits: { stopMs: number; reconnectMs: number }
}

/** Ends one process again and again; live connections go on at the next one. */
async function stopRepeatedly({ system, runs: stops, random, limits, log }: Setting): Promise<ProofResult> {
  const workload = new Transfers({ people: PEOPLE, name: 'stop', unanswered: 'ask' })
  await workload.enrol(system.database)
  const deployment = await deploySingle(system)
  const watchers = Array.from({ length: SOCKETS }, (_, i) =>
    watch(deployment.direct.origin, i % 2 === 0 ? 'websocket' : 'polling'),
  )
  const silent = () => watchers.filter(({ ticks }) => ticks === 0).length
  const haveTicks = async (faults: string[]) => {
    if (!(await until(() => silent() === 0, limits.reconnectMs)))
      faults.push(`${silent()} live connections have no prices`)
  }
  const stop: Strike = async (run) => {
    await haveTicks(run.faults)
    await terminate(limits.stopMs)(run)
    for (const watcher of watchers) watcher.ticks = 0
  }
  try {
    return await runChaos({
      deployment,
      workload,
      strikes: Array.from({ length: stops }, () => stop),
      every: PEOPLE + 1,
      withinMs: 500,
      random,
      log: (line) => log(`${system.kind}, ${line}`),
      async finish(faults) {
        await haveTicks(faults)
        const { executedUnanswered } = workload.counts
        if (executedUnanswered > 0) faults.push(`${executedUnanswered} transfers were executed without an answer`)
      },
    })
  } finally {
    for (const { socket } of watchers) socket.close()
  }
}

/** Restarts one of two processes behind nginx at a time: no transfer is without its answer. */
async function restartBehindNginx({ system, runs: stops, random, log }: Omit<Setting, 'limits'>): Promise<ProofResult> {
  const workload = new Transfers({ people: WRITERS, name: 'rolling', unanswered: 'ask' })
  await workload.enrol(system.database)
  const strike = terminateNext()
  return await runChaos({
    deployment: await deployCluster(system, { isBehindNginx: true }),
    workload,
    strikes: Array.from({ length: Math.min(MOST_RESTARTS, stops * 2) }, () => strike),
    every: WRITERS,
    withinMs: 1_000,
    random,
    log: (line) => log(`rolling restarts, ${line}`),
    finish(faults) {
      if (workload.counts.unanswered > 0)
        faults.push(`${workload.counts.unanswered} transfers had no answer: ${JSON.stringify(workload.statuses)}`)
    },
  })
}

/** Stops the server `runs` times on SQLite, and as often on PostgreSQL where it is installed. */
export const prove = ({ seed, runs: stops, length, log }: ProofOptions): Promise<ProofResult> =>
  onSite({ databases: ['stop', 'rolling'] }, async (site) => {
    const random = createRandom(seed)
    const limits =
      length === 'short' ? { stopMs: HANG_MS, reconnectMs: HANG_MS } : { stopMs: STOP_MS, reconnectMs: RECONNECT_MS }
    const given = { runs: stops, random, limits, log }
    const figures: Record<string, unknown> = {}
    const results = [await stopRepeatedly({ ...given, system: systemOf(site, 'stop') })]
    Object.assign(figures, { SQLite: results[0]?.figures })
    if (site.services === null) log('without PostgreSQL: not installed')
    else {
      const result = await stopRepeatedly({ ...given, system: systemOf(site, 'stop', 'PostgreSQL') })
      results.push(result)
      figures.PostgreSQL = result.figures
      const missing = missingNginx()
      if (missing !== null) log(`without rolling restarts: ${missing}`)
      else {
        const rolling = await restartBehindNginx({ ...given, system: systemOf(site, 'rolling', 'PostgreSQL') })
        results.push(rolling)
        figures.rolling = rolling.figures
      }
    }
    return { ok: results.every(({ ok }) => ok), figures }
  })
