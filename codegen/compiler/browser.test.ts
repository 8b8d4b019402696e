import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkedProject, projectFiles as files } from '../../tests/support/project.ts'
import { loadProject } from '../cli/load.ts'
import { buildCatalogue } from './catalogue.ts'
import { describeChange, EMPTY_SNAPSHOT, snapshotOfProject } from './compare/describe.ts'
import type { Diagnostic } from './source/findings/diagnostics.ts'
import { fixProject } from './fix/apply.ts'
import { productCompiler } from '../product.ts'
import { LONG } from '../../tests/support/long.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The compiler, its fixes and its comparisons, bundled for a page. */
const ENTRY = `
import { productCompiler } from '../product.ts'
import { buildCatalogue } from './catalogue.ts'
import { fixProject } from './fix/apply.ts'
import { describeChange, EMPTY_SNAPSHOT, snapshotOfProject } from './compare/describe.ts'
export { compareWithProject } from './compare/comparison.ts'
export const check = (files) => productCompiler().check(files)
export const catalogue = (checked) => buildCatalogue(checked)
export const changes = (checked) => describeChange(EMPTY_SNAPSHOT, snapshotOfProject(checked))
const compiler = productCompiler()
export const fix = (files) => fixProject(files, (all) => compiler.check(all).diagnostics)
`
/** The globals of a browser worker, in addition to the language itself. */
const BROWSER = { TextEncoder, TextDecoder, URL, performance: { now: () => performance.now() } }

let code = ''
const nodeImports: string[] = []
beforeAll(async () => {
  const bundle = await rolldown({
    input: 'placard:browser',
    cwd: ROOT,
    platform: 'browser',
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId(id, importer) {
          if (id === 'placard:browser') return join(import.meta.dirname, 'browser-entry.ts')
          if (id.startsWith('node:') || builtinModules.includes(id)) nodeImports.push(`${id} by ${importer ?? ''}`)
          return null
        },
        load: (id) => (id.endsWith('browser-entry.ts') ? ENTRY : null),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'iife', name: 'placard', minify: true })
  code = output[0].code
  await bundle.close()
})

interface Bundle {
  check(files: ReadonlyMap<string, string>): { diagnostics: Diagnostic[] }
  catalogue(checked: unknown): { manifest: { revision: string } }
  changes(checked: unknown): unknown[]
  fix(files: ReadonlyMap<string, string>): { done: unknown[]; files: ReadonlyMap<string, string> }
}

/** Runs the bundle without process, Buffer and require. */
function load(): Bundle {
  const context = createContext({ ...BROWSER, Error })
  new Script(`${code}\n;globalThis.bundle = placard`).runInContext(context)
  expect(new Script('typeof process + typeof Buffer + typeof require').runInContext(context)).toBe(
    'undefinedundefinedundefined',
  )
  return (context as { bundle: Bundle }).bundle
}
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('the compiler in a browser', () => {
  const nodeResult = checkedProject()

  test('imports no Node module', () => {
    expect(nodeImports).toEqual([])
    expect(code.length).toBeGreaterThan(50_000)
    console.log(`the compiler for a browser: ${(gzipSync(code).length / 1024).toFixed(1)} KB gzip`)
  })

  test('reports the same findings and builds a byte-identical catalogue', LONG, () => {
    const placard = load()
    const checked = placard.check(files)
    expect(plain(checked.diagnostics)).toEqual(plain(nodeResult.diagnostics))
    const sound = { ...nodeResult, diagnostics: [] }
    expect(placard.catalogue({ ...checked, diagnostics: [] }).manifest.revision).toBe(
      buildCatalogue(sound).manifest.revision,
    )
    expect(plain(placard.changes(checked))).toEqual(
      plain(describeChange(EMPTY_SNAPSHOT, snapshotOfProject(nodeResult))),
    )
  })

  test('finds and fixes the same errors', () => {
    const small = loadProject(join(ROOT, 'tests/cases/check/project'))
    const wrong = new Map(
      [...small].map(([file, text]) => [
        file,
        text.replace('"widget": "Text"', '"widget": "Txet"').replace('"action": "navigate"', '"action": "navgate"'),
      ]),
    )
    const placard = load()
    const ownDiagnostics = productCompiler().check(wrong).diagnostics
    expect(ownDiagnostics.length).toBeGreaterThan(4)
    expect(plain(placard.check(wrong).diagnostics)).toEqual(plain(ownDiagnostics))
    const compiler = productCompiler()
    const mended = fixProject(wrong, (all) => compiler.check(all).diagnostics)
    const browserResult = placard.fix(wrong)
    expect(plain(browserResult.done)).toEqual(plain(mended.done))
    expect([...browserResult.files]).toEqual([...small])
  })
})
