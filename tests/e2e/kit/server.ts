import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const START_MS = 60_000

/** A process of the server with the built app. */
export interface Served {
  origin: string
  stop(): Promise<void>
}

/** Starts the server on a port that it chooses itself. */
export async function serve(env: NodeJS.ProcessEnv): Promise<Served> {
  const server = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', PLACARD_DIST: process.env.PLACARD_DIST ?? join(root, 'dist'), ...env, PORT: '0' },
  })
  const kill = () => void server.kill('SIGKILL')
  process.once('exit', kill)
  return {
    origin: await addressOf(server),
    async stop() {
      process.off('exit', kill)
      const gone = once(server, 'exit')
      server.kill('SIGTERM')
      await gone
    },
  }
}

/** The server tells its address when it listens. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const late = setTimeout(() => reject(new Error(`The server did not start in ${START_MS / 1000} s:\n${said}`)), START_MS)
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${said}`)))
    server.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]
      if (origin === undefined) return
      clearTimeout(late)
      resolve(origin)
    })
  })
}

/** A server with a folder of its own, which goes with it. */
export async function sandbox(): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'placard-e2e-'))
  const { origin, stop } = await serve({ PLACARD_DATA: folder })
  return {
    origin,
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
