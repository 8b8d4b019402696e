import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import { mismatch } from '../lower/assign.ts'
import { member, members } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'
import { WRONG, nullable, STRING } from '../infer/types.ts'
import type { Type } from '../infer/types.ts'
import { checkTextArguments } from '../infer/texts.ts'
import { WRONG_VALUE, toExpr } from '../lower/compileContext.ts'
import type { CompileContext, Value } from '../lower/compileContext.ts'
import type { Schema } from '../contract/schema.ts'
import { reportHardCodedText } from './hardCodedText.ts'
import { isExpression, plainText } from '../lower/compilationUnit.ts'
import { prefixExpression } from '../fix/quickFix.ts'

/** Compiles one argument of a text. */
type Argument = (node: JsonNode, schema: Schema, context: CompileContext) => Value

/**
 * A text for the user: a key of the locale, {"text": key, "args": {…}}, or an expression of content.
 * `canBeNull`: null is allowed too.
 */
export function compileText(node: JsonNode, context: CompileContext, canBeNull: boolean, argument: Argument): Value {
  const { unit, path, scope } = context
  if (isExpression(node)) {
    const typed = unit.expression(node, 1, path, (inference, ast) => inference.infer(ast, scope))
    if (!typed || typed.type.k === 'wrong') return WRONG_VALUE
    const problem = mismatch(typed.type, canBeNull ? nullable(STRING) : STRING)
    if (problem) {
      unit.emit(problem, node, path)
      return WRONG_VALUE
    }
    if (reportRawNumber(typed.type, node, context)) return WRONG_VALUE
    reportHardCodedText(node, typed, context)
    return { expr: typed.expr, type: typed.type }
  }
  if (node.type === 'string') return compileKey(node, plainText(node), undefined, context, argument)
  if (node.type === 'null' && canBeNull) return { json: null }
  const key = member(node, 'text')
  if (node.type !== 'object' || key?.type !== 'string' || isExpression(key)) {
    unit.emit({ event: 'valueNotText' }, key ?? node, path)
    return WRONG_VALUE
  }
  for (const { name, key: at } of members(node)) {
    if (name !== 'text' && name !== 'args') unit.emit({ event: 'unknownTextMember', name }, at, `${path}/${name}`)
  }
  return compileKey(key, plainText(key), member(node, 'args'), context, argument)
}

/** Reports an unformatted number in a text for the user. */
export function reportRawNumber(type: Type, node: JsonNode, { unit, path }: CompileContext): boolean {
  const inner = type.k === 'nullable' ? type.of : type
  if (inner.k !== 'string') return false
  if (inner.format === 'country' || inner.format === 'lang') {
    unit.emit({ event: 'rawCodeShown', of: inner.format === 'country' ? 'country' : 'language' }, node, path)
    return true
  }
  if (inner.raw === undefined) return false
  unit.emit({ event: 'rawNumberShown', number: inner.raw }, node, path)
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
  unit.use('texts', key)
  unit.mention({ kind: 'text', name: key }, node)
  const expected = texts.arguments(key)
  if (!expected) {
    unit.emit(
      {
        event: 'unknownTextInDocument',
        key,
        keys: texts.keys(),
        hint: prefixExpression(node, context.scope.names),
      },
      node,
      path,
    )
    return WRONG_VALUE
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
    unit.emit(problem.found, at, path)
  }
  return { expr: flat.length > 0 ? ['t', key, ['map', ...flat]] : ['t', key], type: STRING }
}

function literalType(value: unknown): Type {
  if (typeof value === 'string') return { k: 'string', enum: [value] }
  if (typeof value === 'number') return Number.isInteger(value) ? { k: 'int', literal: true } : { k: 'number' }
  return value === null ? WRONG : { k: 'unknown', why: 'it is not a single value' }
}
