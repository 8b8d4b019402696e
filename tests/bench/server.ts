import autocannon from 'autocannon'
import { spawn, type ChildProcess } from 'node:child_process'
import { once as event } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { tsx } from '../../codegen/commands/setup.mjs'
import { TERMS_VERSION } from '../../src/server/modules/identity/terms.ts'
import { freePort } from '../e2e/kit/net/ports.ts'
import { startPostgres } from '../prove/kit/net/services.ts'
import { processTime } from '../scale/processTime.ts'
import { TEST_DATA_KEY } from '../support/server/dataKey.ts'
import type { Measure } from './run.ts'

export const about =
  'the sandbox server beside bare Fastify and SQLite, and on PostgreSQL: reads, durable money writes, processor of both, and of an idle server'

const ROUNDS = 3
const SECONDS = 4
/** Of all servers of a comparison together: each gets its share, so that all have the same load. */
const CONNECTIONS = 16
/** Their money calls run at the same time; those of one user one after the other on PostgreSQL. */
const USERS = 16
const IDLE_SECONDS = 60
/** Until a server has compiled its code, started its jobs and released the memory of its start. */
const SETTLE_MS = 60_000

/** A server that listens. */
interface Running {
  process: ChildProcess
  base: string
  tokens: readonly string[]
  /** The process of a database outside of the server. */
  database?: number
}

/** A call that is sent again and again. */
interface Load {
  call: string
  body: string
  /** Each request has an own idempotency key. */
  keyed: boolean
}

const READ: Load = { call: 'wallet/list', body: '{"lang":"en"}', keyed: false }
/** The smallest amount, so that there is enough of it. */
const TRANSFER = { lang: 'en', mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: '0.00000001' }
const WRITE: Load = { call: 'wallet/transfer', body: JSON.stringify(TRANSFER), keyed: true }

