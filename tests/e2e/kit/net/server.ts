import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TEST_DATA_KEY } from '../../../support/server/dataKey.ts'
import { DEFAULT_CONFIG } from '../../../../src/server/config.ts'

const root = join(import.meta.dirname, '../../../..')
const START_MS = 600_000

/** A process of the server with the built app. */
export interface ServerProcess {
  /** Origin, e.g. "http://127.0.0.1:4321". */
  origin: string
  pid: number
  /** Stops the server gracefully and resolves to its exit code, null if a signal ended it. */
  stop(): Promise<number | null>
  /** Kills the server with SIGKILL and waits for its exit. */
  kill(): Promise<number | null>
}

/** Starts the server, on a free port unless `env` names one; resolves when it listens. */
export async function startServer(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const server = spawn(process.execPath, ['codegen/commands/bundled.mjs', 'src/server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PLACARD_DIST: process.env.PLACARD_DIST ?? join(root, 'dist'),
      PORT: '0',
      LOG_LEVEL: 'warn',
      // Costs more than many a test after each build; src/server/kit/http/http.test.ts has it.
      COMPRESS: '0',
      PLACARD_DATA_KEY: TEST_DATA_KEY,
      ...env,
    },
  })
  const abandon = () => void server.kill('SIGKILL')
  process.once('exit', abandon)
  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    process.off('exit', abandon)
    if (server.exitCode === null && server.signalCode === null) {
      const gone = once(server, 'exit')
      server.kill(signal)
      await gone
    }
    return server.exitCode
  }
  return {
    origin: await addressOf(server),
    pid: server.pid ?? 0,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** The server prints its address when it listens. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const late = setTimeout(
      () => reject(new Error(`The server did not start in ${START_MS / 1000} s:\n${said}`)),
      START_MS,
    )
    server.once('exit', (code) => {
      clearTimeout(late)
      reject(new Error(`The server ended with ${code}:\n${said}`))
    })
    server.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]
      if (origin === undefined) return
      clearTimeout(late)
      resolve(origin)
    })
  })
}

/** How long a quote holds, in seconds. */
export const QUOTE_SECONDS = 3600
/** How long a review takes, in seconds. */
export const REVIEW_SECONDS = 600

/**
 * Wide tolerances, quotes that last and long reviews: on a busy machine neither a price change nor a slow confirmation refuses an
 * order, and no review ends before a test has advanced the clock.
 */
function calm(): object {
  const { exchange, spot, seconds, lever, review } = DEFAULT_CONFIG.server
  const lasting = { tolerance: spot.tolerance, quoteSeconds: QUOTE_SECONDS }
  return {
    server: {
      exchange: { ...exchange, quoteSeconds: QUOTE_SECONDS },
      spot: { ...spot, ...lasting },
      seconds: { ...seconds, ...lasting },
      lever: { ...lever, ...lasting },
      review: Object.fromEntries(Object.keys(review).map((subject) => [subject, REVIEW_SECONDS])),
    },
  }
}

/** Starts a server with a temporary data folder, which `stop` deletes. */
export async function startSandbox(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'placard-e2e-'))
  const config = join(folder, 'operator.json')
  writeFileSync(config, JSON.stringify(calm()))
  const served = await startServer({ PLACARD_DATA: folder, PLACARD_CONFIG: config, ...env })
  return {
    ...served,
    async stop() {
      const code = await served.stop()
      rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}
