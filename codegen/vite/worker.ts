import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'
import type { Build } from '../../src/worker/precache.ts'

const SOURCE = join(dirname(fileURLToPath(import.meta.url)), '../../src/worker/worker.ts')
/** Excluded files: the worker, the catalogue (stored by the app), and files that a host may answer differently. */
const NOT_PRECACHED = /^(studio\/|catalogue\/|sw\.js$|config\.json$|manifest\.webmanifest$|icons\/|.*\.(br|gz)$)/

const sha256 = (content: Buffer | string) => createHash('sha256').update(content)

/** The files that a page of the build requires, by the hash of their content. */
export function buildOf(dist: string): Build {
  const paths = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(dist.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !NOT_PRECACHED.test(path))
    .toSorted()
  const files = Object.fromEntries(
    paths.map((path) => [
      path === 'index.html' ? '' : path,
      `sha256-${sha256(readFileSync(join(dist, path))).digest('base64')}`,
    ]),
  )
  return { version: sha256(JSON.stringify(files)).digest('hex').slice(0, 16), files }
}

/** Writes sw.js beside the files of a build. */
export async function writeWorker(dist: string): Promise<void> {
  const bundle = await rolldown({ input: SOURCE, transform: { define: { BUILD: JSON.stringify(buildOf(dist)) } } })
  await bundle.write({ file: join(dist, 'sw.js'), format: 'iife', minify: true })
  await bundle.close()
}

/** A worker for each build, when all of its files are written; while developing there is none. */
export function worker(): Plugin {
  return {
    name: 'placard:worker',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler: ({ dir }) => (dir === undefined ? undefined : writeWorker(dir)),
    },
  }
}
