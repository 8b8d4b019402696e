import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseExpression } from '../../codegen/compile/infer/ast.ts'
import { Inference } from '../../codegen/compile/infer/infer.ts'
import { Scope } from '../../codegen/compile/infer/scope.ts'
import type { Schema } from '../../codegen/compile/schema.ts'
import { readTexts } from '../../codegen/compile/texts.ts'
import { typeOf } from '../../codegen/compile/types.ts'
import type { Type } from '../../codegen/compile/types.ts'
import { evaluate, Scope as Values } from '../../src/core/evaluate.ts'
import { callFunction } from '../../src/core/functions.ts'
import type { Expr } from '../../src/core/program.ts'
import { celValue, fakes } from './support/cel.ts'
import { typeText } from './support/typeText.ts'

/** An expression over the names of scope.json: its type and value, or the rules it breaks. `cel`: why the library cannot be asked. */
interface Case {
  expression: string
  type?: string
  value?: unknown
  rules?: string[]
  cel?: string
}

const FOLDER = join(import.meta.dirname, 'expressions')
const scope = JSON.parse(readFileSync(join(FOLDER, 'scope.json'), 'utf8')) as Record<string, { schema: Schema; value: unknown }>
const texts = readTexts(new Map(Object.entries({ plain: 'Plain', hello: 'Hello {{name}}', items_one: '{{count}} item', items_other: '{{count}} items', 'state.open': 'o', 'state.closed': 'c', 'state.lost': 'l', 'step.0': '0', 'step.1': '1', 'step.2': '2' })))
const types = new Map<string, Type>(Object.entries(scope).map(([name, { schema }]) => [name, typeOf(schema)]))
const names = Scope.of([...types].map(([name, type]) => [name, { kind: 'value' as const, type, expr: ['v', name] as Expr }]))
const fill = process.env.FILL_CASES === '1'

function infer(expression: string): { rules: string[]; type: Type; expr: Expr } {
  const parsed = parseExpression(expression)
  if ('fault' in parsed) return { rules: ['expression-syntax'], type: { k: 'wrong' }, expr: null }
  const rules: string[] = []
  const world = { texts, named: () => undefined }
  const { type, expr } = new Inference(world, { functions: new Set(), texts: new Set() }, (rule) => rules.push(rule.name)).infer(parsed.ast, names)
  return { rules, type, expr }
}

function run(expr: Expr): unknown {
  let values: Values | null = null
  for (const [name, { value }] of Object.entries(scope)) values = new Values(name, value, values)
  const env = { read: () => null, text: fakes.text, call: (name: string, args: unknown[]) => callFunction(name, args, fakes) }
  return JSON.parse(JSON.stringify(evaluate(expr, values, env) ?? null))
}

function reason(asked: { value: unknown } | { error: string }): string {
  const said = 'error' in asked ? asked.error : JSON.stringify(asked.value)
  if (said.includes('sortBy')) return 'sortBy is a form of our own'
  if (said.includes('-Money')) return 'the library has no minus for types of one’s own'
  if (/No such key|out of bounds/.test(said)) return 'what is not there is an error in the library, and null here'
  return `the library says ${said}`
}

const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json') && file !== 'scope.json')
const all = files.map((file) => ({ file, cases: (JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as { cases: Case[] }).cases }))

test('there are cases enough, and the library is asked of most', () => {
  const every = all.flatMap(({ cases }) => cases)
  expect(every.length).toBeGreaterThan(400)
  const sound = every.filter((one) => one.type !== undefined)
  expect(sound.filter((one) => one.cel === undefined).length / sound.length).toBeGreaterThan(0.8)
})

describe.each(all)('$file', ({ file, cases }) => {
  if (fill) {
    for (const one of cases) {
      const { rules, type, expr } = infer(one.expression)
      if (one.rules ?? one.type) continue
      if (rules.length > 0) one.rules = rules
      else {
        one.type = typeText(type)
        one.value = run(expr)
        const asked = celValue(one.expression, types, scope)
        if (JSON.stringify(asked) !== JSON.stringify({ value: one.value })) one.cel = reason(asked)
      }
    }
    writeFileSync(join(FOLDER, file), `{ "cases": [\n${cases.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n] }\n`)
  }

  test.each(cases)('$expression', ({ expression, type, value, rules, cel }) => {
    const found = infer(expression)
    expect(found.rules).toEqual(rules ?? [])
    if (rules) return
    expect(typeText(found.type)).toBe(type)
    expect(run(found.expr)).toEqual(value)
    if (cel === undefined) expect(celValue(expression, types, scope)).toEqual({ value })
  })
})
