import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadProject } from '../../codegen/cli/load.ts'
import { ruleSet } from '../../codegen/compiler/rules/index.ts'
import type { Diagnostic } from '../../codegen/compiler/source/findings/diagnostics.ts'
import { productCompiler } from '../../codegen/product.ts'
import type { Files } from '../../codegen/compiler/source/source.ts'
import { testFixes } from './support/fixes.ts'

const rules = [...ruleSet.metas.values()]

/** The small project beside the cases with `files` over it; null deletes a file. */
interface Case {
  about: string
  files: Record<string, unknown>
  expected: ReturnType<typeof shownOf>[]
}

const FOLDER = join(import.meta.dirname, 'check')

/** Schemas that several cases have: check/shared/<name>.json, by name. */
const shared = new Map(
  readdirSync(join(FOLDER, 'shared')).map((file) => [
    file.slice(0, -'.json'.length),
    JSON.parse(readFileSync(join(FOLDER, 'shared', file), 'utf8')) as unknown,
  ]),
)
const base = loadProject(join(FOLDER, 'project'))
// One compiler for all: what it kept of one project is no finding in another (codegen/compiler/incremental.test.ts).
const compiler = productCompiler()
// Fills in a missing `expected`: review the result before you commit it.
const fill = process.env.FILL_CASES === '1'

/** A file is an object, a text, lines, {"shared": a name in check/shared}, or {"repeat": [text, times]}. */
function text(content: unknown): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.join('\n')
  const { repeat, shared: name } = content as { repeat?: [string, number]; shared?: unknown }
  if (repeat) return repeat[0].repeat(repeat[1])
  if (typeof name !== 'string') return JSON.stringify(content, null, 2)
  if (!shared.has(name)) throw new Error(`There is no tests/cases/check/shared/${name}.json.`)
  return JSON.stringify(shared.get(name), null, 2)
}

/** A finding as developers read it. Fixes have a separate suite: support/fixes.ts. */
const shownOf = ({
  rule,
  severity,
  file,
  line,
  column,
  endLine,
  endColumn,
  path,
  message,
  suggestion,
}: Diagnostic) => ({
  rule,
  severity,
  file,
  line,
  column,
  endLine,
  endColumn,
  path,
  message,
  ...(suggestion !== undefined && { suggestion }),
})

const check = (files: Files): readonly Diagnostic[] => compiler.check(files).diagnostics

function projectOf(files: Case['files']): Files {
  const all = new Map(base)
  for (const [file, content] of Object.entries(files)) {
    if (content === null) all.delete(file)
    else all.set(file, text(content))
  }
  return all
}

/** Every case, checked once for its test and for those of its fixes. */
const projects = rules.flatMap(({ name }) => {
  const folder = join(FOLDER, name)
  const names = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : []
  return names.toSorted().map((file) => {
    const { about, files: given, expected } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Case
    const files = projectOf(given)
    return { rule: name, path: `${name}/${file}`, about, given, expected, files, diagnostics: check(files) }
  })
})

test('the small project beside the cases is valid', () => {
  expect(base.size).toBeGreaterThan(30)
  expect(check(base)).toEqual([])
})

test('every folder of cases has a rule', () => {
  const folders = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !['project', 'shared'].includes(entry.name))
    .map((entry) => entry.name)
  expect(folders.filter((name) => !rules.some((rule) => rule.name === name))).toEqual([])
  expect(rules.length).toBeGreaterThan(60)
})

test('each shared schema is in several cases', () => {
  const used = projects.flatMap(({ given }) =>
    Object.values(given).flatMap((content) =>
      typeof content === 'object' && content !== null && 'shared' in content ? [content.shared] : [],
    ),
  )
  expect(shared.size).toBeGreaterThan(20)
  expect([...shared.keys()].filter((name) => used.filter((word) => word === name).length < 2)).toEqual([])
})

describe.each(rules.map((rule) => [rule.name, rule] as const))('%s', (name, rule) => {
  const cases = projects.filter((project) => project.rule === name)

  test('has a case that passes and one that fails', () => {
    expect(cases.filter(({ expected }) => expected?.length === 0).length).toBeGreaterThan(0)
    expect(
      cases.filter(({ expected }) =>
        expected?.some((diagnostic) => diagnostic.rule === name && diagnostic.severity === rule.severity),
      ).length,
    ).toBeGreaterThan(0)
  })

  for (const { path, about, given, expected, diagnostics } of cases) {
    test(`${basename(path)}: ${about}`, () => {
      const found = diagnostics.map(shownOf)
      if (fill && expected === undefined)
        writeFileSync(join(FOLDER, path), `${JSON.stringify({ about, files: given, expected: found }, null, 2)}\n`)
      else expect(found).toEqual(expected)
    })
  }
})

testFixes(projects, base, check)
