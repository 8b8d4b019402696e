import { productSignatures } from '../../../codegen/product.ts'
import { ruleSet } from '../../../codegen/compiler/rules/index.ts'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseExpression } from '../../../codegen/compiler/infer/ast.ts'
import { ExpressionInference } from '../../../codegen/compiler/infer/infer.ts'
import { Scope } from '../../../codegen/compiler/infer/scope.ts'
import { SchemaResolver } from '../../../codegen/compiler/contract/schema.ts'
import type { Schema } from '../../../codegen/compiler/contract/schema.ts'
import { readTexts } from '../../../codegen/compiler/locales/texts.ts'
import { typeOf } from '../../../codegen/compiler/infer/types.ts'
import type { Type } from '../../../codegen/compiler/infer/types.ts'
import { evaluate, Scope as Values } from '../../../src/engine/language/expressions/evaluate.ts'
import {
  callFunction,
  registerFunctions,
  registerLiveFunctions,
} from '../../../src/engine/language/expressions/functions.ts'
import { implementations } from '../../../src/product/functions/index.ts'
import type { LiveValue } from '../../../src/engine/language/plugin.ts'
import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import { implementations as liveFunctions, keyOf } from '../../../src/product/liveValues.ts'
import { fakes } from './fakes.ts'
import type { LiveFunction, Names } from './oracle/library.ts'
import { plain } from './oracle/values.ts'

registerFunctions(implementations)
registerLiveFunctions(liveFunctions)

const ROOT = join(import.meta.dirname, '../../..')
const FOLDER = join(import.meta.dirname, '../expressions')
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

const resolver = new SchemaResolver(
  (file) => read(join(ROOT, file)),
  (reference) => {
    throw new Error(`There is no ${reference}.`)
  },
)
/** The type of an entity by its name in a signature: `Quote` is schemas/entities/quote.json. */
const entity = (name: string): Type =>
  typeOf(resolver.file(`schemas/entities/${name.charAt(0).toLowerCase()}${name.slice(1)}.json`) ?? {})
const values = (file: string): LiveValue[] => read(join(FOLDER, 'environment', file)) as LiveValue[]
const live: LiveFunction[] = [
  { name: 'quote', arguments: ['symbol'], type: entity('Quote'), values: values('quotes.json') },
  { name: 'depth', arguments: ['symbol', 'mode'], type: entity('Depth'), values: values('depths.json') },
  { name: 'trades', arguments: ['symbol'], type: entity('Tape'), values: values('tapes.json') },
]
/** As the client stores them. */
const stored = new Map(live.flatMap((liveFunction) => liveFunction.values).map((value) => [keyOf(value), value]))
const texts = readTexts(new Map(Object.entries(read(join(FOLDER, 'environment/texts.json')) as Record<string, string>)))

const schemas = new Map<string, Schema>()

/** One object for equal schemas, as references give in a contract; `{"$ref": "schemas/…"}` is a file of the contract. */
function shared<T>(schema: T): T {
  if (schema === null || typeof schema !== 'object') return schema
  if ('$ref' in schema) return resolver.resolve(schema as Schema, '') as T
  const text = JSON.stringify(schema)
  let known = schemas.get(text)
  if (!known) {
    known = (
      Array.isArray(schema)
        ? schema.map(shared)
        : Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, shared(member as unknown)]))
    ) as Schema
    schemas.set(text, known)
  }
  return known as T
}

/** Typing environment and values of an expression, as on a screen. */
export class TestScope implements Names {
  readonly live = live
  readonly #scope: Scope
  #bindings: Values | null = null

  constructor(
    readonly types: ReadonlyMap<string, Type>,
    readonly values: Readonly<Record<string, unknown>>,
  ) {
    this.#scope = Scope.of([...this.types].map(([key, type]) => [key, { kind: 'value', type, expr: ['v', key] }]))
    for (const [key, value] of Object.entries(this.values)) this.#bindings = new Values(key, value, this.#bindings)
  }

  /** The type and lowered form of an expression, or the rules it breaks. */
  infer(expression: string): { rules: string[]; type: Type; expr: Expr } {
    const parsed = parseExpression(expression)
    if ('fault' in parsed) return { rules: ['expression-syntax'], type: { k: 'wrong' }, expr: null }
    const rules: string[] = []
    const typeEnv = { texts, signatures: productSignatures, known: () => undefined, named: entity }
    const { type, expr } = new ExpressionInference(typeEnv, { use: () => {} }, (found) =>
      rules.push(...ruleSet.reportsOf(found).map(({ rule }) => rule.name)),
    ).infer(parsed.ast, this.#scope)
    return { rules, type, expr }
  }

  /** Evaluates the lowered form as the client does: a value, or the error text. */
  run(expr: Expr): { value: unknown } | { error: string } {
    const env = { ...fakes, live: (key: string) => stored.get(key) ?? null }
    try {
      const value = evaluate(expr, this.#bindings, {
        read: () => null,
        text: fakes.text,
        call: (name, args) => callFunction(name, args, env),
      })
      return { value: plain(value) }
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) }
    }
  }
}

/** The scope of a file of `cases/expressions/scopes`. */
function readScope(name: string): TestScope {
  const definitions = Object.entries(
    read(join(FOLDER, 'scopes', `${name}.json`)) as Record<string, { schema: Schema; value: unknown }>,
  )
  return new TestScope(
    new Map(definitions.map(([key, { schema }]) => [key, typeOf(shared(schema))])),
    Object.fromEntries(definitions.map(([key, { value }]) => [key, value])),
  )
}

const all = new Map<string, TestScope>()

export function createTestScope(name: string): TestScope {
  let scope = all.get(name)
  if (!scope) all.set(name, (scope = readScope(name)))
  return scope
}

export const scopeNames: readonly string[] = readdirSync(join(FOLDER, 'scopes')).map((file) =>
  file.slice(0, -'.json'.length),
)
