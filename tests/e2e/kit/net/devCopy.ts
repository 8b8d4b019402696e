import { spawn, type ChildProcess } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyProject } from '../../../support/copyProject.ts'
import { freePort } from './ports.ts'

const root = join(import.meta.dirname, '../../../..')

export interface DevCopy {
  folder: string
  origin: string
  /** Output of the dev server so far. */
  output(): string
  stop(): Promise<void>
}

/** Runs `npm run dev` in a copy of the project, where screens can be broken. */
export async function startDevCopy(): Promise<DevCopy> {
  const [port, apiPort] = [freePort(), freePort()]
  const folder = mkdtempSync(join(tmpdir(), 'placard-dev-'))
  copyProject(folder)
  // A folder of links, so that Vite's cache is in the copy.
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (!name.startsWith('.vite')) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  const origin = `http://127.0.0.1:${port}`
  let said = ''
  const server: ChildProcess = spawn(process.execPath, ['codegen/commands/dev.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NO_COLOR: '1',
      PORT: String(port),
      API_PORT: String(apiPort),
      PLACARD_DATA: join(folder, 'data'),
    },
  })
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (chunk: Buffer) => void (said += chunk.toString()))

  const stop = async () => {
    if (server.exitCode === null) {
      const gone = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await gone
    }
    // Child processes of the dev server may still write for a moment.
    for (let tries = 0; existsSync(folder) && tries < 20; tries += 1) {
      try {
        rmSync(folder, { recursive: true, force: true })
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
  }
  const answers = (path: string) =>
    fetch(origin + path).then(
      (reply) => reply.ok,
      () => false,
    )
  for (let tries = 0; !((await answers('/h5/')) && (await answers('/api/status'))); tries += 1) {
    // A busy machine takes minutes; this finds a hang.
    if (tries > 3000 || server.exitCode !== null) {
      await stop()
      throw new Error(`The dev server did not start:\n${said}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return { folder, origin, output: () => said, stop }
}

interface Source {
  body: unknown[]
  [part: string]: unknown
}

/** The about screen of a copy, with one more text at its end. */
export function editorOf({ folder }: DevCopy) {
  const path = join(folder, 'screens/user/about.json')
  const original = readFileSync(path, 'utf8')
  const source = JSON.parse(original) as Source
  return {
    write: (text: string) =>
      writeFileSync(
        path,
        JSON.stringify({ ...source, body: [...source.body, { widget: 'Text', props: { text } }] }, null, 2),
      ),
    restore: () => writeFileSync(path, original),
  }
}
