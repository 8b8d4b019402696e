import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Visitor, parseSync, type ESTree } from 'rolldown/utils'
import { describe, expect, test } from 'vitest'
import { rules } from '../../../codegen/compiler/rules/index.ts'
import changes from '../../../codegen/compiler/messages/changes.json' with { type: 'json' }
import texts from '../../../codegen/compiler/messages/developer.json' with { type: 'json' }
import { hasText } from '../../../codegen/compiler/source/messages.ts'

const root = join(import.meta.dirname, '../../..')
const FOLDER = 'codegen/compiler/rules'
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
    /(^|\/)rules\/(?!index\.ts)/.test(value) && entries.some(({ importName }) => importName.kind !== 'Name')
      ? [value]
      : [],
  )

/** Object literals with the rule and the code of a report, or the members of another report. A finding has the name of a rule instead. */
function builtReports(text: string): string[] {
  const built: string[] = []
  new Visitor({
    ObjectExpression({ start, end, properties }) {
      const valueOf = (name: string) =>
        properties.find(
          (property) =>
            property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === name,
        )
      const rule = valueOf('rule')
      if (rule?.type !== 'Property') return
      const { value } = rule
      const isName =
        value.type === 'Literal' ||
        (value.type === 'MemberExpression' && value.property.type === 'Identifier' && value.property.name === 'name')
      const isReport = valueOf('code') !== undefined || properties.some(({ type }) => type === 'SpreadElement')
      if (isReport && !isName) built.push(text.slice(start, end))
    },
  }).visit(parseSync('file.ts', text).program)
  return built
}

type Value = ESTree.Expression

/** The texts that an expression can be, of literals and choices between them. */
function literalsOf(value: Value): string[] {
  if (value.type === 'Literal') return typeof value.value === 'string' ? [value.value] : []
  return value.type === 'ConditionalExpression' ? [value.consequent, value.alternate].flatMap(literalsOf) : []
}

/** The codes of texts in a file: those with a rule of theirs, and those of the rule of the file. */
function codesIn(text: string, ruleName: string): string[] {
  const codes: string[] = []
  new Visitor({
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'code' && value.type !== 'ObjectPattern')
        codes.push(...literalsOf(value as Value))
    },
  }).visit(parseSync('file.ts', text).program)
  return codes
    .filter((code) => /^[A-Za-z]/.test(code))
    .map((code) => (code.includes('/') ? code : `${ruleName}/${code}`))
}

describe('the check itself', () => {
  test('finds a rule that is imported', () => {
    expect(importedRules("import limits from '../rules/limits.ts'")).toEqual(['../rules/limits.ts'])
    expect(importedRules("import * as limits from '../rules/limits.ts'")).toEqual(['../rules/limits.ts'])
    expect(importedRules("import { tooManyParts } from '../rules/limits.ts'")).toEqual([])
  })

  test('finds a report that is built', () => {
    expect(builtReports("report({ rule, code: 'no' }, at)")).toEqual(["{ rule, code: 'no' }"])
    expect(builtReports("report({ rule: rules[0], code: 'no' }, at)")).toHaveLength(1)
    expect(builtReports('report({ rule, ...other }, at)')).toHaveLength(1)
    expect(builtReports("list.push({ rule: rule.name, code: 'no' })")).toEqual([])
    expect(builtReports("throw { code: 'no' }")).toEqual([])
  })

  test('finds the codes of a file', () => {
    expect(codesIn("const a = { rule, code: b ? 'c' : d ? 'e' : 'advice/f' }", 'rule')).toEqual([
      'rule/c',
      'rule/e',
      'advice/f',
    ])
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

test('no other file builds a report', () => {
  expect(otherFiles.flatMap((file) => builtReports(textOf(file)).map((report) => `${file}: ${report}`))).toEqual([])
})

describe('the catalogue of texts', () => {
  const sources = [...ruleFiles, ...otherFiles.filter((file) => !file.endsWith('.test.ts'))].map((file) => ({
    file,
    text: textOf(file),
  }))

  test('has each code of a report, of advice, of a fix and of a change', () => {
    const codes = sources.flatMap(({ file, text }) => {
      const [, ruleName = ''] = /rules\/(.+)\.ts$/.exec(file) ?? []
      return file.startsWith('codegen/compiler/rules/') || file.startsWith('codegen/compiler/')
        ? codesIn(text, ruleName).filter((code) => !code.startsWith('/'))
        : []
    })
    expect(codes.length).toBeGreaterThan(500)
    const isChange = (code: string): boolean => Object.hasOwn(changes, code) || Object.hasOwn(changes, `${code}_other`)
    expect(codes.filter((code) => !hasText(code) && !isChange(code))).toEqual([])
  })

  test('has no text that nothing names', () => {
    // The codes of a syntax error are those of the parser.
    const unused = Object.keys(texts)
      .filter((code) => !code.startsWith('json-syntax/'))
      .filter((code) => {
        const [group = '', name = ''] = code
          .replace(/_(one|other)$/, '')
          .replace(/\.(advice|code)$/, '')
          .split('/')
        const named = rules.some((rule) => rule.name === group) ? `'${name}'` : `${group}/${name}`
        return (
          !sources.some(({ text }) => text.includes(named)) && !sources.some(({ text }) => text.includes(`'${name}'`))
        )
      })
    expect(unused).toEqual([])
  })

  test('has each message once: a code of a rule is one of its file', () => {
    const names = new Set(rules.map(({ name }) => name))
    const groups = new Set(Object.keys(texts).map((code) => code.split('/')[0] ?? ''))
    expect([...groups].filter((group) => !names.has(group)).toSorted()).toEqual([
      'advice',
      'code',
      'fix',
      'inside',
      'others',
    ])
  })
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
