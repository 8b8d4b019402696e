import { Client } from 'pg'
import { report } from '../../../../engine/language/report.ts'

/** Leader among several processes on one database: it alone runs the jobs and broadcasts prices. */
export interface Leadership {
  isLeader(): boolean
  close(): Promise<void>
}

/** The only process of its database. */
export const SINGLE_NODE: Leadership = { isLeader: () => true, close: () => Promise.resolve() }

/** Application name of a candidate's connection. */
export const leaderConnectionName = (pid: number): string => `placard-lead-${pid}`

const CAMPAIGN_INTERVAL_MS = 500
/** A leader that cannot reach the database for this long gives up. The database frees the lock when the connection ends. */
const LEASE_TIMEOUT_MS = 2_000

/** Tries to acquire a session-level advisory lock on a separate connection, every 500 ms. PostgreSQL frees the lock when that connection ends. */
export async function campaign(address: string, lock: number): Promise<Leadership> {
  let client: Client | null = null
  let leading = false
  let closed = false
  let timer: NodeJS.Timeout | undefined

  const stepDown = (lost: Client) => {
    if (client !== lost) return
    client = null
    leading = false
    lost.end().catch((error: unknown) => report(error, 'end of a connection'))
  }

  async function connect(): Promise<Client> {
    if (client) return client
    const fresh = new Client({
      connectionString: address,
      application_name: leaderConnectionName(process.pid),
      keepAlive: true,
      connectionTimeoutMillis: LEASE_TIMEOUT_MS,
      query_timeout: LEASE_TIMEOUT_MS,
    })
    fresh.on('error', () => stepDown(fresh))
    fresh.on('end', () => stepDown(fresh))
    await fresh.connect()
    return (client = fresh)
  }

  async function tryAcquire(): Promise<void> {
    try {
      const connection = await connect()
      if (leading) await connection.query('SELECT 1')
      else
        leading =
          (await connection.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [lock])).rows[0]?.got ===
          true
    } catch {
      if (client) stepDown(client)
    }
    if (!closed) timer = setTimeout(() => void tryAcquire(), CAMPAIGN_INTERVAL_MS)
  }

  await tryAcquire()
  return {
    isLeader: () => leading,
    async close() {
      closed = true
      leading = false
      clearTimeout(timer)
      await client?.end().catch((error: unknown) => report(error, 'end of a connection'))
    },
  }
}
