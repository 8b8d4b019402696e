import type { Clock } from '../clock.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics of this process. */
export const registry = new Registry()

let isMeasured = false
/** Measures the process itself, from the first call on: its event loop is woken a hundred times a second for it. */
export function measureProcess(): void {
  if (!isMeasured) collectDefaultMetrics({ register: registry })
  isMeasured = true
}

const registers = [registry]
const LATENCY_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export const metrics = {
  requestSeconds: new Histogram({
    name: 'placard_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer, by route.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: LATENCY_SECONDS,
    registers,
  }),
  requestsInFlight: new Gauge({
    name: 'placard_http_requests_in_flight',
    help: 'Requests that are being answered.',
    registers,
  }),
  callResults: new Counter({
    name: 'placard_call_results_total',
    help: 'Answers of calls: ok, or the code of the refusal.',
    labelNames: ['call', 'result'] as const,
    registers,
  }),
  lockWaiting: new Gauge({
    name: 'placard_lock_queue_length',
    help: 'Transactions that wait for another one of the same user in this process.',
    registers,
  }),
  lockSeconds: new Histogram({
    name: 'placard_lock_wait_seconds',
    help: 'Time for which a transaction waited in this queue.',
    buckets: LATENCY_SECONDS,
    registers,
  }),
  transactionSeconds: new Histogram({
    name: 'placard_transaction_duration_seconds',
    help: 'Time of a transaction, its locks in the database included.',
    buckets: LATENCY_SECONDS,
    registers,
  }),
  postings: new Counter({
    name: 'placard_ledger_postings_total',
    help: 'Committed postings of the ledger.',
    labelNames: ['reason'] as const,
    registers,
  }),
  livePackets: new Counter({
    name: 'placard_live_packets_total',
    help: 'Packets of live connections.',
    labelNames: ['direction'] as const,
    registers,
  }),
  liveRefused: new Counter({
    name: 'placard_live_refused_total',
    help: 'Live connections that were refused or closed for a limit.',
    labelNames: ['reason'] as const,
    registers,
  }),
  jobSeconds: new Histogram({
    name: 'placard_job_duration_seconds',
    help: 'Time of one run of a job.',
    labelNames: ['job'] as const,
    buckets: LATENCY_SECONDS,
    registers,
  }),
  jobFailures: new Counter({
    name: 'placard_job_failures_total',
    help: 'Runs of a job that failed.',
    labelNames: ['job'] as const,
    registers,
  }),
  publications: new Counter({
    name: 'placard_publications_total',
    help: 'Publications and rollbacks: ok, or the status of the refusal.',
    labelNames: ['action', 'result'] as const,
    registers,
  }),
  publicationSeconds: new Histogram({
    name: 'placard_publication_duration_seconds',
    help: 'Time of a publication, its compilation included.',
    labelNames: ['action'] as const,
    buckets: [0.5, 1, 2.5, 5, 10, 30, 60, 120],
    registers,
  }),
}

/** Values that are read when they are collected. */
export interface MeasuredServer {
  isLeader(): boolean
  liveConnections(): number
  /** Connections of the pool; null for a database without one. */
  pool(): { total: number; idle: number; waiting: number } | null
  /** Kind of the fault that prevents writes to the database; null: none. */
  trouble(): string | null
  clock: Pick<Clock, 'aheadMs' | 'stepMs'>
}

let measured: MeasuredServer | null = null

/** Sets the server whose values are collected: a process has one. */
export function measure(server: MeasuredServer | null): void {
  measured = server
}

const READINGS: readonly [name: string, help: string, read: (server: MeasuredServer) => number][] = [
  [
    'placard_leader',
    '1 while this process runs the jobs and broadcasts prices.',
    (server) => Number(server.isLeader()),
  ],
  ['placard_live_connections', 'Open live connections.', (server) => server.liveConnections()],
  [
    'placard_database_writable',
    '0 while the database cannot be written.',
    (server) => Number(server.trouble() === null),
  ],
  [
    'placard_clock_ahead_seconds',
    'How far the time of the server is ahead of the clock of the machine, which was set back.',
    (server) => server.clock.aheadMs() / 1000,
  ],
  [
    'placard_clock_step_seconds',
    'How far the clock of the machine went forward at once within the last minute.',
    (server) => server.clock.stepMs() / 1000,
  ],
]
for (const [name, help, read] of READINGS)
  registry.registerMetric(
    new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(measured ? read(measured) : 0)
      },
    }),
  )

registry.registerMetric(
  new Gauge({
    name: 'placard_database_connections',
    help: 'Connections to PostgreSQL, and callers that wait for one.',
    labelNames: ['state'] as const,
    registers: [],
    collect() {
      const pool = measured?.pool()
      for (const [state, count] of Object.entries(pool ?? {})) this.set({ state }, count)
    },
  }),
)
