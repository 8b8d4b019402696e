import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { EXAMPLES } from './examples.ts'

const root = join(import.meta.dirname, '../../..')
const FOLDERS = ['src/studio', 'src/engine/widgets']

/** The sources of the page and of the widgets' schemas, without the examples. */
function sources(): string {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)),
  )
  return files
    .filter((path) => /\.(tsx?|schema\.json)$/.test(path) && !/examples\.(test\.)?ts$/.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
}

it('the page has each text that the examples quote', () => {
  const quoted = EXAMPLES.items.flatMap(({ steps = [] }) =>
    steps.flatMap((step) => [...step.matchAll(/“([^”]+)”/g)].map(([, words = '']) => words)),
  )
  expect(quoted.length).toBeGreaterThan(8)
  const text = sources()
  expect(quoted.filter((words) => !text.includes(words))).toEqual([])
})
