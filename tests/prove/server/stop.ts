import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import { freePort } from '../../e2e/kit/net/ports.ts'
import { ask } from '../kit/bank/bank-connection.ts'
import { enrol, type Customer } from '../kit/bank/bank-people.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { missingNginx } from '../kit/net/nginx.ts'
import { createRandom } from '../kit/random.ts'
import { serve } from '../kit/net/server-process.ts'
import { startPostgres } from '../kit/net/services.ts'
import { restartBehindNginx } from '../kit/stop/rolling.ts'
import { openLine, type Posting } from '../kit/stop/transfer.ts'

export const about =
  'SIGTERM while people move money and watch prices: every accepted request is answered, every acknowledged posting is stored, no posting is executed without an answer, and the live connections continue on the next process; rolling restarts of two processes behind the nginx of src/server/deploy leave no call of twelve writers without its answer'
/** A run is one stop on each database, and two rolling restarts, at most 20. */
export const runs = { full: 30, short: 1 }

const PEOPLE = 8
const SOCKETS = 4
const MOST_RESTARTS = 20
const STOP_MS = 20_000
const RECONNECT_MS = 20_000
/** Limit of both in a short run, which only a hang reaches. */
const HANG_MS = 300_000

/** Moves one unit to and fro until a request has no answer. */
async function work(person: Customer, port: number, run: number, postings: Posting[]): Promise<void> {
  const line = openLine(port, { tls: false })
  for (let round = 0; ; round++) {
    const posting = { person, key: `stop-${run}-${person.user}-${round}`, answered: false }
    postings.push(posting)
    posting.answered = (await line.transfer(posting, round % 2 === 0)).done
    if (!posting.answered) break
  }
  line.close()
}

interface Watcher {
  socket: Socket
  connects: number
  ticks: number
}

/** A client of Socket.IO with its own reconnection. */
function watch(port: number, transport: string): Watcher {
  const socket = io(`http://127.0.0.1:${port}`, {
    path: '/live',
    transports: [transport],
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
    forceNew: true,
  })
  const watcher = { socket, connects: 0, ticks: 0 }
  socket.on('connect', () => {
    watcher.connects += 1
    socket.emit('subscribe', { symbols: ['BTCUSDT', 'EURUSD'] }, () => undefined)
  })
  socket.on('tick', () => (watcher.ticks += 1))
  return watcher
}

async function until(condition: () => boolean, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(50)) if (condition()) return true
  return condition()
}

/** Stops the server `runs` times on SQLite, and as often on PostgreSQL where it is installed. */
export async function prove({ seed, runs: stops, length, log }: ProofOptions): Promise<ProofResult> {
  const random = createRandom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'placard-prove-stop-'))
  // Another user runs PostgreSQL in it.
  chmodSync(folder, 0o755)
  const figures = { stops: 0, acknowledged: 0, lost: 0, unanswered: 0, refused: 0, slowestMs: 0 }
  const faults: string[] = []
  const limits =
    length === 'short' ? { stopMs: HANG_MS, reconnectMs: HANG_MS } : { stopMs: STOP_MS, reconnectMs: RECONNECT_MS }
  const given = { stops, random, limits, figures, faults }
  let rolling: Record<string, number> = {}
  try {
    const data = join(folder, 'sqlite')
    mkdirSync(data)
    await stopRepeatedly({ ...given, data, log: (line) => log(`SQLite, ${line}`) })
    const services = await startPostgres(folder, ['stop', 'rolling'])
    if (services === null) log('without PostgreSQL: not installed')
    else {
      try {
        const database = services.address('stop')
        await stopRepeatedly({
          ...given,
          data: join(folder, 'postgresql'),
          database,
          log: (line) => log(`PostgreSQL, ${line}`),
        })
        const missing = missingNginx()
        if (missing !== null) log(`without rolling restarts: ${missing}`)
        else {
          const restarts = Math.min(MOST_RESTARTS, stops * 2)
          rolling = await restartBehindNginx({
            folder,
            database: services.address('rolling'),
            restarts,
            random,
            faults,
            log,
          })
        }
      } finally {
        await services.postgres.stop('SIGINT')
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  for (const fault of faults.slice(0, 20)) log(fault)
  return {
    ok: faults.length === 0 && figures.lost === 0 && figures.unanswered === 0 && figures.acknowledged > stops * PEOPLE,
    figures: { ...figures, ...rolling, faults: faults.length },
  }
}

interface Figures {
  stops: number
  /** Postings with an answer. */
  acknowledged: number
  /** Acknowledged postings that are not stored. */
  lost: number
  /** Executed postings without an answer. */
  unanswered: number
  /** Requests that were neither executed nor answered. */
  refused: number
  slowestMs: number
}

interface Setting {
  data: string
  /** PostgreSQL; without it, SQLite in the data folder. */
  database?: string
  stops: number
  random: () => number
  limits: { stopMs: number; reconnectMs: number }
  figures: Figures
  faults: string[]
  log(line: string): void
}

async function stopRepeatedly({ data, database, stops, random, limits, figures, faults, log }: Setting): Promise<void> {
  const people = await enrol(database ?? join(data, 'placard.db'), PEOPLE)
  const port = freePort()
  const start = () => serve(data, { PORT: String(port), ...(database !== undefined && { DATABASE_URL: database }) })
  let server = await start()
  const watchers = Array.from({ length: SOCKETS }, (_, i) => watch(port, i % 2 === 0 ? 'websocket' : 'polling'))
  const silent = () => watchers.filter(({ ticks }) => ticks === 0).length
  try {
    for (let run = 0; run < stops; run++) {
      if (!(await until(() => silent() === 0, limits.reconnectMs)))
        faults.push(`stop ${run}: ${silent()} live connections have no prices`)
      const postings: Posting[] = []
      const working = people.map((person) => work(person, port, run, postings))
      await until(() => postings.filter(({ answered }) => answered).length > PEOPLE, HANG_MS)
      await sleep(random() * 500)
      const before = performance.now()
      const code = await server.stop()
      const took = Math.round(performance.now() - before)
      figures.slowestMs = Math.max(figures.slowestMs, took)
      if (code !== 0) faults.push(`stop ${run}: exit code ${String(code)}`)
      if (took > limits.stopMs) faults.push(`stop ${run}: it took ${took} ms`)
      await Promise.all(working)
      for (const watcher of watchers) watcher.ticks = 0
      server = await start()
      await compare(server.origin, postings, figures, faults)
      figures.stops += 1
      log(`stop ${run + 1} of ${stops}: ${JSON.stringify(figures)}, ${faults.length} faults`)
    }
    if (!(await until(() => silent() === 0, limits.reconnectMs)))
      faults.push(`${silent()} live connections did not come back`)
  } finally {
    for (const { socket } of watchers) socket.close()
    await server.kill()
  }
}

/** Asks for the outcome of each posting. */
async function compare(
  origin: string,
  postings: readonly Posting[],
  figures: Figures,
  faults: string[],
): Promise<void> {
  const connection = { origin, lost: 0, sent: 0 }
  for (const { person, key, answered } of postings) {
    const outcome = await ask(connection, 'wallet/outcome', { key }, { token: person.token })
    const done = outcome?.data?.done
    if (answered) figures.acknowledged += 1
    if (typeof done !== 'boolean') faults.push(`No outcome of ${key}: ${JSON.stringify(outcome)}`)
    else if (answered && !done) figures.lost += 1
    else if (!answered && done) figures.unanswered += 1
    else if (!answered) figures.refused += 1
  }
}
