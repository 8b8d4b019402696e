import { readdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(js|css|html|json|svg|txt|webmanifest)$/
const MIN_BYTES = 1024
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Served from the database (publishing/serve.ts), which compresses what is asked for. */
const CATALOGUE = /^catalogue[\\/]/

/** Writes a .br and a .gz beside each text file that is served from the folder, unless they have its modification time. */
export async function precompress(root: string): Promise<void> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => TEXT.test(name) && !CATALOGUE.test(name),
  )
  await Promise.all(
    names.map(async (name) => {
      const path = join(root, name)
      const { mtimeMs, size } = statSync(path)
      if (size < MIN_BYTES || ['br', 'gz'].every((type) => isOf(`${path}.${type}`, mtimeMs))) return
      const content = readFileSync(path)
      const [br, gz] = await Promise.all([
        brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: size } }),
        zip(content, { level: 9 }),
      ])
      writeWhole(`${path}.gz`, gz, mtimeMs)
      writeWhole(`${path}.br`, br, mtimeMs)
    }),
  )
}

/** The file appears complete and with its time, whenever the process is killed. */
function writeWhole(path: string, content: Buffer, mtimeMs: number): void {
  const temporary = `${path}.${process.pid}.tmp`
  writeFileSync(temporary, content)
  utimesSync(temporary, mtimeMs / 1000, mtimeMs / 1000)
  renameSync(temporary, path)
}

/** Whether a compressed file is that of a source with this modification time. A time that was set can differ by microseconds. */
function isOf(path: string, mtimeMs: number): boolean {
  const file = statSync(path, { throwIfNoEntry: false })
  return file !== undefined && Math.abs(file.mtimeMs - mtimeMs) < 1
}