/** Rounds alternate between the servers of a comparison, so that other programs slow all of them alike; the best counts. */
export async function bench(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'placard-bench-'))
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  const running: Running[] = []
  const started = async (server: Promise<Running>): Promise<Running> => {
    running.push(await server)
    return await server
  }
  const postgres = await startPostgres(folder, ['bench'])
  try {
    const ours = await started(serve({ PLACARD_DATA: join(folder, 'data') }))
    await sleep(SETTLE_MS)
    const before = processTime(ours.process.pid ?? 0)
    await sleep(IDLE_SECONDS * 1000)
    const idle = (processTime(ours.process.pid ?? 0) - before) / (IDLE_SECONDS * 10)

    const floor = await started(serveFloor(join(folder, 'floor')))
    const [floorReads, reads] = await compare(READ, [[floor], [ours]])
    const [floorWrites, writes] = await compare(WRITE, [[floor], [ours]])
    const measures: Measure[] = [
      { name: 'processor of an idle server', ours: idle, unit: '%', budget: 1 },
      ...besides('reads (wallet/list)', reads, floorReads, 0.75),
      ...besides('money writes (wallet/transfer)', writes, floorWrites, 0.6),
    ]
    if (!postgres) return measures
    const env = { DATABASE_URL: postgres.address('bench'), PLACARD_DATA_KEY: TEST_DATA_KEY }
    const database = postgres.postgres.pid()
    const one = { ...(await started(serve({ ...env, PLACARD_DATA: join(folder, 'one') }))), database }
    const two = { ...(await started(serve({ ...env, PLACARD_DATA: join(folder, 'two') }))), database }
    const [single, both] = await compare(WRITE, [[one], [one, two]])
    return [
      ...measures,
      { name: 'money writes on PostgreSQL', ours: single?.rate ?? 0, unit: '/s', atLeast: true, budget: 300 },
      // The servers, the database and the client share the cores: where these are busy, a second server cannot be faster. Each of two
      // servers commits for half the transactions that wait, so a write costs more of the processor.
      ...besides('money writes on PostgreSQL, two processes against one', both, single, 0.95, 1.3),
    ]
  } finally {
    await Promise.all(running.map(stop))
    await postgres?.postgres.stop('SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Requests per second, and processor milliseconds of a request, those of the database included. */
interface Rate {
  rate: number
  processor: number
}

const besides = (
  name: string,
  ours: Rate | undefined,
  floor: Rate | undefined,
  budget: number,
  processorBudget = Number((1 / budget).toFixed(2)),
): Measure[] => [
  { name, ours: ours?.rate ?? 0, floor: floor?.rate ?? 0, unit: '/s', budget, atLeast: true },
  {
    name: `processor of ${name}`,
    ours: ours?.processor ?? 0,
    floor: floor?.processor ?? 0,
    unit: 'ms',
    budget: processorBudget,
  },
]

/** The best of some rounds of each group of servers, which are loaded at the same time. */
async function compare(load: Load, groups: readonly (readonly Running[])[]): Promise<(Rate | undefined)[]> {
  const best: Rate[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, group] of groups.entries()) {
      const processes = new Set(group.flatMap(({ process: { pid = 0 }, database = pid }) => [pid, database]))
      const used = () => [...processes].reduce((sum, pid) => sum + processTime(pid), 0)
      const connections = CONNECTIONS / group.length
      const before = used()
      const results = await Promise.all(group.map((server) => send(server, load, `${round}-${at}`, connections)))
      const rate = results.reduce((sum, result) => sum + result.requests.average, 0)
      const requests = results.reduce((sum, result) => sum + result.requests.total, 0)
      best[at] = {
        rate: Math.max(best[at]?.rate ?? 0, rate),
        processor: Math.min(best[at]?.processor ?? Infinity, (used() - before) / requests),
      }
    }
  return best
}

/** Loads a server for some seconds. Throws if a request fails. */
async function send(
  { process: server, base, tokens }: Running,
  { call, body, keyed }: Load,
  round: string,
  connections: number,
): Promise<Awaited<ReturnType<typeof autocannon>>> {
  let sent = 0
  let refused = 0
  const result = await autocannon({
    url: `${base}${call}`,
    method: 'POST',
    connections,
    duration: SECONDS,
    body,
    requests: [
      {
        setupRequest(request) {
          sent += 1
          const headers: Record<string, string> = {
            authorization: tokens[sent % tokens.length] ?? '',
            'content-type': 'application/json',
          }
          if (keyed) headers['idempotency-key'] = `bench-${server.pid}-${round}-${sent}`
          return { ...request, headers }
        },
        onResponse: (_status, text) => void (refused += text.includes('"type":"ok"') ? 0 : 1),
      },
    ],
  })
  const failed = result.non2xx + result.errors + refused
  if (failed > 0) throw new Error(`${failed} requests failed`)
  return result
}

/** Starts a program that prints a line when it listens. */
async function spawned(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ child: ChildProcess; line: string }> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await event(createInterface({ input: child.stdout }), 'line')) as [string]
  return { child, line }
}

async function stop({ process: server }: Running): Promise<void> {
  const gone = event(server, 'exit')
  server.kill('SIGKILL')
  await gone
}

async function serveFloor(data: string): Promise<Running> {
  const port = freePort()
  const { child, line } = await spawned([...tsx, 'tests/bench/floor/server.ts', data, String(port)], process.env)
  return { process: child, base: `http://127.0.0.1:${port}/api/`, tokens: [line] }
}

/** The server as `npm start` runs it, with users. */
async function serve(more: NodeJS.ProcessEnv): Promise<Running> {
  const port = freePort()
  const { child } = await spawned(['codegen/commands/bundled.mjs', 'src/server/main.ts'], {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
    READ_BUDGET: '0',
    SANDBOX: '0',
    ...more,
  })
  const base = `http://127.0.0.1:${port}/api/`
  const tokens: string[] = []
  while (tokens.length < USERS) {
    const response = await fetch(`${base}user/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        lang: 'en',
        type: 'account',
        account: `bench_${child.pid}_${tokens.length}`,
        password: 'bench-1234',
        country: 'DE',
        terms: TERMS_VERSION,
      }),
    })
    const { data } = (await response.json()) as { data: { token: string } }
    tokens.push(data.token)
  }
  return { process: child, base, tokens }
}
