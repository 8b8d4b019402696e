import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../e2e/kit/net/ports.ts'
import type { BankConnection } from '../bank/bank-connection.ts'
import { startNginx } from '../net/nginx.ts'
import { proxy } from '../net/proxy.ts'
import { serve, type ServerProcess } from '../net/server-process.ts'
import { startPostgres, startServices, type Services } from '../net/services.ts'

type Env = Readonly<Record<string, string>>

/** A folder for the data of a proof, and the services that it needs. */
export interface Site {
  folder: string
  /** Path of an operator's file; none: the server's defaults. */
  env: Env
  /** PostgreSQL, and Redis where it was asked for; null: not installed, or not asked for. */
  services: Pick<Services, 'address' | 'postgres'> | null
}

interface Needs {
  /** Settings of the operator. */
  operator?: object
  /** Names of the PostgreSQL databases. */
  databases?: readonly string[]
}

/** Calls the work with a site, which is removed afterwards. */
export async function onSite<Result>(
  { operator, databases = [] }: Needs,
  work: (site: Site) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'placard-prove-'))
  // Another user runs PostgreSQL in it.
  chmodSync(folder, 0o755)
  const config = join(folder, 'operator.json')
  if (operator) writeFileSync(config, JSON.stringify(operator))
  const services = databases.length > 0 ? await startPostgres(folder, databases) : null
  try {
    return await work({ folder, env: operator ? { PLACARD_CONFIG: config } : {}, services })
  } finally {
    await services?.postgres.stop('SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same with PostgreSQL and Redis, which processes of one cluster share. */
export async function onCluster<Result>(
  { operator, databases }: Needs & { databases: readonly string[] },
  work: (site: Site & { services: Services }) => Promise<Result>,
): Promise<Result> {
  return onSite({ ...(operator && { operator }) }, async ({ folder, env }) => {
    const services = await startServices(folder, databases)
    try {
      return await work({ folder, env, services })
    } finally {
      await services.stop()
    }
  })
}

/** A database, and the settings of a process on it. */
export interface System {
  kind: 'SQLite' | 'PostgreSQL'
  data: string
  /** Path, or address. */
  database: string
  env: Env
}

/** The system of a name: on PostgreSQL if it runs, else on SQLite. */
export function systemOf({ folder, env, services }: Site, name: string, kind: System['kind'] = 'SQLite'): System {
  const data = join(folder, `${name}-${kind}`)
  if (kind === 'SQLite' || services === null) return { kind: 'SQLite', data, database: join(data, 'placard.db'), env }
  const database = services.address(name)
  return { kind, data, database, env: { ...env, DATABASE_URL: database } }
}

/** The processes under test, and the way of their users to them. */
export interface Deployment {
  database: string
  processes: ServerProcess[]
  connections: readonly BankConnection[]
  /** A way that loses nothing. */
  direct: BankConnection
  /** Starts the ended processes again at their ports, or one of them. */
  restart(at?: number): Promise<void>
  close(): Promise<void>
}

const connectionTo = (port: number, scheme = 'http'): BankConnection => ({
  origin: `${scheme}://127.0.0.1:${port}`,
  lost: 0,
  sent: 0,
})

/** Per cent of the chunks of replies that a lossy connection loses. */
const LOST_CHUNKS = 15

/** One process, behind a connection that loses replies if `random` is set. */
export async function deploySingle(
  { data, database, env }: System,
  { random, ...more }: { random?: { int(below: number): number } } & { env?: Env } = {},
): Promise<Deployment> {
  const port = freePort()
  const start = () => serve(data, { ...env, ...more.env, PORT: String(port) })
  const lossy = random ? await proxy(port) : null
  if (random) lossy?.lose(() => random.int(100) < LOST_CHUNKS)
  const processes = [await start()]
  return {
    database,
    processes,
    connections: [connectionTo(lossy?.port ?? port)],
    direct: connectionTo(port),
    async restart() {
      processes.splice(0, 1, await start())
    },
    async close() {
      await Promise.all(processes.map((server) => server.kill()))
      await lossy?.close()
    },
  }
}

/** Processes of which one can end for good, and another join. */
export interface Cluster extends Deployment {
  connections: BankConnection[]
  remove(at: number): void
  add(): Promise<void>
}

/** Two processes on one database; users reach them directly, or both through the nginx of src/server/deploy. */
export async function deployCluster(
  { data, database, env }: System,
  { isBehindNginx = false }: { isBehindNginx?: boolean } = {},
): Promise<Cluster> {
  const ports = [freePort(), freePort()]
  const start = (at: number) => serve(join(data, `process-${at}`), { ...env, PORT: String(ports[at]) })
  const processes = await Promise.all(ports.map((_, at) => start(at)))
  const web = join(data, 'nginx')
  if (isBehindNginx) mkdirSync(web)
  const nginx = isBehindNginx ? await startNginx(web, ports) : null
  const connections = nginx ? [connectionTo(nginx.port, 'https')] : ports.map((port) => connectionTo(port))
  return {
    database,
    processes,
    connections,
    get direct() {
      return connections[0] ?? connectionTo(0)
    },
    remove(at) {
      for (const list of [ports, processes, connections]) list.splice(at, 1)
    },
    async add() {
      const at = ports.push(freePort()) - 1
      processes.push(await start(at))
      connections.push(connectionTo(ports[at] ?? 0))
    },
    async restart(at) {
      for (const index of at === undefined ? ports.keys() : [at]) processes[index] = await start(index)
    },
    async close() {
      await nginx?.stop()
      await Promise.all(processes.map((server) => server.kill()))
    },
  }
}
