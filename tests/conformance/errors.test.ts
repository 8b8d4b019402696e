import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
/** A handler without a statement, or whose value is nothing: the error is lost. */
const SWALLOWED = /\.catch\(\(\) => (?:undefined|\{\s*(?:\/\/[^\n]*\s*)*\})\)|catch \{\s*(?:\/\/[^\n]*\s*)*\}/g

const files = ['src', 'codegen'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !/\.test\.|^src\/generated\//.test(path)),
)

it('no error is swallowed: it is handled, reported, or that of the caller (src/engine/language/report.ts)', () => {
  expect(files.length).toBeGreaterThan(500)
  const found = files.filter((file) => readFileSync(join(ROOT, file), 'utf8').search(SWALLOWED) >= 0)
  expect(found).toEqual([])
})
