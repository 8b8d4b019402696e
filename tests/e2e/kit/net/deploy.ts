import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeWorker } from '../../../../codegen/vite/worker.ts'
import { freePort } from './ports.ts'
import { startServer, type ServerProcess } from './server.ts'

const root = join(import.meta.dirname, '../../../..')
const built = process.env.PLACARD_DIST ?? join(root, 'dist')
const TEXT = /\.(js|css|html|webmanifest)$/

/** A server on which one build can replace another. */
export interface Host {
  origin: string
  /** Deploys a build: the files of the other one are gone. */
  deploy(build: string): Promise<void>
  stop(): Promise<void>
}

/** The built app under other names, as after a change of its code: every hash contains `mark`. */
async function variant(folder: string, mark: string): Promise<string> {
  const dist = join(folder, mark)
  cpSync(built, dist, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) })
  const assets = readdirSync(join(dist, 'assets'))
  const names = new Map(
    assets.map((name) => [
      name,
      name.replace(/-.{8}(\.\w+)$/, (hash, end: string) => `-${mark}${hash.slice(1, 9).slice(mark.length)}${end}`),
    ]),
  )
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

/** Creates a host on a free port; its server starts with the first `deploy`. The caller calls `stop`, which also deletes its files. */
export async function startHost(): Promise<Host> {
  const folder = mkdtempSync(join(tmpdir(), 'placard-deploy-'))
  const origin = `http://127.0.0.1:${freePort()}`
  const builds = new Map<string, string>()
  let server: ServerProcess | null = null
  let live = ''

  return {
    origin,
    async deploy(build) {
      if (build === live) return
      live = build
      const dist = builds.get(build) ?? (await variant(folder, build))
      builds.set(build, dist)
      await server?.stop()
      server = await startServer({ PORT: new URL(origin).port, PLACARD_DATA: join(folder, 'data'), PLACARD_DIST: dist })
    },
    async stop() {
      await server?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
