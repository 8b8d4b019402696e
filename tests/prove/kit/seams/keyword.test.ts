import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CopiedProject } from './copiedProject.ts'

// Adds a keyword of nodes to a copy of the project: a text that tools find the node by. Then uses it in a screen and in a part.
let project: CopiedProject

const MODULE = `import { toExpr } from '../../lower/compileContext.ts'
import { compileValue } from '../../lower/value.ts'
import type { NodeKeyword } from './nodeKeyword.ts'

export const mark: NodeKeyword = {
  name: 'mark',
  kind: 'string',
  of: 'both',
  doc: 'A text by which tools find the node.',
  synonyms: ['testId'],
  schema: () => ({ type: 'string' }),
  compile: (value, { context }) => ({ node: { mark: toExpr(compileValue(value, { type: 'string' }, context)) } }),
}
`

/** The edits by hand: everything else follows from them. */
const EDITS: Record<string, (text: string) => string> = {
  'codegen/compiler/keywords/node/index.ts': (text) =>
    text
      .replace("import { on } from './on.ts'", "import { mark } from './mark.ts'\nimport { on } from './on.ts'")
      .replace('  visible,\n', '  visible,\n  mark,\n'),
  'src/engine/language/expressions/program.ts': (text) =>
    text.replace('  fallback?: Node\n', '  fallback?: Node\n  mark?: Expr\n'),
  'src/engine/language/expressions/visit.ts': (text) =>
    text.replace("  visible: 'expr',\n", "  visible: 'expr',\n  mark: 'expr',\n"),
  'src/engine/renderer/plan.ts': (text) =>
    text
      .replace(
        '  for (const name in node.exprs) {',
        "  const exprs = node.mark === undefined ? node.exprs : { ...node.exprs, 'data-mark': node.mark }\n  for (const name in exprs) {",
      )
      .replace('!Object.hasOwn(node.exprs, name)', '!Object.hasOwn(exprs, name)')
      .replace('const expr = node.exprs[name] ?? null', 'const expr = exprs[name] ?? null'),
  'src/engine/renderer/nodes/renderNode.tsx': (text) =>
    text.replace(
      '  return fixed ? jsxs(widget, props, key) : jsx(widget, props, key)',
      "  const mark = props['data-mark']\n  if (mark === undefined) return fixed ? jsxs(widget, props, key) : jsx(widget, props, key)\n  const children = fixed ? jsxs(widget, props) : jsx(widget, props)\n  return jsx('div', { 'data-mark': mark, style: { display: 'contents' }, children }, key)",
    ),
}
const MOST = 6

const PART = {
  $schema: '../../schemas/screen.schema.json',
  id: 'marked',
  params: { name: { type: 'string' }, tab: { type: 'string', twoWay: true } },
  body: [
    {
      widget: 'Stack',
      mark: "=name + '-' + tab",
      children: [
        {
          widget: 'Button',
          props: { label: 'tab.home' },
          on: { press: [{ action: 'set', name: 'tab', value: 'other' }] },
        },
      ],
    },
  ],
}

/** Compiles the copy, renders the node, and describes a change of it. */
const RUN = `// @vitest-environment jsdom
import { join } from 'node:path'
import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loadProject } from '../../../codegen/cli/load.ts'
import { detailText } from '../../../codegen/compiler/compare/changeText.ts'
import { nodeChanges } from '../../../codegen/compiler/compare/nodeChanges.ts'
import { productCompiler } from '../../../codegen/product.ts'
import { renderNodes } from '../../../tests/support/renderNodes.tsx'

const { screens } = productCompiler().check(loadProject(join(import.meta.dirname, '../../..')))
const { body = [], state = {} } = screens.find(({ route }) => route === '/pages/404/index')?.screen ?? {}

test('the keyword is lowered, and mapped through the part', () => {
  expect(body[0]?.mark).toBe('plain')
  expect(JSON.stringify(body[1]?.mark)).toContain('["@","state","tab"]')
  expect(body[1]?.let).toEqual({ 'marked:name': 'first' })
})

test('the renderer runs it, and follows the state that it reads', () => {
  const { container, state: instance } = renderNodes(body, {
    state,
    widgets: {
      EmptyState: () => <p>empty</p>,
      Stack: ({ children }) => <div>{children as never}</div>,
      Button: () => <button type="button">press</button>,
    },
  })
  expect(container.querySelector('[data-mark="plain"]')?.textContent).toBe('empty')
  expect(container.querySelector('[data-mark="first-one"]')).not.toBeNull()
  act(() => instance.setState('tab', 'other'))
  expect(container.querySelector('[data-mark="first-other"]')).not.toBeNull()
})

test('a change of it is described', () => {
  const describer = { before: (key: string) => key, after: (key: string) => key, screenAt: () => undefined }
  const [first] = body
  const changes = first ? nodeChanges([first], [{ ...first, mark: 'other' }], describer) : []
  expect(changes.map((change) => detailText(change)).join()).toContain("its mark is now 'other' instead of 'plain'")
})
`

beforeAll(() => {
  project = new CopiedProject()
}, 300_000)
afterAll(() => project.remove())

interface Screen {
  state?: object
  queries?: object
  body: Record<string, unknown>[]
}
const SCREEN = 'screens/404/index.json'
const path = (file: string) => join(project.folder, file)
const read = (file: string) => readFileSync(path(file), 'utf8')
const contents = () => new Map(project.files().map((file) => [file, read(file)]))

