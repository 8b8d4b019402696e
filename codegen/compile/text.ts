import type { Expr } from '../../src/core/program.ts'
import { mismatch } from './assign.ts'
import { ruleOfMismatch } from './mismatch.ts'
import { didYouMean } from './nearest.ts'
import { member, members } from './source.ts'
import type { JsonNode } from './source.ts'
import { nullable, STRING } from './types.ts'
import type { Type } from './types.ts'
import { checkTextArguments } from './infer/texts.ts'
import { toExpr } from './compileContext.ts'
import type { CompileContext, Value } from './compileContext.ts'
import type { Schema } from './schema.ts'
import { reportHardCodedText } from './hardCodedText.ts'
import { isExpression, plainText } from './compilationUnit.ts'
import rawNumber from '../check/rules/raw-number.ts'
import textArguments from '../check/rules/text-arguments.ts'
import typeMismatch from '../check/rules/type-mismatch.ts'
import unknownProperty from '../check/rules/unknown-property.ts'
import unknownText from '../check/rules/unknown-text.ts'

/** Compiles one argument of a text. */
type Argument = (node: JsonNode, schema: Schema, context: CompileContext) => Value

/**
 * A text for the user: a key of the locale, {"text": key, "args": {…}}, or an expression of content.
 * `canBeNull`: the place takes null too.
 */
export function compileText(node: JsonNode, context: CompileContext, canBeNull: boolean, argument: Argument): Value {
  const { unit, path, scope } = context
  if (isExpression(node)) {
    const typed = unit.expression(node, 1, path, (inference, ast) => inference.infer(ast, scope))
    if (!typed || typed.type.k === 'wrong') return { json: '' }
    const problem = mismatch(typed.type, canBeNull ? nullable(STRING) : STRING)
    if (problem) {
      unit.report(ruleOfMismatch(problem), node, path, problem.message, problem.suggestion)
      return { json: '' }
    }
    if (reportRawNumber(typed.type, node, context)) return { json: '' }
    reportHardCodedText(node, typed, context)
    return { expr: typed.expr, type: typed.type }
  }
  if (node.type === 'string') return compileKey(node, plainText(node), undefined, context, argument)
  if (node.type === 'null' && canBeNull) return { json: null }
  const key = member(node, 'text')
  if (node.type !== 'object' || key?.type !== 'string' || isExpression(key)) {
    unit.report(
      typeMismatch,
      key ?? node,
      path,
      'A text is a key of locales/en.json, {"text": key, "args": {…}}, or an expression.',
    )
    return { json: '' }
  }
  for (const { name, key: at } of members(node)) {
    if (name !== 'text' && name !== 'args')
      unit.report(
        unknownProperty,
        at,
        `${path}/${name}`,
        `There is no "${name}" in a text.`,
        didYouMean(name, ['text', 'args']),
      )
  }
  return compileKey(key, plainText(key), member(node, 'args'), context, argument)
}

/** Reports an unformatted number in a text for the user. */
export function reportRawNumber(type: Type, node: JsonNode, { unit, path }: CompileContext): boolean {
  const inner = type.k === 'nullable' ? type.of : type
  if (inner.k !== 'string' || inner.raw === undefined) return false
  unit.report(
    rawNumber,
    node,
    path,
    `This shows ${inner.raw} as it is stored.`,
    'Format it: money(…), price(…), quantity(…), percent(…), number(…) or dateTime(…).',
  )
  return true
}

function compileKey(
  node: JsonNode,
  key: string,
  args: JsonNode | undefined,
  context: CompileContext,
  argument: Argument,
): Value {
  const { unit, path } = context
  const { texts } = unit.contract
  unit.used.texts.add(key)
  const expected = texts.arguments(key)
  if (!expected) {
    unit.report(
      unknownText,
      node,
      path,
      `There is no text "${key}" in locales/en.json.`,
      didYouMean(key, texts.keys()) ?? keyHint(key),
    )
    return { json: '' }
  }
  const given = new Map<string, Type>()
  const flat: Expr[] = []
  for (const { name, value } of members(args)) {
    const compiled = argument(value, {}, { ...context, path: `${path}/args/${name}` })
    reportHardCodedText(value, compiled, { ...context, path: `${path}/args/${name}` })
    given.set(name, compiled.type ?? literalType('json' in compiled ? compiled.json : null))
    flat.push(name, toExpr(compiled))
  }
  for (const problem of checkTextArguments(key, expected, given)) {
    const at = member(args, problem.name) ?? node
    unit.report(problem.rule ?? textArguments, at, path, problem.message, problem.suggestion)
  }
  return { expr: flat.length > 0 ? ['t', key, ['map', ...flat]] : ['t', key], type: STRING }
}

/** Hint for a text that is not written like a key; undefined if it is. */
function keyHint(text: string): string | undefined {
  if (/^\w+(\.\w+)*\(|[=!<>]=|&&|\|\||^(state|params|session|forms|preferences|device|config|queries)\./.test(text))
    return 'An expression begins with "=".'
  return /^[a-z]\w*(\.\w+)+$/.test(text)
    ? undefined
    : 'Add the words to locales/en.json under a key such as "home.hello", and write the key here.'
}

function literalType(value: unknown): Type {
  if (typeof value === 'string') return { k: 'string', enum: [value] }
  if (typeof value === 'number') return Number.isInteger(value) ? { k: 'int', literal: true } : { k: 'number' }
  return value === null ? { k: 'wrong' } : { k: 'unknown', why: 'it is not a single value' }
}
