import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CopiedProject } from './copiedProject.ts'
import { isShort } from './short.ts'

let project: CopiedProject

beforeAll(() => {
  project = new CopiedProject()
}, 300_000)
afterAll(() => project.remove())

const FILE = 'codegen/compiler/rules/number-in-route.ts'
const RULE = `import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'number-in-route',
    severity: 'warning',
    doc: 'A route has words only.',
  },
  on: {
    screen({ screen: { route } }, report) {
      if (/\\d/.test(route)) report({ code: 'hasNumber', params: { route } }, 'route')
    },
  },
}
export default rule
`

const CATALOGUE = 'codegen/compiler/messages/developer.json'
const TEXTS = {
  'number-in-route/hasNumber': 'The route "{{route}}" has a number.',
  'number-in-route/hasNumber.advice': 'Write a word instead.',
}

/** Generated, and not in the repository. */
const SCHEMA_OF_EDITORS = /^schemas\/\w+\.schema\.json$/

/** The command `npm run check`: it runs from a bundle of the sources. */
const check = () => project.node('codegen/commands/ts.mjs', '--bundle', '--omit=dev', 'codegen/cli/cli.ts')

test('a rule with a check is one file beside its texts: generated files list it, and it reports on a screen', () => {
  const before = new Map(
    project.files().map((file) => [file, readFileSync(join(project.folder, file), 'utf8')] as const),
  )
  if (!isShort)
    expect(check()).toMatchObject({ status: 0, output: expect.not.stringContaining('number-in-route') as string })
  writeFileSync(join(project.folder, FILE), RULE)
  const addTexts = (texts: Record<string, string>): void => {
    const path = join(project.folder, CATALOGUE)
    writeFileSync(path, JSON.stringify({ ...(JSON.parse(readFileSync(path, 'utf8')) as object), ...texts }, null, 2))
  }
  addTexts(TEXTS)
  project.passes('--import', 'tsx', 'codegen/generate.ts')
  const changed = project
    .files()
    .filter(
      (file) => !SCHEMA_OF_EDITORS.test(file) && before.get(file) !== readFileSync(join(project.folder, file), 'utf8'),
    )
  expect(changed.toSorted()).toEqual(
    [FILE, CATALOGUE, 'codegen/compiler/rules/index.ts', 'screens/CHECKS.md'].toSorted(),
  )
  if (!isShort) project.passes('node_modules/typescript/bin/tsc', '-p', 'tsconfig.json')
  const { output } = check()
  expect(output).toContain('number-in-route')
  expect(output).toMatch(/screens\/404\/index\.json:\d+:\d+/)
  expect(output).toContain('Write a word instead.')
  if (isShort) return
  addTexts({ 'number-in-route/hasNumber.advice': 'Write words instead.' })
  expect(check().output).toContain('Write words instead.')
}, 600_000)