/** The screen after this change, as a variant of the project. */
function variant(change: (screen: Screen) => void): Record<string, string> {
  const screen = JSON.parse(read(SCREEN)) as Screen
  change(screen)
  return { [SCREEN]: JSON.stringify(screen) }
}

/** The screen with these members in its first node. */
const withMembers = (members: object) => variant(({ body }) => void Object.assign(body[0] ?? {}, members))

test(`a keyword of nodes is at most ${MOST} files`, () => {
  const before = contents()
  writeFileSync(path('codegen/compiler/keywords/node/mark.ts'), MODULE)
  for (const [file, change] of Object.entries(EDITS)) project.edit(file, change)
  const touched = [...contents()].filter(([file, text]) => before.get(file) !== text).map(([file]) => file)
  expect(touched.length, touched.join(', ')).toBeLessThanOrEqual(MOST)

  // It is checked like the others.
  const [ofNumber, ofUnknown, ofMistake, ofSynonym] = project.findings(
    [{ mark: 5 }, { mark: '=nobody' }, { mrak: 'plain' }, { testId: 'plain' }].map(withMembers),
  )
  expect(ofNumber).toContain('This must be a string.')
  expect(ofUnknown).toContain('unknown-name')
  expect(ofMistake).toContain('Did you mean "mark"?')
  expect(ofSynonym).toContain('Did you mean "mark"?')

  const screen = JSON.parse(read(SCREEN)) as Screen
  Object.assign(screen.body[0] ?? {}, { mark: 'plain' })
  screen.body.push({ part: 'marked', props: { name: 'first', tab: '=state.tab' } })
  screen.state = { tab: 'one' }
  writeFileSync(path(SCREEN), JSON.stringify(screen))
  writeFileSync(path('screens/parts/marked.json'), JSON.stringify(PART))
}, 600_000)

const moduleOf = (kind: 'query' | 'screen', type: string, schema: string, compile: string) => `
import type { ${type} } from './${kind}Keyword.ts'

export const note: ${type} = {
  name: 'note',
  kind: 'string',
  doc: 'A remark of its authors.',
  schema: ${schema},
  compile: ${compile},
  compare: () => undefined,
}
`
const OF_QUERIES = moduleOf(
  'query',
  'QueryKeyword',
  "{ type: 'string' }",
  '(value) => ({ query: { note: String(value.value) } })',
)
const OF_SCREENS = moduleOf(
  'screen',
  'ScreenKeyword',
  "() => ({ type: 'string' })",
  '(value) => (value ? { note: String(value.value) } : {})',
)

test('a keyword of queries is four files, and one of screens three', () => {
  const before = contents()
  for (const [kind, text, first] of [
    ['query', OF_QUERIES, 'call'],
    ['screen', OF_SCREENS, 'access'],
  ] as const) {
    writeFileSync(path(`codegen/compiler/keywords/${kind}/note.ts`), text)
    project.edit(`codegen/compiler/keywords/${kind}/index.ts`, (index) =>
      index
        .replace(`import { ${first} }`, `import { note } from './note.ts'\nimport { ${first} }`)
        .replace('Keyword[] = [\n', 'Keyword[] = [\n  note,\n'),
    )
  }
  project.edit('src/engine/language/expressions/program.ts', (text) =>
    text
      .replace('export interface Query {\n', 'export interface Query {\n  note?: string\n')
      .replace('export interface Screen {\n', 'export interface Screen {\n  note?: string\n'),
  )
  project.edit('src/engine/language/expressions/visit.ts', (text) =>
    text.replace("  call: 'json',\n", "  call: 'json',\n  note: 'json',\n"),
  )
  const touched = [...contents()].filter(([file, text]) => before.get(file) !== text)
  // The type of the lowered form is one file for both.
  expect(touched).toHaveLength(4 + 3 - 1)

  const news = { call: 'news/list', noet: 'plain' }
  const [ofNumber, ofScreen, ofQuery] = project.findings(
    [{ note: 5 }, { noet: 'plain' }, { queries: { news } }].map((members) =>
      variant((screen) => Object.assign(screen, members)),
    ),
  )
  expect(ofNumber).toContain('This must be a string.')
  expect(ofScreen).toContain('Did you mean "note"?')
  expect(ofQuery).toContain('Did you mean "note"?')
  project.edit(SCREEN, (text) => JSON.stringify({ ...(JSON.parse(text) as Screen), note: 'plain' }))
}, 600_000)

test('with them the project is sound, the reference lists them, and the renderer runs that of nodes', () => {
  project.expectSound()

  // The schema for editors and the reference have it.
  interface Editor {
    definitions: Record<string, { properties?: Record<string, { description?: string }> }>
  }
  const editor = JSON.parse(read('schemas/screen.schema.json')) as Editor
  expect(editor.definitions['widget.Text']?.properties?.mark?.description).toBe('A text by which tools find the node.')
  expect(read('screens/REFERENCE.md')).toContain('| `mark` | a string | A text by which tools find the node. |')

  writeFileSync(path('src/engine/renderer/mark.test.tsx'), RUN)
  expect(
    project.passes('node_modules/vitest/vitest.mjs', 'run', 'src/engine/renderer/mark.test.tsx', '--no-color'),
  ).toMatch(/Tests +3 passed/)
  expect(read('screens/REFERENCE.md').match(/\| `note` \| a string \| A remark of its authors\. \|/g)).toHaveLength(2)
}, 600_000)
