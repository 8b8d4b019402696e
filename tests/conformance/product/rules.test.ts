import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Visitor, parseSync, type ESTree } from 'rolldown/utils'
import { describe, expect, test } from 'vitest'
import { ruleSet, rules } from '../../../codegen/compiler/rules/index.ts'
import changes from '../../../codegen/compiler/messages/changes.json' with { type: 'json' }
import changesForStaff from '../../../codegen/compiler/messages/changesForStaff.json' with { type: 'json' }
import staff from '../../../codegen/compiler/messages/staff.json' with { type: 'json' }
import texts from '../../../codegen/compiler/messages/developer.json' with { type: 'json' }
import { compiler, projectFiles } from '../../support/project.ts'
import { hasText } from '../../../codegen/compiler/source/findings/messages.ts'

const { metas } = ruleSet
const root = join(import.meta.dirname, '../../..')
const FOLDER = 'codegen/compiler/rules'
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => relative(root, join(root, folder, path)))
    .filter((path) => path.endsWith('.ts'))
const ruleFiles = filesIn(FOLDER).filter((file) => !file.endsWith('/index.ts'))
const otherFiles = filesIn('codegen').filter((file) => !file.startsWith(`${FOLDER}/`))
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Modules of rules that a file imports, the registry too. */
const importedRules = (text: string): string[] =>
  parseSync('file.ts', text).module.staticImports.flatMap(({ moduleRequest: { value } }) =>
    /(^|\/)rules\//.test(value) ? [value] : [],
  )

/** Names of events that a file emits: of an event with its facts, and of a whole document. */
function emittedEvents(text: string): string[] {
  const events: string[] = []
  new Visitor({
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'event' && value.type !== 'AssignmentPattern')
        events.push(...literalsOf(value as Value))
    },
    CallExpression({ callee, arguments: [first] }) {
      if (
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        callee.property.name === 'emit'
      )
        if (first && first.type !== 'SpreadElement') events.push(...literalsOf(first))
    },
  }).visit(parseSync('file.ts', text).program)
  return events
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
    expect(importedRules("import type { A } from './rules/index.ts'")).toEqual(['./rules/index.ts'])
    expect(importedRules("import { Rule } from './rule.ts'")).toEqual([])
  })

  test('finds an event that is emitted', () => {
    expect(emittedEvents("unit.emit({ event: a ? 'b' : 'c', name }, node)")).toEqual(['b', 'c'])
    expect(emittedEvents("rules.emit('screen', input, report)")).toEqual(['screen'])
    expect(emittedEvents("const { event } = a; report('d')")).toEqual([])
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
  })
})

/** The module that gives the rules to the passes, and the one that documents them. */
const COMPOSITION = new Set([
  'codegen/cli/cli.ts',
  'codegen/compiler/project.ts',
  'codegen/generate/forms.ts',
  'codegen/generate/lib/schema.ts',
])

test('no pass imports a rule', () => {
  const importing = otherFiles.filter((file) => !file.endsWith('.test.ts') && importedRules(textOf(file)).length > 0)
  expect(new Set(importing)).toEqual(COMPOSITION)
})

test('no rule imports another one', () => {
  const importing = ruleFiles.filter((file) => /from '\.\/[\w-]+\.ts'/.test(textOf(file)))
  expect(importing).toEqual([])
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
        const named = metas.has(group) ? `'${name}'` : `${group}/${name}`
        return (
          !sources.some(({ text }) => text.includes(named)) && !sources.some(({ text }) => text.includes(`'${name}'`))
        )
      })
    expect(unused).toEqual([])
  })

  test.each(Object.entries({ texts, changes, staff, changesForStaff }))('has each text of %s once', (_name, all) => {
    const given = Object.values(all).filter((text) => !text.startsWith('$t('))
    expect(given.filter((text, index) => given.indexOf(text) < index)).toEqual([])
  })

  test('has the texts that others refer to', () => {
    for (const all of [texts, changes, staff, changesForStaff])
      for (const text of Object.values(all)) {
        const referred = /^\$t\((.*)\)$/.exec(text)?.[1]
        if (referred !== undefined) expect(Object.hasOwn(all, referred), referred).toBe(true)
      }
  })

  test('has each message once: a code of a rule is one of its file', () => {
    const names = new Set(metas.keys())
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

describe('events', () => {
  const passes = otherFiles.filter((file) => /compiler|fixtures/.test(file) && !/\.test\.ts$|\/compare\//.test(file))
  const emitted = new Set(passes.flatMap((file) => emittedEvents(textOf(file))))
  const handled = new Set(rules.flatMap(({ on }) => Object.keys(on)))

  test('are handled by a rule, each that a pass emits', () => {
    expect(emitted.size).toBeGreaterThan(300)
    expect([...emitted].filter((event) => !handled.has(event))).toEqual([])
  })

  test('are emitted by a pass, each that a rule handles', () => {
    expect([...handled].filter((event) => !emitted.has(event))).toEqual([])
  })

  test('are what each rule checks: none is without an event', () => {
    expect(rules.filter(({ on }) => Object.keys(on).length === 0).map(({ meta }) => meta.name)).toEqual([])
  })
})

test('a rule follows rules that exist and that do not follow it in turn', () => {
  const wrong = [...metas.values()].flatMap((rule) => {
    const cycle: string[] = []
    const visit = (name: string, path: readonly string[]): void => {
      for (const cause of Object.keys(metas.get(name)?.follows ?? {})) {
        if (!metas.has(cause)) cycle.push(`${name} follows "${cause}", which does not exist`)
        else if (cause === rule.name) cycle.push([...path, cause].join(' → '))
        else if (!path.includes(cause)) visit(cause, [...path, cause])
      }
    }
    visit(rule.name, [rule.name])
    return cycle
  })
  expect(wrong).toEqual([])
  expect(rules.filter(({ meta: { follows } }) => follows !== undefined).length).toBeGreaterThan(20)
})

test('the compiler guesses nothing of the catalogue', () => {
  expect(rules.filter(({ meta }) => meta.severity === 'lint').length).toBeGreaterThan(2)
  expect(compiler.check(projectFiles).diagnostics.filter(({ severity }) => severity === 'lint')).toEqual([])
})
