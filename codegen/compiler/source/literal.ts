import { firstProblem } from '../../../src/engine/language/forms/validate.ts'
import { alternativesOf, entriesOf, isOperation, operandsOf } from '../../../src/engine/language/expressions/visit.ts'
import { imageUrl } from '../../../src/engine/language/url.ts'
import type { Expr, Json } from '../../../src/engine/language/expressions/program.ts'
import { showType } from '../infer/describeType.ts'
import { addQuotes, removeQuotes } from '../fix/quickFix.ts'
import { WRONG_VALUE } from '../lower/compileContext.ts'
import type { CompileContext, Value } from '../lower/compileContext.ts'
import { toShape, typesOf } from '../contract/schema.ts'
import type { Schema } from '../contract/schema.ts'
import type { JsonNode } from './source.ts'
import { typeOf } from '../infer/types.ts'
import type { Type } from '../infer/types.ts'

/** Checks a literal against the schema of its position. */
export function checkLiteral(node: JsonNode, value: Json, schema: Schema, context: CompileContext, type?: Type): Value {
  const { unit, path } = context
  const { types } = typesOf(schema)
  const expected = typeOf(schema)
  if (expected.k === 'unknown') return { json: value }
  const problem = firstProblem(toShape(schema), value)
  if (!problem) {
    if (typeof value === 'string' && schema.format === 'url' && imageUrl(value) === null)
      unit.emit({ event: 'invalidAddress' }, node, path)
    return { json: value }
  }
  if (problem.keyword === 'type') {
    const decimalHint =
      types.includes('string') && schema.format === 'decimal' && typeof value === 'number'
        ? addQuotes(node, value, unit.source)
        : undefined
    const bare =
      node.type === 'string' && typeof value === 'string' && isQuotedLiteral(value, schema)
        ? removeQuotes(node, value)
        : undefined
    unit.emit(
      { event: 'valueOfOtherType', value: showJson(value, type), expected, suggestion: decimalHint ?? bare },
      node,
      path,
    )
  } else if (problem.keyword === 'enum' || problem.keyword === 'const') {
    const values = (schema.enum ?? [schema.const ?? null]).map(String)
    unit.emit({ event: 'literalNotAllowed', value, values }, node, path)
  } else {
    unit.emit({ event: 'literalBeyondLimit', keyword: problem.keyword, limit: problem.limit, schema }, node, path)
  }
  return WRONG_VALUE
}

/** Whether the content of a text would be valid there without its quotes. */
const isQuotedLiteral = (text: string, schema: Schema): boolean =>
  /^(true|false|-?(0|[1-9]\d{0,14})(\.\d{1,12})?)$/.test(text) &&
  firstProblem(toShape(schema), JSON.parse(text)) === null

function showJson(value: Json, type: Type | undefined): string {
  if (type) return showType(type)
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object'
    ? 'an object'
    : typeof value === 'string'
      ? 'a string'
      : typeof value === 'boolean'
        ? 'true or false'
        : Number.isInteger(value)
          ? 'a whole number'
          : 'a number'
}

/** Checks each literal to which an expression may evaluate against the schema of its position. */
export function checkPossibleLiterals(node: JsonNode, expr: Expr, schema: Schema, context: CompileContext): boolean {
  if (!isOperation(expr)) return expr === null || checkLiteral(node, expr, schema, context) !== WRONG_VALUE
  const options = schema.oneOf?.filter((option) => option.type !== 'null')
  if (options) return options.length !== 1 || !options[0] || checkPossibleLiterals(node, expr, options[0], context)
  switch (expr[0]) {
    case 'list': {
      const items = operandsOf(expr)
      return (
        checkCount(node, items.length, schema, context) &&
        (!schema.items || allLeaves(node, items, schema.items, context))
      )
    }
    case 'map':
      return entriesOf(expr).every(([name, value]) =>
        checkPossibleLiterals(node, value, schema.properties?.[String(name)] ?? {}, context),
      )
    default:
      return allLeaves(node, alternativesOf(expr) ?? [], schema, context)
  }
}

const allLeaves = (node: JsonNode, leaves: readonly Expr[], schema: Schema, context: CompileContext): boolean =>
  leaves.map((leaf) => checkPossibleLiterals(node, leaf, schema, context)).every(Boolean)

/** How many items a list that is written out has. */
export function checkCount(node: JsonNode, count: number, schema: Schema, { unit, path }: CompileContext): boolean {
  const keyword =
    schema.minItems !== undefined && count < schema.minItems
      ? 'minItems'
      : schema.maxItems !== undefined && count > schema.maxItems
        ? 'maxItems'
        : undefined
  if (keyword !== undefined)
    unit.emit({ event: 'literalBeyondLimit', keyword, limit: schema[keyword] ?? 0, schema }, node, path)
  return keyword === undefined
}
