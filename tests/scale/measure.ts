import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { LISTINGS } from '../../src/server/modules/trading/market/instruments.ts'
import { enrol } from '../prove/kit/bank/bank-people.ts'
import { serve, type ServerProcess } from '../prove/kit/net/server-process.ts'
import { missingServices, startServices, type Services } from '../prove/kit/net/services.ts'
import { callsPerSecond, type CallLoad } from './http.ts'
import { measureLive, type LiveFigures } from './live.ts'
import { canMeasure, processTime } from './processTime.ts'

/** Calls at full speed. Times are processor time in microseconds of a call. */
export interface CallFigures {
  rate: number
  server: number
  postgres: number
}

/** One number of processes on PostgreSQL and Redis. */
export interface ClusterFigures {
  processes: number
  reads: CallFigures
  writes: CallFigures
  live: LiveFigures
  /** Processor time of Redis in microseconds per message, for all processes together. */
  redisPerMessage: number
}

export interface Figures {
  machine: { cores: number; processor: string; node: string; loadBefore: number; loadAfter: number }
  sqlite: { reads: CallFigures; writes: CallFigures; polls: CallFigures }
  clusters: ClusterFigures[]
  /** Of a money write: bytes of the write-ahead log and of the database. */
  bytesPerWrite: { log: number; database: number }
  /** All files of the built app, compressed. */
  appBytes: number
}

export interface ScaleOptions {
  processes: readonly number[]
  ms: number
  /** Live connections of each process, fewer where there are more processes than processors. */
  connections: number
  log(line: string): void
}

const DIST = join(import.meta.dirname, '../../dist')

/** Requirement of the measurement that this machine lacks; null: none. */
export function missing(): string | null {
  if (!canMeasure()) return 'the processor time of processes is only known on Linux'
  return missingServices() ?? (existsSync(DIST) ? null : 'the app is not built: npx vite build')
}

const PEOPLE = 24
const CONNECTIONS = 32
const FEW = 20
/** Ticks a second of each symbol. */
const TICK_RATE = 5
const SUBSCRIBED = 12
const WARM_MS = 1_500

const READ: Omit<CallLoad, 'ms'> = {
  path: '/api/wallet/list',
  fields: { mode: 'real' },
  keyed: false,
  connections: CONNECTIONS,
}
/** Request that every visible app repeats every few seconds. */
const POLL: Omit<CallLoad, 'ms'> = { path: '/h5/catalogue/live.json', keyed: false, connections: CONNECTIONS }
/** The smallest amount, so that there is enough of it. */
const WRITE: Omit<CallLoad, 'ms'> = {
  path: '/api/wallet/transfer',
  fields: { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount: '0.00000001' },
  keyed: true,
  connections: CONNECTIONS,
}
const SYMBOLS = LISTINGS.filter(({ class: kind }) => kind === 'crypto')
  .slice(0, SUBSCRIBED)
  .map(({ symbol }) => symbol)

