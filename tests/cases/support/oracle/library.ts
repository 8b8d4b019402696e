import { Environment } from '@marcbachmann/cel-js'
import { parseExpression } from '../../../../codegen/compiler/infer/ast.ts'
import type { SyntaxFault } from '../../../../codegen/compiler/infer/ast.ts'
import type { Type } from '../../../../codegen/compiler/infer/types.ts'
import type { LiveValue } from '../../../../src/engine/language/plugin.ts'
import { Decimal } from './decimal.ts'
import { OPERATORS, ORACLE } from './functions.ts'
import { rewrite } from './rewrite.ts'
import { celType, fromCel, plain, toCel } from './values.ts'
import { ruleSet } from '../../../../codegen/compiler/rules/index.ts'
import { reportMessage } from '../../../../codegen/compiler/source/findings/messages.ts'

/** A function of a live value: its strings are these properties of the value. */
export interface LiveFunction {
  readonly name: string
  readonly arguments: readonly string[]
  readonly type: Type
  readonly values: readonly LiveValue[]
}

/** Names and types declared for the library, and the functions of live values. */
export interface Names {
  readonly types: ReadonlyMap<string, Type>
  readonly values: Readonly<Record<string, unknown>>
  readonly live: readonly LiveFunction[]
}

export type Answer = { value: unknown } | { error: string }

function environment(loose: boolean): Environment {
  const env = new Environment({
    unlistedVariablesAreDyn: loose,
    homogeneousAggregateLiterals: !loose,
    enableOptionalTypes: true,
  })
  env.registerType('Decimal', Decimal)
  for (const [signature, handler] of ORACLE) env.registerFunction(signature, handler)
  for (const [signature, handler] of OPERATORS) env.registerOperator(signature, handler)
  return env
}

const signatureOf = (live: Pick<LiveFunction, 'name' | 'arguments'>): string =>
  `${live.name}_(${live.arguments.map(() => 'string').join(', ')})`

const dynamic = new WeakMap<Names, { env: Environment; context: Record<string, unknown> }>()

function dynamicOf(names: Names): { env: Environment; context: Record<string, unknown> } {
  let entry = dynamic.get(names)
  if (!entry) {
    const env = environment(true)
    for (const { type, values, ...live } of names.live)
      env.registerFunction(`${signatureOf(live)}: dyn`, (...given: string[]) =>
        toCel(
          values.find((value) =>
            live.arguments.every((name, at) => (value as unknown as Record<string, unknown>)[name] === given[at]),
          ),
          type,
        ),
      )
    entry = {
      env,
      context: Object.fromEntries([...names.types].map(([name, type]) => [name, toCel(names.values[name], type)])),
    }
    dynamic.set(names, entry)
  }
  return entry
}

const typed = new WeakMap<Names, Environment>()

function typedOf(names: Names): Environment {
  const cached = typed.get(names)
  if (cached) return cached
  const env = environment(false)
  // CEL compares numbers of both kinds at run time; the library's checker allows it for dyn only.
  env.registerOperator('int == double', (a: bigint, b: number) => Number(a) === b)
  env.registerOperator('int in list<double>', (a: bigint, list: number[]) => list.includes(Number(a)))
  env.registerOperator('double in list<int>', (a: number, list: bigint[]) => list.some((item) => Number(item) === a))
  const objects = new Map<string, string>()
  const declare = (fields: Record<string, string>): string => {
    const shape = JSON.stringify(fields)
    const known = objects.get(shape)
    if (known !== undefined) return known
    const name = `Object${objects.size}`
    objects.set(shape, name)
    env.registerType(name, { fields })
    env.registerFunction(`size(${name}): int`, () => 0n)
    env.registerFunction(`${name}.size(): int`, () => 0n)
    return name
  }
  for (const live of names.live)
    env.registerFunction(`${signatureOf(live)}: ${celType(live.type, declare)}`, () => null)
  for (const [name, type] of names.types) env.registerVariable(name, celType(type, declare))
  typed.set(names, env)
  return env
}

const said = (error: unknown): string => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))

const faultMessage = (text: string, fault: SyntaxFault): string =>
  ruleSet.reportsOf({ event: 'expressionNotParsed', text, fault }).map(reportMessage).join(' ')

/** The result of the library's evaluator for an expression. */
export function ask(expression: string, names: Names, question: 'value' | 'errors' = 'value'): Answer {
  const parsed = parseExpression(expression)
  if ('fault' in parsed) return { error: faultMessage(expression, parsed.fault) }
  const { env, context } = dynamicOf(names)
  try {
    return { value: plain(fromCel(env.evaluate(rewrite(parsed.ast, question), context))) }
  } catch (error) {
    return { error: said(error) }
  }
}

/** Why the library's own checker refuses an expression: by CEL's types alone, without units, null and enumerations. */
export function refusal(expression: string, names: Names): string | undefined {
  const parsed = parseExpression(expression)
  if ('fault' in parsed) return faultMessage(expression, parsed.fault)
  const { valid, error } = typedOf(names).check(rewrite(parsed.ast, 'types'))
  return valid ? undefined : said(error)
}
