import * as fc from 'fast-check'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadProject } from '../cli/load.ts'
import { productCompiler } from '../product.ts'
import { LONG } from '../../tests/support/long.ts'
import { SEED } from '../../tests/support/seed.ts'

const part = (id: string, body: object) =>
  [`screens/parts/${id}.json`, JSON.stringify({ id, ...body }, null, 1)] as const
const text = { widget: 'Text', props: { text: 'plain' } }

/** The project of the cases, with parts that use each other and a screen that uses them. */
const base = new Map<string, string>([
  ...loadProject(join(import.meta.dirname, '../../tests/cases/check/project')),
  part('leaf', { params: {}, body: [text] }),
  part('leaves', { params: {}, body: [{ widget: 'Stack', children: [{ part: 'leaf' }, { part: 'leaf' }] }] }),
  part('tree', { params: {}, body: [{ widget: 'Stack', children: [{ part: 'leaves' }, text] }] }),
  [
    'screens/forest.json',
    JSON.stringify({ id: 'forest', route: '/forest', body: [{ part: 'tree' }, { part: 'leaf' }] }, null, 1),
  ],
])
const uses = [{ part: 'leaf' }, { part: 'tree' }]
base.set(
  'screens/orchard.json',
  JSON.stringify(
    {
      id: 'orchard',
      route: '/orchard',
      state: { open: false, name: '', other: '' },
      body: [
        {
          widget: 'Stack',
          let: { shown: "=state.name != ''" },
          visible: '=state.open',
          children: [
            ...uses,
            { widget: 'Text', visible: '=shown', props: { text: '=state.name' } },
            { widget: 'Stack', children: [{ part: 'leaf' }, { widget: 'Text', props: { text: '=state.other' } }] },
          ],
        },
        {
          widget: 'Button',
          props: { label: 'ui.open' },
          on: {
            press: [
              { action: 'set', state: 'open', value: true },
              { action: 'sheet', body: uses },
            ],
          },
        },
        { widget: 'Text', props: { text: '=state.name' } },
      ],
    },
    null,
    1,
  ),
)
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

function sameAsFresh(edits: readonly Edit[]): void {
  const compiler = productCompiler()
  const files = new Map(base)
  compiler.check(files)
  for (const edit of edits) {
    edit(files)
    const incremental = compiler.check(files)
    const fresh = productCompiler().check(files)
    expect(incremental.diagnostics).toEqual(fresh.diagnostics)
    expect(incremental.screens).toEqual(fresh.screens)
    expect([...incremental.contract.forms]).toEqual([...fresh.contract.forms])
  }
}

/** An edit of the names of texts or of a form: a member is renamed, removed, or occurs twice under two names. */
const texts = 'locales/en.json'
const forms = editable.filter((file) => file.startsWith('schemas/forms/'))
const nameEdit: fc.Arbitrary<Edit> = fc
  .tuple(fc.constantFrom(texts, texts, ...forms), fc.nat(), fc.constantFrom('rename', 'remove', 'copy'))
  .map(([file, at, how]) =>
    change(file, (content) => {
      const lines = content.split('\n')
      const named = lines.flatMap((line, index) => (/^\s*"[\w.-]+": .*,$/.test(line) ? [index] : []))
      const chosen = named[at % Math.max(1, named.length)]
      if (chosen === undefined) return content
      const other = lines[chosen]?.replace(/"([\w.-]+)"/, '"$1x"') ?? ''
      const put = { rename: [other], remove: [], copy: [lines[chosen] ?? '', other] }[how] ?? []
      return lines.toSpliced(chosen, 1, ...put).join('\n')
    }),
  )

test('after any edits of names the incremental compiler reports the same as a fresh one', () => {
  expect(forms.length).toBeGreaterThan(0)
  fc.assert(fc.property(fc.array(fc.oneof(nameEdit, nameEdit, anyEdit), { minLength: 3, maxLength: 8 }), sameAsFresh), {
    seed: SEED,
    numRuns: 6,
  })
})

test('after any edits the incremental compiler reports the same as a fresh one', LONG, () => {
  fc.assert(fc.property(fc.array(anyEdit, { minLength: 3, maxLength: 12 }), sameAsFresh), { seed: SEED, numRuns: 8 })
})

test('a part that was missing is found once it is back', () => {
  const compiler = productCompiler()
  const before = compiler.check(base).diagnostics
  const file = 'screens/parts/leaf.json'
  const broken = new Map(base).set(file, (base.get(file) ?? '').replace(',', ''))
  expect(compiler.check(broken).diagnostics).not.toEqual(before)
  expect(compiler.check(base).diagnostics).toEqual(before)
})
