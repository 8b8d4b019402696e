import { Client } from 'pg'

/** Which of several processes on one database does what only one does at a time: the jobs, and telling of prices. */
export interface Lead {
  leads(): boolean
  close(): Promise<void>
}

/** Nobody else has the database. */
export const ALONE: Lead = { leads: () => true, close: () => Promise.resolve() }

/** What the database calls the connection of a process that leads or would. */
export const leaderName = (pid: number): string => `placard-lead-${pid}`

const LOOK_EVERY_MS = 500
/** Who cannot ask the database for so long has lost the lead; the database keeps the lock of a dead process no longer than its connection. */
const PATIENCE_MS = 2_000

/** Holds a lock of the session on a connection of its own, or waits for it: it is free as soon as the connection of its holder is gone. */
export async function standForLead(address: string, lock: number): Promise<Lead> {
  let client: Client | null = null
  let leading = false
  let closed = false
  let timer: NodeJS.Timeout | undefined

  const lose = (gone: Client) => {
    if (client !== gone) return
    client = null
    leading = false
    void gone.end().catch(() => undefined)
  }

  async function connected(): Promise<Client> {
    if (client) return client
    const fresh = new Client({ connectionString: address, application_name: leaderName(process.pid), keepAlive: true, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS })
    fresh.on('error', () => lose(fresh))
    fresh.on('end', () => lose(fresh))
    await fresh.connect()
    return (client = fresh)
  }

  async function look(): Promise<void> {
    try {
      const asked = await connected()
      if (leading) await asked.query('SELECT 1')
      else leading = (await asked.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [lock])).rows[0]?.got === true
    } catch {
      if (client) lose(client)
    }
    if (!closed) timer = setTimeout(() => void look(), LOOK_EVERY_MS)
  }

  await look()
  return {
    leads: () => leading,
    async close() {
      closed = true
      leading = false
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
