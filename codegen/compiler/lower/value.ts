import { refArgument, refOf, LITERAL_KINDS } from '../contract/schemaRef.ts'
import type { Json } from '../../../src/engine/language/expressions/program.ts'
import { mismatch } from './assign.ts'
import { itemsOf, member, members } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'
import { isExpression, plainText } from './compilationUnit.ts'
import { typesOf } from '../contract/schema.ts'
import type { Schema } from '../contract/schema.ts'
import { UNKNOWN_UNIT } from '../contract/unitRef.ts'
import { joinTypes } from '../infer/joinTypes.ts'
import { listOf, numbersOf, typeOf } from '../infer/types.ts'
import type { Type } from '../infer/types.ts'
import { checkRequiredParams, isPartialForm, referenceSchema, checkNameLiteral, siblingValue } from './references.ts'
import { compileText, reportRawNumber } from '../locales/text.ts'
import { unitEqualityUnder } from '../infer/facts.ts'
import { describeInterval } from '../infer/interval.ts'
import { withUnitRef } from '../infer/unitRefs.ts'
import { checkCurrencyPairing } from '../flow/currencyPairing.ts'
import type { GivenValue } from '../flow/currencyPairing.ts'
import { checkCount, checkPossibleLiterals, checkLiteral } from '../source/literal.ts'
import { prefixExpression } from '../fix/quickFix.ts'
import { reportHardCodedText } from '../locales/hardCodedText.ts'
import { checkFieldAmount } from '../forms/fieldMaps.ts'
import { compileItems, listOfItems } from './repeatedItems.ts'
import type { CompiledItems } from './repeatedItems.ts'
import { WRONG_VALUE, joinObject } from './compileContext.ts'
import type { CompileContext, Value } from './compileContext.ts'

/** Names with dots between them: in a text they are hardly words. */
const PATH = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)+$/

/** Compiles a literal, object, list or expression against its schema. Errors are reported to the unit; a value is returned in any case. */
export function compileValue(node: JsonNode, given: Schema, context: CompileContext): Value {
  const { unit, path } = context
  const schema = referenceSchema(given, context)
  const route = siblingValue(refArgument(given, 'params'), context)
  if (route !== undefined)
    for (const { name, key } of members(node)) unit.mention({ kind: 'param', name, owner: route }, key)
  if (schema.format === 'text') return compileText(node, context, typesOf(schema).nullable, compileValue)
  if (isExpression(node)) return compileBinding(node, schema, context)
  if (!checkFieldAmount(node, undefined, schema, context)) return WRONG_VALUE
  switch (node.type) {
    case 'object':
      return compileObject(node, schema, context)
    case 'array':
      return compileArray(node, schema, context)
    case 'string': {
      const text = plainText(node)
      if (!checkNameLiteral(node, text, schema, context)) return WRONG_VALUE
      const fix = PATH.test(text) ? prefixExpression(node, context.scope.names) : undefined
      if (fix && !schema.enum?.includes(text)) {
        unit.emit({ event: 'pathWithoutEquals', path: text, fix }, node, path)
        return WRONG_VALUE
      }
      if (schema['x-confirmed-value'] !== undefined) reportHardCodedText(node, { json: text }, context)
      return checkLiteral(node, text, schema, context)
    }
    default:
      return node.type === 'null' && typesOf(schema).nullable
        ? { json: null }
        : checkLiteral(node, node.value as Json, schema, { ...context, unit, path })
  }
}

/** An expression instead of a literal value. */
function compileBinding(node: JsonNode, schema: Schema, context: CompileContext): Value {
  const { unit, path, scope } = context
  const ref = refOf(schema)
  if ((ref && LITERAL_KINDS.has(ref.kind)) || schema.format === 'form') {
    unit.emit({ event: 'literalNeeded' }, node, path)
    return WRONG_VALUE
  }
  const typed = unit.expression(node, 1, path, (inference, ast) => inference.infer(ast, scope))
  if (!typed || typed.type.k === 'wrong') return WRONG_VALUE
  const expected = typeOf(schema)
  checkNames(node, typed.type, schema, context)
  const problem = mismatch(namedType(typed.type, schema), expected, {
    agree: unitEqualityUnder(scope.facts),
    ...(context.exact ? { exact: true } : {}),
  })
  if (problem) {
    unit.emit(problem, node, path)
    return WRONG_VALUE
  }
  if (!checkFieldAmount(node, typed.type, schema, context)) return WRONG_VALUE
  const [numbers, allowed] = [numbersOf(typed.type), numbersOf(expected)]
  if (typeof typed.expr === 'object' && (numbers.max < allowed.min || numbers.min > allowed.max))
    unit.emit(
      { event: 'numberNeverWithin', numbers: describeInterval(numbers), expected: describeInterval(allowed) },
      node,
      path,
    )
  if (typed.expr === null || typeof typed.expr !== 'object')
    return checkLiteral(node, typed.expr, schema, context, typed.type)
  if (schema['x-confirmed-value'] !== undefined) reportHardCodedText(node, typed, context)
  if (schema['x-confirmed-value'] !== undefined && reportRawNumber(typed.type, node, context)) return WRONG_VALUE
  if (!checkPossibleLiterals(node, typed.expr, schema, context)) return WRONG_VALUE
  return { expr: typed.expr, type: withUnitRef(typed.type, typed.ast) }
}

