import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const MOST = 25

/** Folders with hand-written code. */
const CODE = ['codegen', 'src', 'tests']
/** Folders that are written by a program, or hold data. */
const EXEMPT = ['src/generated', 'tests/cases']
/** Folders of a registry with one file for each unit, which grow with the units. */
const REGISTRIES = ['codegen/compiler/rules', 'tests/support/server/cases']

const isExempt = (folder: string): boolean => EXEMPT.some((path) => folder === path || folder.startsWith(`${path}/`))

/** Number of files in each folder with hand-written code. */
function countFiles(folder: string): [folder: string, files: number][] {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true })
  const inner = entries.flatMap((entry) =>
    entry.isDirectory() && entry.name !== 'node_modules' && !isExempt(`${folder}/${entry.name}`)
      ? countFiles(`${folder}/${entry.name}`)
      : [],
  )
  return [[folder, entries.filter((entry) => entry.isFile()).length], ...inner]
}

const folders = CODE.flatMap(countFiles)

it(`no folder has more than ${MOST} files, so that its subject can be seen at a glance`, () => {
  expect(folders.length).toBeGreaterThan(100)
  const large = folders.filter(([folder, files]) => files > MOST && !REGISTRIES.includes(folder))
  expect(large).toEqual([])
})

it('the exempt folders exist', () => {
  expect([...EXEMPT, ...REGISTRIES].filter((folder) => !existsSync(join(ROOT, folder)))).toEqual([])
})
