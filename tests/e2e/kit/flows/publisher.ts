import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { loadProject } from '../../../../codegen/cli/load.ts'
import { startServer } from '../net/server.ts'

const root = join(import.meta.dirname, '../../../..')
export const KEY = 'operator-key-of-the-browser-tests-0000'

type Json = Record<string, unknown>

export interface Said {
  status: number
  out: string
}

/** A separate server with the built app, and a copy of the project to publish from. */
export interface Publisher {
  origin: string
  folder: string
  /** Changes a JSON file of the copy. */
  edit(path: string, change: (json: Json) => void): void
  /** Restores the copy. */
  restore(): void
  /** `npm run catalogue` against the server. */
  run(args: readonly string[], key?: string): Promise<Said>
  live(): Promise<{ seq: number; revision: string; urgent: number; recent: string[] }>
  /** Publishes the copy as the command line does, without its output. */
  publish(note: string, urgent?: boolean): Promise<void>
  /** Sends a request as the command line does. */
  ask(path: string, body: object, key?: string): Promise<{ status: number; body: Json }>
  stop(): Promise<void>
}

/** Starts the server and copies the project. The caller calls `stop`, which also deletes the copy. */
export async function publisher(settings: Readonly<Record<string, string>> = {}): Promise<Publisher> {
  const folder = mkdtempSync(join(tmpdir(), 'placard-publish-'))
  const files = loadProject(root)
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const restore = (): void => {
    for (const [path, text] of files) write(path, text)
  }
  restore()
  const { origin, stop } = await startServer({
    PLACARD_OPERATOR_KEY: KEY,
    PLACARD_DATA: join(folder, 'data'),
    ...settings,
  })
  const env = { ...process.env, PLACARD_OPERATOR_KEY: KEY, PLACARD_SERVER: origin, NO_COLOR: '1' }

  const ask: Publisher['ask'] = async (path, body, key = KEY) => {
    const response = await fetch(`${origin}/operator/catalogue/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Json }
  }

  return {
    origin,
    folder,
    edit(path, change) {
      const json = JSON.parse(readFileSync(join(folder, path), 'utf8')) as Json
      change(json)
      write(path, JSON.stringify(json, null, 2))
    },
    restore,
    async run(args, key = KEY) {
      const cli = spawn(
        process.execPath,
        ['codegen/commands/ts.mjs', '--bundle', 'codegen/publish/cli.ts', ...args, '--root', folder],
        { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...env, PLACARD_OPERATOR_KEY: key } },
      )
      let out = ''
      for (const stream of [cli.stdout, cli.stderr])
        stream.on('data', (chunk: Buffer) => void (out += chunk.toString()))
      const [status] = (await once(cli, 'close')) as [number]
      return { status, out }
    },
    live: async () =>
      (await (await fetch(`${origin}/h5/catalogue/live.json`)).json()) as Awaited<ReturnType<Publisher['live']>>,
    async publish(note, urgent = false) {
      const { status, body } = await ask('publish', {
        files: Object.fromEntries(loadProject(folder)),
        author: 'e2e',
        note,
        urgent,
      })
      if (status !== 200) throw new Error(`It did not go live: ${status} ${JSON.stringify(body)}`)
    },
    ask,
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
