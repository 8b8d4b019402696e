import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Adds a widget to a copy of the project, by one folder and a screen that uses it; then generates, checks, type-checks, tests and builds the copy.
const root = join(import.meta.dirname, '..', '..', '..')
const parts = [
  'src',
  'screens',
  'schemas',
  'locales',
  'codegen',
  'tests',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
]
let copy = ''

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
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import Hello from './Hello.tsx'

test('Hello greets', () => {
  render(<Hello name="Ada" />)
  expect(screen.getByRole('button', { name: 'Ada' })).toBeDefined()
})
`,
}

function list(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return list(path)
    return entry.isFile() ? [relative(copy, path)] : []
  })
}

function node(...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '0' },
  })
  return { status, output: `${stdout}${stderr}` }
}

const passes = (...args: string[]): string => {
  const { status, output } = node(...args)
  expect(status, output).toBe(0)
  return output
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'placard-hello-'))
  for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  // The schemas for editors are in no fresh clone.
  passes('--import', 'tsx', 'codegen/generate.ts')
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('a widget is one folder: no other file is written by hand', () => {
  const before = new Map(list(copy).map((file) => [file, statSync(join(copy, file)).mtimeMs]))
  mkdirSync(join(copy, 'src/widgets/Hello'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(copy, 'src/widgets/Hello', name), text)

  passes('--import', 'tsx', 'codegen/generate.ts')
  const created = list(copy).filter((file) => !before.has(file) && !file.startsWith('src/widgets/Hello/'))
  expect(created).toEqual(['src/generated/widgets/Hello.ts'])

  const screen = join(copy, 'screens/404/index.json')
  const document = JSON.parse(readFileSync(screen, 'utf8')) as { body: unknown[] }
  document.body.unshift({ widget: 'Hello', props: { name: 'tab.home' }, on: { press: [{ action: 'back' }] } })
  writeFileSync(screen, JSON.stringify(document))
  passes('--import', 'tsx', 'codegen/check/cli.ts')
  passes('node_modules/typescript/bin/tsc', '-p', 'tsconfig.json')
  // Checks that cover the other widgets run there: its own test, and its story in both themes and directions.
  expect(
    passes(
      'node_modules/vitest/vitest.mjs',
      'run',
      'src/widgets/Hello',
      'tests/conformance/widgets/stories',
      '-t',
      'Hello',
      '--no-color',
    ),
  ).toMatch(/Tests +5 passed/)
  passes('node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error')
  const scripts = readdirSync(join(copy, 'dist/assets')).filter((file) => file.endsWith('.js'))
  expect(scripts.some((file) => /Hello/.test(readFileSync(join(copy, 'dist/assets', file), 'utf8')))).toBe(true)

  // Without its folder the screen that uses it is refused, by name.
  rmSync(join(copy, 'src/widgets/Hello'), { recursive: true })
  const refused = node('--import', 'tsx', 'codegen/check/cli.ts')
  expect(refused.status).toBe(1)
  expect(refused.output).toContain('unknown-widget')
}, 900_000)
