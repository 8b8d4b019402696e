import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Visitor, parseSync } from 'rolldown/utils'
import { describe, expect, test } from 'vitest'
import { rules } from '../../../codegen/check/rules/index.ts'

const root = join(import.meta.dirname, '../../..')
const FOLDER = 'codegen/check/rules'
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => relative(root, join(root, folder, path)))
    .filter((path) => path.endsWith('.ts'))
const ruleFiles = filesIn(FOLDER).filter((file) => !file.endsWith('/index.ts'))
const otherFiles = filesIn('codegen').filter((file) => !file.startsWith(`${FOLDER}/`))
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Modules of rules of which a file imports more than named functions: the rule itself, or all of the module. */
const importedRules = (text: string): string[] =>
  parseSync('file.ts', text).module.staticImports.flatMap(({ moduleRequest: { value }, entries }) =>
    /check\/rules\/(?!index\.ts)/.test(value) && entries.some(({ importName }) => importName.kind !== 'Name')
      ? [value]
      : [],
  )

/** Object literals with a message, and with a rule or the members of another report. A diagnostic has the name of a rule instead. */
function builtReports(text: string): string[] {
  const built: string[] = []
  new Visitor({
    ObjectExpression({ start, end, properties }) {
      const valueOf = (name: string) =>
        properties.find((one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === name)
      const message = valueOf('message')
      if (message?.type !== 'Property' || message.value.type === 'ObjectExpression') return
      const rule = valueOf('rule')
      const value = rule?.type === 'Property' ? rule.value : undefined
      const isName =
        value?.type === 'Literal' ||
        (value?.type === 'MemberExpression' && value.property.type === 'Identifier' && value.property.name === 'name')
      const isCopy = properties.some(({ type }) => type === 'SpreadElement')
      if (value ? !isName : isCopy) built.push(text.slice(start, end))
    },
  }).visit(parseSync('file.ts', text).program)
  return built
}

describe('the check itself', () => {
  test('finds a rule that is imported', () => {
    expect(importedRules("import limits from '../check/rules/limits.ts'")).toEqual(['../check/rules/limits.ts'])
    expect(importedRules("import * as limits from '../check/rules/limits.ts'")).toEqual(['../check/rules/limits.ts'])
    expect(importedRules("import { tooManyParts } from '../check/rules/limits.ts'")).toEqual([])
  })

  test('finds a report that is built', () => {
    expect(builtReports("report({ rule, message: 'No.' }, at)")).toEqual(["{ rule, message: 'No.' }"])
    expect(builtReports("report({ rule: rules[0], message: 'No.' }, at)")).toHaveLength(1)
    expect(builtReports("report({ ...other, message: 'No.' }, at)")).toHaveLength(1)
    expect(builtReports("list.push({ rule: rule.name, message: 'No.' })")).toEqual([])
    expect(builtReports("throw { message: 'No.' }")).toEqual([])
  })

  test('sees the rules and the other files of the compiler', () => {
    expect(ruleFiles).toHaveLength(rules.length)
    expect(otherFiles.length).toBeGreaterThan(150)
    expect(ruleFiles.flatMap((file) => builtReports(textOf(file))).length).toBeGreaterThan(rules.length)
  })
})

test('no other file imports a rule: it imports the functions that make its reports', () => {
  expect(otherFiles.flatMap((file) => importedRules(textOf(file)).map((rule) => `${file}: ${rule}`))).toEqual([])
})

// `within` puts the place before the message of a report.
const WITHIN = 'codegen/compile/diagnostics.ts'

test('no other file builds a report', () => {
  const built = otherFiles.flatMap((file) => builtReports(textOf(file)).map((report) => `${file}: ${report}`))
  expect(built).toEqual([expect.stringMatching(new RegExp(`^${WITHIN}: \\{\\s*\\.\\.\\.report,`))])
})

test('each rule has a check or a function that makes a report', async () => {
  const empty: string[] = []
  for (const file of ruleFiles) {
    const { default: rule, ...functions } = (await import(join(root, file))) as { default: object }
    const hooks = Object.values(rule).filter((one) => typeof one === 'function')
    if (hooks.length + Object.keys(functions).length === 0) empty.push(file)
  }
  expect(empty).toEqual([])
})

test('each file of a rule builds its reports with its own rule', () => {
  const foreign = ruleFiles.flatMap((file) =>
    builtReports(textOf(file))
      .filter((report) => !/^\{\s*rule(,|: mismatch\.rule,)/.test(report))
      .map((report) => `${file}: ${report}`),
  )
  expect(foreign).toEqual([])
})

test('a rule follows rules that exist and that do not follow it in turn', () => {
  const byName = new Map(rules.map((rule) => [rule.name, rule]))
  const wrong = rules.flatMap((rule) => {
    const cycle: string[] = []
    const visit = (name: string, path: readonly string[]): void => {
      for (const cause of Object.keys(byName.get(name)?.follows ?? {})) {
        if (!byName.has(cause)) cycle.push(`${name} follows "${cause}", which does not exist`)
        else if (cause === rule.name) cycle.push([...path, cause].join(' → '))
        else if (!path.includes(cause)) visit(cause, [...path, cause])
      }
    }
    visit(rule.name, [rule.name])
    return cycle
  })
  expect(wrong).toEqual([])
  expect(rules.filter(({ follows }) => follows !== undefined).length).toBeGreaterThan(20)
})
