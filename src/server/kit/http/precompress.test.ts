import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { precompress } from './precompress.ts'

const TEXT = 'export const text = "built"\n'.repeat(100)
const OLDER = brotliCompressSync('export const text = "older"\n'.repeat(100))
/** Modification time of the source, Unix seconds; file systems store fractions. */
const MODIFIED = 1_800_000_000.123_456

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-precompress-'))
  mkdirSync(join(folder, 'assets'))
  path = join(folder, 'assets/main.js')
  writeFileSync(path, TEXT)
  utimesSync(path, MODIFIED, MODIFIED)
})
afterEach(() => rmSync(folder, { recursive: true }))

const stored = () => [
  brotliDecompressSync(readFileSync(`${path}.br`)).toString(),
  gunzipSync(readFileSync(`${path}.gz`)).toString(),
]

it('stores each text compressed, and nothing else', async () => {
  await precompress(folder)
  expect(stored()).toEqual([TEXT, TEXT])
  expect(readdirSync(join(folder, 'assets')).toSorted()).toEqual(['main.js', 'main.js.br', 'main.js.gz'])
})

it('keeps what is up to date', async () => {
  await precompress(folder)
  const [br, gz] = ['br', 'gz'].map((type) => statSync(`${path}.${type}`).ino)
  await precompress(folder)
  expect(['br', 'gz'].map((type) => statSync(`${path}.${type}`).ino)).toEqual([br, gz])
})

it.each<[string, number, (written: Buffer) => Buffer]>([
  ['that ends early, of a process that was killed', MODIFIED + 60, (written) => written.subarray(0, 20)],
  ['of another build with a later time', MODIFIED + 60, () => OLDER],
  ['of another build with an earlier time', MODIFIED - 60, () => OLDER],
])('replaces a file %s', async (_, time, change) => {
  await precompress(folder)
  for (const type of ['br', 'gz']) {
    writeFileSync(`${path}.${type}`, change(readFileSync(`${path}.${type}`)))
    utimesSync(`${path}.${type}`, time, time)
  }
  await precompress(folder)
  expect(stored()).toEqual([TEXT, TEXT])
})
