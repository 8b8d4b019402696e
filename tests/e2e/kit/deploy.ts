import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeWorker } from '../../../codegen/worker.ts'
import { freePort } from './ports.ts'

const root = join(import.meta.dirname, '../../..')
const built = process.env.PLACARD_DIST ?? join(root, 'dist')
const TEXT = /\.(js|css|html|webmanifest)$/

/** A server of its own, on which one build stands in for another. */
export interface Host {
  origin: string
  /** Puts a build live, as a deploy does: what the other one had is gone. */
  deploy(build: string): Promise<void>
  stop(): Promise<void>
}

/** The built app under other names, as it is when a line of its code has changed: `mark` stands in every hash. */
async function variant(folder: string, mark: string): Promise<string> {
  const dist = join(folder, mark)
  cpSync(built, dist, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  const assets = readdirSync(join(dist, 'assets'))
  const names = new Map(assets.map((name) => [name, name.replace(/-.{8}(\.\w+)$/, (hash, end: string) => `-${mark}${hash.slice(1, 9).slice(mark.length)}${end}`)]))
  for (const [from, to] of names) renameSync(join(dist, 'assets', from), join(dist, 'assets', to))
  const files = [...names.values()].map((name) => join(dist, 'assets', name)).concat(join(dist, 'index.html'))
  for (const file of files.filter((path) => TEXT.test(path))) {
    let text = readFileSync(file, 'utf8')
    for (const [from, to] of names) text = text.replaceAll(from, to)
    writeFileSync(file, text)
  }
  await writeWorker(dist)
  return dist
}

export async function host(): Promise<Host> {
  const folder = mkdtempSync(join(tmpdir(), 'placard-deploy-'))
  const origin = `http://127.0.0.1:${freePort()}`
  const builds = new Map<string, string>()
  let server: ChildProcess | null = null

  async function halt(): Promise<void> {
    if (!server) return
    const gone = once(server, 'exit')
    server.kill('SIGTERM')
    await gone
  }

  return {
    origin,
    async deploy(build) {
      const dist = builds.get(build) ?? (await variant(folder, build))
      builds.set(build, dist)
      await halt()
      server = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], {
        cwd: root,
        stdio: 'ignore',
        env: { ...process.env, PORT: new URL(origin).port, PLACARD_DATA: join(folder, 'data'), PLACARD_DIST: dist, NODE_ENV: 'production' },
      })
      for (let tries = 0; !(await fetch(`${origin}/api/status`).then((reply) => reply.ok, () => false)); tries += 1) {
        if (tries > 300 || server.exitCode !== null) throw new Error('The server did not start.')
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    },
    async stop() {
      await halt()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
