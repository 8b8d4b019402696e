import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../../../e2e/kit/net/ports.ts'

const VERSIONS = '/usr/lib/postgresql'
const START_TRIES = 200

/** Folder of the newest PostgreSQL that is installed. */
function postgresBin(): string | null {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).toSorted((a, b) => Number(b) - Number(a)) : []
  return (
    versions.map((version) => join(VERSIONS, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ?? null
  )
}

const redisServer = (): string | null =>
  ['/usr/bin/redis-server', '/usr/local/bin/redis-server'].find((path) => existsSync(path)) ?? null

/** Missing services; null: none. */
export function missingServices(): string | null {
  const names = [...(postgresBin() ? [] : ['PostgreSQL']), ...(redisServer() ? [] : ['Redis'])]
  return names.length > 0 ? `${names.join(' and ')} not installed` : null
}

/** PostgreSQL or Redis. It keeps its port, and PostgreSQL its data. */
export interface Service {
  /** Of the running process; 0: none. */
  pid(): number
  start(): void
  /** Sends the signal and waits for the exit. */
  stop(signal: NodeJS.Signals): Promise<void>
  /** Suspends the process: it neither answers nor exits. */
  freeze(): void
  thaw(): void
}

export interface Services {
  address(database: string): string
  redisAddress: string
  postgres: Service
  redis: Service
  stop(): Promise<void>
}

/** PostgreSQL refuses to run as root. */
function runner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (which: string, user: string) =>
    Number(execFileSync('id', [which, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: id('-u', user), gid: id('-g', user) }
    } catch {
      // Try the next user.
    }
  }
  throw new Error('PostgreSQL needs a user that is not root.')
}

/** Starts PostgreSQL on a free port with empty databases; null if it is not installed. The caller removes the folder. */
export async function startPostgres(
  folder: string,
  databases: readonly string[],
): Promise<Pick<Services, 'address' | 'postgres'> | null> {
  const bin = postgresBin()
  if (bin === null) return null
  const port = freePort()
  const who = runner()
  const home = join(folder, 'postgres')
  mkdirSync(home)
  if (who.uid !== undefined && who.gid !== undefined) chownSync(home, who.uid, who.gid)
  const data = join(home, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'placard', '--locale=C', '--encoding=UTF8', '-A', 'trust'], {
    ...who,
    cwd: home,
    stdio: 'ignore',
  })
  const settings = ['-c', 'listen_addresses=127.0.0.1', '-k', home]
  const postgres = service(() =>
    spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], { ...who, cwd: home, stdio: 'ignore' }),
  )
  const address = (database: string) => `postgres://placard@127.0.0.1:${port}/${database}`
  postgres.start()
  try {
    for (const name of databases) await create(address('postgres'), name)
  } catch (error) {
    await postgres.stop('SIGINT')
    throw error
  }
  return { address, postgres }
}

/** Starts both on free ports with empty data. The caller removes the folder. */
export async function startServices(folder: string, databases: readonly string[]): Promise<Services> {
  const redisPath = redisServer()
  const started = redisPath === null ? null : await startPostgres(folder, databases)
  if (redisPath === null || started === null) throw new Error(missingServices() ?? '')
  const { address, postgres } = started
  const redisPort = freePort()
  const redis = service(() =>
    spawn(
      redisPath,
      ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
      { stdio: 'ignore' },
    ),
  )
  redis.start()
  const stop = async () => void (await Promise.all([postgres.stop('SIGINT'), redis.stop('SIGINT')]))
  return { address, redisAddress: `redis://127.0.0.1:${redisPort}`, postgres, redis, stop }
}

function service(run: () => ChildProcess): Service {
  let child: ChildProcess | null = null
  return {
    pid: () => child?.pid ?? 0,
    start() {
      child = run()
    },
    async stop(signal) {
      const running = child
      child = null
      if (!running || running.exitCode !== null || running.signalCode !== null) return
      const gone = new Promise((resolve) => running.once('exit', resolve))
      running.kill(signal)
      await gone
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  }
}

async function create(address: string, name: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const client = new Client({ connectionString: address })
    try {
      await client.connect()
      await client.query(`CREATE DATABASE ${name}`)
      return
    } catch (error) {
      if (tries > START_TRIES) throw error
      await sleep(100)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