/** Measures one process on SQLite, and each number of processes on one PostgreSQL and one Redis. */
export async function measure({ processes: counts, ms, connections, log }: ScaleOptions): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'placard-scale-'))
  chmodSync(folder, 0o755)
  const loadBefore = loadavg()[0] ?? 0
  try {
    const sqlite = await measureSqlite(folder, ms)
    log(`SQLite: ${Math.round(sqlite.reads.rate)} reads and ${Math.round(sqlite.writes.rate)} writes a second`)
    const services = await startServices(folder, ['scale'])
    try {
      const customers = await enrol(services.address('scale'), PEOPLE)
      const tokens = customers.map(({ token }) => token)
      const before = await sizeOf(services)
      let writes = 0
      const clusters: ClusterFigures[] = []
      for (const count of counts) {
        const calls = await withProcesses(folder, services, count, '0', async (processes) => {
          const reads = await measureCalls(processes, services, tokens, { ...READ, ms })
          const written = await measureCalls(processes, services, tokens, { ...WRITE, ms })
          writes += written.total
          return { reads, writes: written }
        })
        // More connections than the processors bear would measure their queue.
        const each = Math.round(connections * Math.min(1, availableParallelism() / count))
        const live = await withProcesses(folder, services, count, String(TICK_RATE), async (processes) => {
          const [redisBefore, startedAt] = [processTime(services.redis.pid()), performance.now()]
          const figures = await measureLive(processes, { symbols: SYMBOLS, few: FEW, many: each, ms })
          const seconds = (performance.now() - startedAt) / 1000
          const published = seconds * TICK_RATE * LISTINGS.filter(({ class: kind }) => kind === 'crypto').length
          return { figures, redis: ((processTime(services.redis.pid()) - redisBefore) * 1000) / published }
        })
        const { total: _reads, ...reads } = calls.reads
        const { total: _writes, ...written } = calls.writes
        clusters.push({ processes: count, reads, writes: written, live: live.figures, redisPerMessage: live.redis })
        log(
          `${count} processes: ${Math.round(reads.rate)} reads and ${Math.round(written.rate)} writes a second, ${Math.round(live.figures.delivered)} live messages a second to ${count * each} connections`,
        )
      }
      const after = await sizeOf(services)
      return {
        machine: {
          cores: availableParallelism(),
          processor: cpus()[0]?.model.trim() ?? '',
          node: process.version,
          loadBefore,
          loadAfter: loadavg()[0] ?? 0,
        },
        sqlite,
        clusters,
        bytesPerWrite: {
          log: (after.log - before.log) / writes,
          database: (after.database - before.database) / writes,
        },
        appBytes: compressedSize(DIST),
      }
    } finally {
      await services.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureSqlite(folder: string, ms: number): Promise<Figures['sqlite']> {
  const data = join(folder, 'sqlite')
  const customers = await enrol(join(data, 'placard.db'), PEOPLE)
  const tokens = customers.map(({ token }) => token)
  const served = await serve(data, { TICK_RATE: '0', PLACARD_DIST: DIST })
  try {
    const { total: _reads, ...reads } = await measureCalls([served], null, tokens, { ...READ, ms })
    const { total: _writes, ...writes } = await measureCalls([served], null, tokens, { ...WRITE, ms })
    const { total: _polls, ...polls } = await measureCalls([served], null, tokens, { ...POLL, ms })
    return { reads, writes, polls }
  } finally {
    await served.kill()
  }
}

async function withProcesses<Result>(
  folder: string,
  services: Services,
  count: number,
  tickRate: string,
  work: (processes: readonly ServerProcess[]) => Promise<Result>,
): Promise<Result> {
  const processes = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      serve(join(folder, `process-${at}`), {
        DATABASE_URL: services.address('scale'),
        REDIS_URL: services.redisAddress,
        TICK_RATE: tickRate,
      }),
    ),
  )
  try {
    return await work(processes)
  } finally {
    await Promise.all(processes.map((server) => server.kill()))
  }
}

/** `total`: all answered calls, with those before the measurement. */
async function measureCalls(
  processes: readonly ServerProcess[],
  services: Services | null,
  tokens: readonly string[],
  load: CallLoad,
): Promise<CallFigures & { total: number }> {
  const origins = processes.map(({ origin }) => origin)
  const warm = await callsPerSecond(origins, tokens, { ...load, ms: WARM_MS })
  const used = () => ({
    server: processes.reduce((sum, { pid }) => sum + processTime(pid), 0),
    postgres: services === null ? 0 : processTime(services.postgres.pid()),
  })
  const before = used()
  const { rate, count } = await callsPerSecond(origins, tokens, load)
  const after = used()
  return {
    rate,
    server: ((after.server - before.server) * 1000) / count,
    postgres: ((after.postgres - before.postgres) * 1000) / count,
    total: warm.count + count,
  }
}

async function sizeOf(services: Services): Promise<{ log: number; database: number }> {
  const client = new Client({ connectionString: services.address('scale') })
  await client.connect()
  try {
    const { rows } = await client.query<{ log: string; database: string }>(
      "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS log, pg_database_size(current_database()) AS database",
    )
    return { log: Number(rows[0]?.log), database: Number(rows[0]?.database) }
  } finally {
    await client.end()
  }
}

const COMPRESSED = /\.(gz|br|zst)$/

function compressedSize(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !COMPRESSED.test(entry.name))
    .reduce((sum, entry) => sum + gzipSync(readFileSync(join(entry.parentPath, entry.name))).length, 0)
}
