import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CopiedProject } from './copiedProject.ts'

// Adds a widget to a copy of the project, by one folder and a screen that uses it; then generates, checks, type-checks, tests and builds the copy.
let project: CopiedProject

const files: Record<string, string> = {
  'Hello.schema.json': JSON.stringify({
    description: 'Greets.',
    version: 1,
    'x-a11y': { control: true },
    props: {
      type: 'object',
      properties: { name: { type: 'string', format: 'text', 'x-name': true, description: 'Who is greeted.' } },
      required: ['name'],
      additionalProperties: false,
    },
    slots: {},
    events: { press: { description: 'Greeted back.' } },
    texts: [],
  }),
  'Hello.tsx': `import type { HelloProps } from '../../generated/widgets/Hello.ts'
import css from './Hello.module.css'

export default function Hello({ name, onPress }: HelloProps) {
  return (
    <button type="button" className={css.hello} onClick={() => void onPress?.()}>
      {name}
    </button>
  )
}
`,
  'Hello.module.css':
    '.hello {\n  min-block-size: 44px;\n  min-inline-size: 44px;\n  color: var(--text);\n  background: var(--surface);\n}\n',
  'Hello.stories.json': JSON.stringify({ cases: [{ name: 'default', props: { name: 'Ada' } }] }),
  'Hello.test.tsx': `// @vitest-environment jsdom
import { render, screen } from '../../../support/react.tsx'
import { expect, test } from 'vitest'
import Hello from './Hello.tsx'

test('Hello greets', () => {
  render(<Hello name="Ada" />)
  expect(screen.getByRole('button', { name: 'Ada' })).toBeDefined()
})
`,
}

beforeAll(() => {
  project = new CopiedProject()
}, 300_000)
afterAll(() => project.remove())

test('a widget is one folder: no other file is written by hand', () => {
  const before = new Map(project.files().map((file) => [file, statSync(join(project.folder, file)).mtimeMs]))
  mkdirSync(join(project.folder, 'src/engine/widgets/Hello'))
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(project.folder, 'src/engine/widgets/Hello', name), text)

  project.passes('--import', 'tsx', 'codegen/generate.ts')
  const created = project.files().filter((file) => !before.has(file) && !file.startsWith('src/engine/widgets/Hello/'))
  expect(created).toEqual(['src/generated/widgets/Hello.ts'])

  const screen = join(project.folder, 'screens/404/index.json')
  const document = JSON.parse(readFileSync(screen, 'utf8')) as { body: unknown[] }
  document.body.unshift({ widget: 'Hello', props: { name: 'tab.home' }, on: { press: [{ action: 'back' }] } })
  writeFileSync(screen, JSON.stringify(document))
  project.passes('--import', 'tsx', 'codegen/cli/cli.ts')
  project.passes('node_modules/typescript/bin/tsc', '-p', 'tsconfig.json')
  // Checks that cover the other widgets run there: its own test, and its story in both themes and directions.
  expect(
    project.passes(
      'node_modules/vitest/vitest.mjs',
      'run',
      'src/engine/widgets/Hello',
      'tests/conformance/widgets/stories',
      '-t',
      'Hello',
      '--no-color',
    ),
  ).toMatch(/Tests +5 passed/)
  project.passes('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error')
  const scripts = readdirSync(join(project.folder, 'dist/assets')).filter((file) => file.endsWith('.js'))
  expect(scripts.some((file) => /Hello/.test(readFileSync(join(project.folder, 'dist/assets', file), 'utf8')))).toBe(
    true,
  )

  // Without its folder the screen that uses it is refused, by name.
  rmSync(join(project.folder, 'src/engine/widgets/Hello'), { recursive: true })
  const refused = project.node('--import', 'tsx', 'codegen/cli/cli.ts')
  expect(refused.status).toBe(1)
  expect(refused.output).toContain('unknown-widget')
}, 900_000)
