import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(js|css|html|json|svg|txt|webmanifest)$/
const MIN_BYTES = 1024
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Served from the database (publishing/serve.ts), which compresses what is asked for. */
const CATALOGUE = /^catalogue[\\/]/

/** Writes a .br and a .gz beside each text file that is served from the folder, unless they are up to date. */
export async function precompress(root: string): Promise<void> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => TEXT.test(name) && !CATALOGUE.test(name),
  )
  await Promise.all(
    names.map(async (name) => {
      const path = join(root, name)
      const { mtimeMs, size } = statSync(path)
      if (size < MIN_BYTES || isFresh(`${path}.br`, mtimeMs)) return
      const content = readFileSync(path)
      const [br, gz] = await Promise.all([
        brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: size } }),
        zip(content, { level: 9 }),
      ])
      writeFileSync(`${path}.gz`, gz)
      writeFileSync(`${path}.br`, br)
    }),
  )
}

function isFresh(path: string, since: number): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since
}
