import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { run } from '../cli/cli.ts'
import type { CliResult } from '../cli/result.ts'
import { loadBundle } from './bundle.mjs'
import { LONG } from '../../tests/support/long.ts'
import { SEED } from '../../tests/support/seed.ts'

const PROJECT = join(import.meta.dirname, '../../tests/cases/check/project')
const ENTRY = 'program/main.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'placard-bundle-'))
  mkdirSync(join(root, 'program'))
  mkdirSync(join(root, 'node_modules/made'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (file: string, text: string): void => writeFileSync(join(root, file), text)
const folder = (): string => join(root, 'node_modules/.cache/placard')
const stored = (ending: string): string[] => readdirSync(folder()).filter((name) => name.endsWith(ending))

/** A program of four modules, one of a package and one of JSON, that names the values of all. */
const MODULES = {
  'program/a.ts': (value: number) => `export const a: number = ${value}\n`,
  'program/b.ts': (value: number) =>
    `import { a } from './a.ts'\nexport const b = \`\${a} \${${value} satisfies number}\`\n`,
  'program/c.json': (value: number) => JSON.stringify({ value }),
  'node_modules/made/index.js': (value: number) => `exports.made = ${value}\n`,
} as const
type ModuleFile = keyof typeof MODULES
const FILES = Object.keys(MODULES) as ModuleFile[]
const MAIN = `import { made } from 'made'
import { b } from './b.ts'
import c from './c.json' with { type: 'json' }
import { SEED } from '../../tests/support/seed.ts'
export const values = (): string => \`\${b} \${c.value} \${made}\`
export const own = (): string[] => [import.meta.url, import.meta.dirname, import.meta.filename]
`

function writeProgram(values: Record<ModuleFile, number>): void {
  write('node_modules/made/package.json', '{ "name": "made", "version": "1.0.0", "main": "index.js" }')
  write(ENTRY, MAIN)
  for (const file of FILES) write(file, MODULES[file](values[file]))
}
const ones = { 'program/a.ts': 1, 'program/b.ts': 1, 'program/c.json': 1, 'node_modules/made/index.js': 1 }
const load = async (options = {}): Promise<{ values(): string; own(): string[] }> =>
  (await loadBundle(ENTRY, { root, ...options })) as { values(): string; own(): string[] }

describe('a bundle', () => {
  test('after any edits of its modules it is the program of now', async () => {
    const anyEdit = fc.record({
      file: fc.constantFrom(...FILES),
      // Few values of few digits: earlier contents come back, and most have the same length.
      value: fc.integer({ min: 1, max: 12 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(anyEdit, { minLength: 2, maxLength: 8 }), async (edits) => {
        const values = { ...ones }
        writeProgram(values)
        for (const { file, value } of edits) {
          values[file] = value
          write(file, MODULES[file](value))
          expect((await load()).values()).toBe(FILES.map((name) => values[name]).join(' '))
        }
      }),
      { seed: SEED, numRuns: 8 },
    )
  })

  test('is made once for the same content', async () => {
    writeProgram(ones)
    await load()
    const [code = ''] = stored('.cjs')
    // An edit of the stored code shows that it is what runs.
    writeFileSync(join(folder(), code), readFileSync(join(folder(), code), 'utf8').replace('made = 1', 'made = 7'))
    expect((await load()).values()).toBe('1 1 1 7')
  })

  test('keeps one code of each program', async () => {
    for (const value of [1, 2, 3]) {
      writeProgram({ ...ones, 'program/a.ts': value })
      await load()
    }
    expect([stored('.json').length, stored('.cjs').length]).toEqual([1, 1])
    expect(readdirSync(folder())).toHaveLength(2)
  })

  test('removes the bundles of projects that no longer exist', async () => {
    writeProgram(ones)
    const shared = mkdtempSync(join(tmpdir(), 'placard-shared-'))
    const copy = mkdtempSync(join(tmpdir(), 'placard-copy-'))
    cpSync(root, copy, { recursive: true })
    await loadBundle(ENTRY, { root: copy, folder: shared })
    rmSync(copy, { recursive: true })
    expect(readdirSync(shared)).toHaveLength(2)
    await loadBundle(ENTRY, { root, folder: shared })
    expect(readdirSync(shared)).toHaveLength(2)
    rmSync(shared, { recursive: true })
  })

  test('leaves the files of other commands', async () => {
    writeProgram(ones)
    mkdirSync(folder(), { recursive: true })
    writeFileSync(join(folder(), 'gate.json'), '{"failed":[]}')
    await load()
    expect(readFileSync(join(folder(), 'gate.json'), 'utf8')).toBe('{"failed":[]}')
  })

  test('runs where nothing can be stored', async () => {
    writeProgram(ones)
    write('file', '')
    expect((await load({ folder: join(root, 'file/cache') })).values()).toBe('1 1 1 1')
  })

  test('keeps the paths of the sources', async () => {
    writeProgram(ones)
    const main = join(root, ENTRY)
    expect((await load()).own()).toEqual([`file://${main}`, join(root, 'program'), main])
  })

  test('is refused for a program with a syntax error', async () => {
    writeProgram(ones)
    write('program/b.ts', 'export const b = (')
    await expect(load()).rejects.toThrow()
  })
})

describe('the bundle of the check', () => {
  const anyEdit = fc.record({
    file: fc.constantFrom(
      'screens/home.json',
      'screens/login.json',
      'locales/en.json',
      ...['screens/parts', 'schemas/api', 'schemas/forms'].flatMap((path) =>
        readdirSync(join(PROJECT, path), { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.json'))
          .map((name) => `${path}/${name}`),
      ),
    ),
    at: fc.nat(),
    with: fc.constantFrom('', '"', ',', 'x', '1'),
  })

  test('reports after any edits of screens, parts, texts and schemas what the sources report', LONG, async () => {
    const bundleFolder = mkdtempSync(join(tmpdir(), 'placard-shared-'))
    cpSync(PROJECT, root, { recursive: true })
    const check = async () => {
      const bundled = (await loadBundle('codegen/cli/cli.ts', { folder: bundleFolder })) as { run: typeof run }
      const args = ['--json']
      const [ours, theirs] = [await bundled.run(args, root, false), await run(args, root, false)]
      const plain = ({ out, status }: CliResult) => [out.replace(/"milliseconds": \d+/, ''), status]
      expect(plain(ours)).toEqual(plain(theirs))
      return ours.status
    }
    expect(await check()).toBe(0)
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(fc.array(anyEdit, { minLength: 1, maxLength: 4 }), async (edits) => {
        cpSync(PROJECT, root, { recursive: true })
        for (const { file, at, with: inserted } of edits) {
          const text = readFileSync(join(root, file), 'utf8')
          const cut = at % text.length
          write(file, text.slice(0, cut) + inserted + text.slice(cut + 1))
        }
        statuses.add(await check())
      }),
      { seed: SEED, numRuns: 8 },
    )
    expect([...statuses]).toContain(1)
    rmSync(bundleFolder, { recursive: true })
  })
})