/** Type of an expression for a name: literals have the format of the name, since `checkNames` has looked each up. */
function namedType(type: Type, schema: Schema): Type {
  if (schema.format !== 'icon' && schema.format !== 'route') return type
  if (type.k === 'nullable') return { k: 'nullable', of: namedType(type.of, schema) }
  return type.k === 'string' && type.enum !== undefined ? { k: 'string', format: schema.format } : type
}

/** Checks that every value of an enumeration of names exists. */
function checkNames(node: JsonNode, type: Type, schema: Schema, context: CompileContext): void {
  const { unit, path } = context
  const inner = type.k === 'nullable' ? type.of : type
  if (inner.k !== 'string' || !inner.enum) return
  for (const value of inner.enum) {
    if (schema.format === 'icon') {
      unit.use('icons', value)
      if (!unit.contract.icons.has(value))
        unit.emit({ event: 'unknownIcon', icon: value, icons: unit.contract.icons }, node, path)
    }
    if (schema.format === 'route') {
      unit.use('routes', value)
      checkRequiredParams(node, value, context)
      if (!unit.projectIndex.routes.has(value))
        unit.emit({ event: 'unknownRoute', route: value, routes: unit.projectIndex.routes.keys() }, node, path)
    }
  }
}

function compileObject(node: JsonNode, schema: Schema, context: CompileContext): Value {
  const { unit, path } = context
  const options = schema.oneOf?.filter((option) => option.type !== 'null')
  if (options)
    return compileObject(
      node,
      options.length === 1 && options[0] ? options[0] : (chooseOption(node, options, context) ?? { type: 'object' }),
      context,
    )
  if (!typesOf(schema).types.includes('object') && schema.type !== undefined) {
    unit.emit({ event: 'valueOfOtherType', value: 'an object', expected: typeOf(schema) }, node, path)
    return WRONG_VALUE
  }
  const parts: GivenValue[] = []
  const rest = schema.additionalProperties
  for (const { name, key, value } of members(node)) {
    const inner =
      schema.properties && Object.hasOwn(schema.properties, name)
        ? schema.properties[name]
        : typeof rest === 'object'
          ? rest
          : undefined
    if (!inner) {
      if (rest === false) {
        unit.misnamed.add(node)
        unit.emit(
          { event: 'unknownProperty', name, names: Object.keys(schema.properties ?? {}) },
          key,
          `${path}/${name}`,
        )
        continue
      }
    }
    parts.push({
      name,
      node: value,
      value: compileValue(value, inner ?? {}, { ...context, path: `${path}/${name}`, holder: node }),
    })
  }
  for (const name of schema.required ?? []) {
    if (!member(node, name) && !unit.misnamed.has(node)) unit.emit({ event: 'memberMissing', name }, node, path)
  }
  checkCurrencyPairing(parts, schema.properties ?? {}, context, (name) => `${path}/${name}`, isPartialForm(schema))
  return joinObject(parts)
}

function chooseOption(node: JsonNode, options: Schema[], { unit, path }: CompileContext): Schema | undefined {
  const fits = options.filter((option) =>
    Object.entries(option.properties ?? {}).every(
      ([name, schema]) => schema.const === undefined || member(node, name)?.value === schema.const,
    ),
  )
  if (fits.length === 1) return fits[0]
  unit.emit({ event: 'noMatchingAlternative' }, node, path)
  return undefined
}

function compileArray(node: JsonNode, schema: Schema, context: CompileContext): Value {
  const { unit, path } = context
  if (!typesOf(schema).types.includes('array') && schema.type !== undefined) {
    unit.emit({ event: 'valueOfOtherType', value: 'a list', expected: typeOf(schema) }, node, path)
    return WRONG_VALUE
  }
  const nodes = itemsOf(node)
  const all = nodes.map((item, index) =>
    compileItems(item, schema.items ?? {}, { ...context, path: `${path}/${index}` }, compileValue),
  )
  if (schema.items?.properties?.id) checkIds(nodes, context)
  if (all.every(({ single }) => single) && !checkCount(node, all.length, schema, context)) return WRONG_VALUE
  if (all.every(({ json }) => json !== undefined)) return { json: all.map(({ json = null }) => json) }
  const expr = listOfItems(all, (a, b) => {
    unit.use('functions', 'concat')
    return ['f', 'concat', a, b]
  })
  return { expr, type: amountsOf(all, context) ?? typeOf(schema) }
}

/** Reports an item with the id of one before it. */
function checkIds(items: readonly JsonNode[], { unit, path }: CompileContext): void {
  const seen = new Set<string>()
  for (const [index, item] of items.entries()) {
    const id = member(item, 'id')
    if (id?.type !== 'string' || isExpression(id)) continue
    if (seen.has(String(id.value))) unit.emit({ event: 'repeatedId', id: String(id.value) }, id, `${path}/${index}/id`)
    seen.add(String(id.value))
  }
}

/** A list of amounts that is written out is of what all of them are of. */
function amountsOf(items: readonly CompiledItems[], { scope }: CompileContext): Type | undefined {
  let of: Type | undefined
  for (const { type } of items) {
    if (!type) continue
    if (type.k !== 'decimal') return undefined
    of =
      of === undefined ? type : (joinTypes(of, type, unitEqualityUnder(scope.facts)) ?? { ...type, of: UNKNOWN_UNIT })
  }
  return of && listOf(of)
}
