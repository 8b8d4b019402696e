import type { Expr, Json } from '../../../src/engine/language/expressions/program.ts'
import { isOperation, operandsOf } from '../../../src/engine/language/expressions/visit.ts'
import { compileCondition } from './condition.ts'
import { compileEach } from './each.ts'
import { factsOf } from '../infer/facts.ts'
import { withoutVariableRefs } from '../infer/unitRefs.ts'
import { jsonToExpr, toExpr } from './compileContext.ts'
import type { CompileContext, Value } from './compileContext.ts'
import type { Schema } from '../contract/schema.ts'
import { fieldsOf, joinPath, readFields } from './readFields.ts'
import { member } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'
import type { Type } from '../infer/types.ts'

type CompileValue = (node: JsonNode, schema: Schema, context: CompileContext) => Value

/** Items of a list that is written out: one, or as many as a repeater and a condition make of one. */
export interface CompiledItems {
  /** One item known at compile time; else `list` is an expression for all that there are. */
  json?: Json
  list: Expr
  /** Type of each item, where it is an expression. */
  type?: Type
  single: boolean
}

const REPEATED = fieldsOf([
  { name: 'each', kind: 'string', synonyms: ['repeat'] },
  { name: 'visible', kind: 'string', synonyms: ['when', 'if', 'isVisible', 'showIf'] },
  { name: 'item', kind: 'any', required: true },
])

/** {"each": "row in rows", "visible": "=…", "item": …} is a repeated item, unless the schema has a field of that name. */
const isRepeated = (node: JsonNode, { properties = {} }: Schema): boolean =>
  (['each', 'visible'] as const).some(
    (keyword) => member(node, keyword) !== undefined && !Object.hasOwn(properties, keyword),
  )

/** Compiles one entry of a list: a value, or an object with "each" or "visible", which makes any number of items. */
export function compileItems(
  node: JsonNode,
  schema: Schema,
  context: CompileContext,
  compileValue: CompileValue,
): CompiledItems {
  if (isRepeated(node, schema)) return compileRepeated(node, schema, context, compileValue)
  const value = compileValue(node, schema, context)
  return 'json' in value
    ? { json: value.json, list: ['list', jsonToExpr(value.json)], single: true }
    : { list: ['list', value.expr], type: value.type, single: true }
}

function compileRepeated(
  node: JsonNode,
  schema: Schema,
  context: CompileContext,
  compileValue: CompileValue,
): CompiledItems {
  const { unit, path } = context
  const fields = readFields(unit, node, path, REPEATED, 'A repeated item')
  const none: CompiledItems = { list: ['list'], single: false }
  if (!fields) return none
  let { scope } = context
  const each = fields.each && compileEach(fields.each, { ...context, path: joinPath(path, 'each') })
  if (fields.each && !each) return none
  if (each?.index !== undefined && fields.each) {
    unit.emit({ event: 'indexNotCounted' }, fields.each, joinPath(path, 'each'))
    return none
  }
  if (each) scope = each.scope
  const test =
    fields.visible && compileCondition(fields.visible, { ...context, scope, path: joinPath(path, 'visible') })
  if (fields.visible && !test) return none
  if (test) scope = scope.know(factsOf(test.ast, true))
  if (!fields.item) return none
  const value = compileValue(fields.item, schema, { ...context, scope, path: joinPath(path, 'item') })
  const one = toExpr(value)
  if (!each)
    return {
      list: test ? ['?:', test.expr, ['list', one], ['list']] : ['list', one],
      ...(value.type && { type: value.type }),
      single: false,
    }
  const as = scope.local(each.as)
  return {
    list: ['map_', test ? ['filter', each.list, as, test.expr] : each.list, as, one],
    ...(value.type && { type: withoutVariableRefs(value.type, each.as) }),
    single: false,
  }
}

/** All items of a list as one expression: adjacent single items are written in one list. */
export function listOfItems(all: readonly CompiledItems[], concat: (a: Expr, b: Expr) => Expr): Expr {
  const runs: Expr[] = []
  let open: ['list', ...Expr[]] | undefined
  for (const { list, single } of all) {
    const items = single && isOperation(list) ? operandsOf(list) : undefined
    if (items && open) open.push(...items)
    else runs.push(items ? (open = ['list', ...items]) : list)
    if (!items) open = undefined
  }
  return runs.reduce((joined, run) => concat(joined, run))
}
