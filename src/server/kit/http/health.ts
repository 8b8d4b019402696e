import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { CLOCK_TOLERANCE_MS, type Clock } from '../clock.ts'
import type { ServerContext } from '../../context.ts'
import { MIGRATIONS } from '../storage/migrations.ts'
import type { TroubleKind } from '../storage/trouble.ts'

/** Time limit of the database's answer. */
const DATABASE_MS = 2_000

type State = 'ok' | 'unreachable' | 'pending' | 'closing' | TroubleKind

export interface HealthPorts {
  isClosing(): boolean
  /** Whether live connections are accepted. */
  isLive(): boolean
  /** Kind of the fault that prevents writes; null: none. */
  trouble(): TroubleKind | null
  clock: Pick<Clock, 'aheadMs' | 'stepMs'>
}

/**
 * Probes of supervisors and balancers. `/healthz`: the process answers. `/readyz`: it may be sent requests: the database is reachable,
 * can be written and has all migrations and no later ones, and live connections are accepted; otherwise 503. `warnings` has
 * `clock` while the machine's clock is behind the server's time, and for a minute after it has gone forward at once.
 */
export function addHealth(app: FastifyInstance, { db }: Pick<ServerContext, 'db'>, ports: HealthPorts): void {
  app.get('/healthz', (_, reply) => reply.header('Cache-Control', 'no-store').send({ status: 'ok' }))

  app.get('/readyz', async (_, reply) => {
    const migrations = await within(DATABASE_MS, migrationsState())
    const checks: Record<string, State> = {
      database: migrations === 'unreachable' ? 'unreachable' : (ports.trouble() ?? 'ok'),
      migrations,
      live: ports.isLive() ? 'ok' : 'closing',
      process: ports.isClosing() ? 'closing' : 'ok',
    }
    const ready = Object.values(checks).every((state) => state === 'ok')
    return reply
      .code(ready ? 200 : 503)
      .header('Cache-Control', 'no-store')
      .send({
        ready,
        checks,
        warnings: ports.clock.aheadMs() > CLOCK_TOLERANCE_MS || ports.clock.stepMs() > 0 ? ['clock'] : [],
      })
  })

  async function migrationsState(): Promise<State> {
    try {
      const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db)
      const executed = new Set(rows.map(({ name }) => name))
      const expected = Object.keys(MIGRATIONS)
      return executed.size === expected.length && expected.every((name) => executed.has(name)) ? 'ok' : 'pending'
    } catch {
      return 'unreachable'
    }
  }
}

/** `work`, or "unreachable" after the time limit. */
async function within(milliseconds: number, work: Promise<State>): Promise<State> {
  const timeout = new AbortController()
  try {
    return await Promise.race([work, sleep(milliseconds, 'unreachable' as const, { signal: timeout.signal })])
  } finally {
    timeout.abort()
  }
}
