import * as fc from 'fast-check'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadProject } from '../check/load.ts'
import { Compiler } from './project.ts'
import type { Files } from './source.ts'

const SEED = Number(process.env.PLACARD_TEST_SEED ?? 20261123)
const part = (id: string, body: object) =>
  [`screens/parts/${id}.json`, JSON.stringify({ id, ...body }, null, 1)] as const
const text = { widget: 'Text', props: { text: 'plain' } }

/** The project of the cases, with parts that use each other and a screen that uses them. */
const base: Files = new Map([
  ...loadProject(join(import.meta.dirname, '../../tests/cases/check/project')),
  part('leaf', { params: {}, body: [text] }),
  part('leaves', { params: {}, body: [{ widget: 'Stack', children: [{ part: 'leaf' }, { part: 'leaf' }] }] }),
  part('tree', { params: {}, body: [{ widget: 'Stack', children: [{ part: 'leaves' }, text] }] }),
  [
    'screens/forest.json',
    JSON.stringify({ id: 'forest', route: '/forest', body: [{ part: 'tree' }, { part: 'leaf' }] }, null, 1),
  ],
])
const editable = [...base.keys()].filter((file) => /^(screens|locales|schemas\/(api|forms))\/.*\.json$/.test(file))

/** An edit of one file: it is restored, deleted, loses a character, or one of its words becomes another. */
type Edit = (files: Map<string, string>) => void
const anyFile = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...editable.filter((file) => file.startsWith('screens/'))) },
  { weight: 1, arbitrary: fc.constantFrom(...editable) },
)
const change =
  (file: string, edited: (content: string) => string): Edit =>
  (files) =>
    void files.set(file, edited(files.get(file) ?? base.get(file) ?? ''))
const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 4,
    arbitrary: anyFile.map(
      (file): Edit =>
        (files) =>
          void files.set(file, base.get(file) ?? ''),
    ),
  },
  {
    weight: 1,
    arbitrary: anyFile.map(
      (file): Edit =>
        (files) =>
          void files.delete(file),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(anyFile, fc.nat()).map(([file, at]) =>
      change(file, (content) => {
        const commas = Array.from(content.matchAll(/[,{}"]/g), ({ index }) => index)
        const cut = commas[at % Math.max(1, commas.length)] ?? 0
        return content.slice(0, cut) + content.slice(cut + 1)
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        anyFile,
        fc.constantFrom('leaf', 'leaves', 'tree', 'plain', 'home', 'Text'),
        fc.constantFrom('leaf', 'tree', 'loaf', 'Text', 'home'),
      )
      .map(([file, from, to]) => change(file, (content) => content.replace(`"${from}"`, `"${to}"`))),
  },
)

test('after any edits the incremental compiler reports the same as a fresh one', () => {
  fc.assert(
    fc.property(fc.array(anyEdit, { minLength: 3, maxLength: 12 }), (edits) => {
      const compiler = new Compiler()
      const files = new Map(base)
      compiler.check(files)
      for (const edit of edits) {
        edit(files)
        const incremental = compiler.check(files)
        const fresh = new Compiler().check(files)
        expect(incremental.diagnostics).toEqual(fresh.diagnostics)
        expect(incremental.screens).toEqual(fresh.screens)
      }
    }),
    { seed: SEED, numRuns: 15 },
  )
})

test('a part that was missing is found once it is back', () => {
  const compiler = new Compiler()
  const before = compiler.check(base).diagnostics
  const file = 'screens/parts/leaf.json'
  const broken = new Map(base).set(file, (base.get(file) ?? '').replace(',', ''))
  expect(compiler.check(broken).diagnostics).not.toEqual(before)
  expect(compiler.check(base).diagnostics).toEqual(before)
})
