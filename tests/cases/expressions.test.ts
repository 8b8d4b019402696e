import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseExpression } from '../../codegen/compiler/infer/ast.ts'
import { callableNames } from '../../codegen/compiler/infer/calls.ts'
import { productSignatures } from '../../codegen/product.ts'
import { operationsOf } from '../../src/engine/language/expressions/visit.ts'
import { LIMITS, filled, judge, present, readSuites, reasonOf, writeSuite } from './support/cases.ts'
import { OPERATORS } from './support/grow.ts'
import { createTestScope } from './support/scopes.ts'
import { used } from './support/used.ts'

/** Number of cases with an error of our language only: the library accepts these. Understand a change before you edit the number. */
const ONLY_OURS = {
  units: 312,
  currencies: 82,
  'raw numbers': 10,
  nulls: 123,
  'guarded division': 30,
  'stricter types': 84,
  'kinds of objects': 18,
  'untyped values': 21,
  enums: 30,
  formats: 15,
  'constant conditions': 64,
  shadowing: 5,
  texts: 37,
  'literal arguments': 8,
  ranges: 14,
  limits: 7,
  milliseconds: 3,
}

const suites = readSuites()
const every = suites.flatMap(({ file, scope, cases }) =>
  cases.map((entry) => ({ ...entry, file, where: entry.scope ?? scope })),
)

test('there are enough distinct cases for every function and operator', () => {
  expect(every.length).toBeGreaterThanOrEqual(1500)
  const seen = every.map(({ where, expression }) => `${where}: ${expression}`)
  expect(seen.filter((item, at) => seen.indexOf(item) !== at)).toEqual([])
  const count = new Map<string, number>()
  for (const { expression } of every) {
    const parsed = parseExpression(expression)
    if ('ast' in parsed) for (const name of used(parsed.ast)) count.set(name, (count.get(name) ?? 0) + 1)
  }
  const required = [
    ...callableNames(productSignatures),
    ...OPERATORS,
    '!_',
    '-_',
    '?:',
    '.',
    '[]',
    'list',
    'map',
    'value',
    'id',
  ]
  expect(required.filter((name) => (count.get(name) ?? 0) < 3)).toEqual([])
})

test('every operation of the lowered form is run', () => {
  const source = readFileSync(join(import.meta.dirname, '../../src/engine/language/expressions/evaluate.ts'), 'utf8')
  const operations = [...source.matchAll(/^    case '([^']+)':/gm)].flatMap(([, name]) => name ?? [])
  expect(operations.length).toBeGreaterThan(40)
  const count = new Map<string, number>()
  for (const { expression, where, rules } of every) {
    if (rules) continue
    for (const [name] of operationsOf(createTestScope(where).infer(expression).expr))
      count.set(name, (count.get(name) ?? 0) + 1)
  }
  // Reads of the environment belong to the screen, not to an expression: the renderer's tests cover them.
  expect(operations.filter((name) => name !== '@' && (count.get(name) ?? 0) < 3)).toEqual([])
})

test('the refusals of our language alone have known numbers', () => {
  const counts: Record<string, number> = {}
  for (const { only } of every) if (only !== undefined) counts[only] = (counts[only] ?? 0) + 1
  expect(counts).toEqual(ONLY_OURS)
})

describe.each(suites)('$file', (suite) => {
  if (process.env.FILL_CASES === '1') {
    suite.cases = suite.cases.map((entry) => ((entry.rules ?? entry.type) ? entry : filled(entry, suite.scope)))
    writeSuite(suite)
  }

  test.each(suite.cases)('$expression', ({ expression, scope, type, value, error, rules, only }) => {
    const { ours, reference, refused, misfit } = judge(expression, scope ?? suite.scope)
    expect(ours.rules ?? []).toEqual(rules ?? [])
    if (rules) {
      expect(refused === undefined ? reasonOf(rules[0]) : undefined).toBe(only)
      return
    }
    expect({ type: ours.type, refused, misfit }).toEqual({ type })
    if (error !== undefined) {
      expect(ours.error).toBe(error)
      expect('error' in reference ? undefined : LIMITS).toBe(only)
      return
    }
    expect(ours.value).toEqual(value)
    expect('value' in reference ? present(reference.value) : reference.error).toEqual(present(value))
  })
})
