import { firstProblem } from '../../src/core/validate.ts'
import { imageUrl } from '../../src/core/url.ts'
import type { Json } from '../../src/core/program.ts'
import { mismatch, show } from './assign.ts'
import { ruleOfMismatch } from './mismatch.ts'
import { didYouMean } from './nearest.ts'
import { itemsOf, member, members } from './source.ts'
import type { JsonNode } from './source.ts'
import { isExpression, plainText } from './unit.ts'
import { toShape, typesOf } from './schema.ts'
import type { Schema } from './schema.ts'
import { typeOf } from './types.ts'
import type { Type } from './types.ts'
import { referenceSchema, literalName } from './references.ts'
import { compileText } from './text.ts'
import { WRONG_VALUE, joinObject, toExpr } from './place.ts'
import type { Place, Value } from './place.ts'
import invalidLiteral from '../check/rules/invalid-literal.ts'
import literalNeeded from '../check/rules/literal-needed.ts'
import missingProperty from '../check/rules/missing-property.ts'
import typeMismatch from '../check/rules/type-mismatch.ts'
import unknownProperty from '../check/rules/unknown-property.ts'
import unknownIcon from '../check/rules/unknown-icon.ts'
import unknownRoute from '../check/rules/unknown-route.ts'

export function compileValue(node: JsonNode, given: Schema, place: Place): Value {
  const { unit, path } = place
  const schema = referenceSchema(given, place)
  if (schema.format === 'text') return compileText(node, place, typesOf(schema).nullable, compileValue)
  if (isExpression(node)) return compileBinding(node, schema, place)
  switch (node.type) {
    case 'object':
      return compileObject(node, schema, place)
    case 'array':
      return compileArray(node, schema, place)
    case 'string': {
      const text = plainText(node)
      if (!literalName(node, text, schema, place)) return WRONG_VALUE
      return checkLiteral(node, text, schema, place)
    }
    default:
      return node.type === 'null' && typesOf(schema).nullable ? { json: null } : checkLiteral(node, node.value as Json, schema, { ...place, unit, path })
  }
}

/** An expression in the place of a value. */
function compileBinding(node: JsonNode, schema: Schema, place: Place): Value {
  const { unit, path, scope } = place
  const fixed = ['x-call', 'x-route', 'x-state-name', 'x-region', 'x-payload-field-of'].some((keyword) => schema[keyword as `x-${string}`] !== undefined)
  if (fixed || schema.format === 'form') {
    unit.report(literalNeeded, node, path, 'This must be written literally, so that it can be checked.')
    return WRONG_VALUE
  }
  const typed = unit.expression(node, 1, path, (inference, ast) => inference.infer(ast, scope))
  if (!typed || typed.type.k === 'wrong') return WRONG_VALUE
  const wanted = typeOf(schema)
  checkNames(node, typed.type, schema, place)
  const known = (schema.format === 'icon' || schema.format === 'route') && typed.type.k === 'string' && typed.type.enum !== undefined
  const problem = known ? undefined : mismatch(typed.type, wanted, place.exact ? { exact: true } : {})
  if (problem) {
    unit.report(ruleOfMismatch(problem), node, path, problem.message, problem.suggestion)
    return WRONG_VALUE
  }
  if (typed.expr === null || typeof typed.expr !== 'object') return checkLiteral(node, typed.expr, schema, place, typed.type)
  return { expr: typed.expr, type: typed.type }
}

/** Every value of an enumeration that stands for a name is one that exists. */
function checkNames(node: JsonNode, type: Type, schema: Schema, { unit, path }: Place): void {
  const inner = type.k === 'nullable' ? type.of : type
  if (inner.k !== 'string' || !inner.enum) return
  for (const value of inner.enum) {
    if (schema.format === 'icon') {
      unit.used.icons.add(value)
      if (!unit.contract.icons.has(value)) unit.report(unknownIcon, node, path, `There is no icon "${value}".`, didYouMean(value, unit.contract.icons))
    }
    if (schema.format === 'route') {
      unit.used.routes.add(value)
      if (!unit.neighbours.routes.has(value)) unit.report(unknownRoute, node, path, `No screen has the route "${value}".`, didYouMean(value, unit.neighbours.routes.keys()))
    }
  }
}

/** A literal against the schema of its place. */
function checkLiteral(node: JsonNode, value: Json, schema: Schema, place: Place, type?: Type): Value {
  const { unit, path } = place
  const { types } = typesOf(schema)
  const wanted = typeOf(schema)
  if (wanted.k === 'unknown') return { json: value }
  const problem = firstProblem(toShape(schema), value)
  if (!problem) {
    if (typeof value === 'string' && schema.format === 'url' && imageUrl(value) === null) unit.report(invalidLiteral, node, path, 'An address begins with https:// or with one slash.')
    return { json: value }
  }
  if (problem.keyword === 'type') {
    const decimalHint = types.includes('string') && schema.format === 'decimal' && typeof value === 'number' ? `Write "${value}" in quotes: decimals travel as text.` : undefined
    unit.report(typeMismatch, node, path, `This is ${showJson(value, type)}, and ${show(wanted)} is expected.`, decimalHint)
  } else if (problem.keyword === 'enum' || problem.keyword === 'const') {
    const values = (schema.enum ?? [schema.const ?? null]).map(String)
    unit.report(ruleOfMismatch({ kind: 'enum', message: '' }), node, path, `${JSON.stringify(value)} is not among the values that may stand here: ${values.join(', ')}.`, didYouMean(String(value), values))
  } else {
    unit.report(invalidLiteral, node, path, sayLimit(problem.keyword, problem.limit, schema))
  }
  return WRONG_VALUE
}

function showJson(value: Json, type: Type | undefined): string {
  if (type) return show(type)
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : typeof value === 'string' ? 'a string' : typeof value === 'boolean' ? 'true or false' : Number.isInteger(value) ? 'a whole number' : 'a number'
}

function sayLimit(keyword: string, limit: Json, schema: Schema): string {
  switch (keyword) {
    case 'minimum': return `This is below the least value, ${String(limit)}.`
    case 'maximum': return `This is above the greatest value, ${String(limit)}.`
    case 'minLength': return `This is shorter than ${String(limit)} characters.`
    case 'maxLength': return `This is longer than ${String(limit)} characters.`
    case 'minItems': return `This list needs at least ${String(limit)} items.`
    case 'maxItems': return `This list takes at most ${String(limit)} items.`
    case 'format': return `This is not ${show(typeOf({ type: 'string', format: String(limit), ...(schema['x-unit'] === undefined ? {} : { 'x-unit': schema['x-unit'] }) }))}.`
    default: return 'This does not have the form that is expected here.'
  }
}

function compileObject(node: JsonNode, schema: Schema, place: Place): Value {
  const { unit, path } = place
  const options = schema.oneOf?.filter((option) => option.type !== 'null')
  if (options) return compileObject(node, options.length === 1 && options[0] ? options[0] : chooseOption(node, options, place) ?? { type: 'object' }, place)
  if (!typesOf(schema).types.includes('object') && schema.type !== undefined) {
    unit.report(typeMismatch, node, path, `This is an object, and ${show(typeOf(schema))} is expected.`)
    return WRONG_VALUE
  }
  const parts: { name: string; value: Value }[] = []
  const rest = schema.additionalProperties
  for (const { name, key, value } of members(node)) {
    const inner = schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : typeof rest === 'object' ? rest : undefined
    if (!inner) {
      if (rest === false) {
        unit.report(unknownProperty, key, `${path}/${name}`, `There is no "${name}" here.`, didYouMean(name, Object.keys(schema.properties ?? {})))
        continue
      }
    }
    parts.push({ name, value: compileValue(value, inner ?? {}, { ...place, path: `${path}/${name}`, holder: node }) })
  }
  for (const name of schema.required ?? []) {
    if (!member(node, name)) unit.report(missingProperty, node, path, `"${name}" is missing here.`)
  }
  return joinObject(parts)
}

function chooseOption(node: JsonNode, options: Schema[], { unit, path }: Place): Schema | undefined {
  const fits = options.filter((option) =>
    Object.entries(option.properties ?? {}).every(([name, schema]) => schema.const === undefined || member(node, name)?.value === schema.const),
  )
  if (fits.length === 1) return fits[0]
  unit.report(typeMismatch, node, path, 'This is none of the objects that may stand here.')
  return undefined
}

function compileArray(node: JsonNode, schema: Schema, place: Place): Value {
  const { unit, path } = place
  if (!typesOf(schema).types.includes('array') && schema.type !== undefined) {
    unit.report(typeMismatch, node, path, `This is a list, and ${show(typeOf(schema))} is expected.`)
    return WRONG_VALUE
  }
  const items = itemsOf(node)
  if (schema.minItems !== undefined && items.length < schema.minItems) unit.report(invalidLiteral, node, path, sayLimit('minItems', schema.minItems, schema))
  if (schema.maxItems !== undefined && items.length > schema.maxItems) unit.report(invalidLiteral, node, path, sayLimit('maxItems', schema.maxItems, schema))
  const values = items.map((item, index) => compileValue(item, schema.items ?? {}, { ...place, path: `${path}/${index}` }))
  if (values.every((value) => 'json' in value)) return { json: values.map((value) => ('json' in value ? value.json : null)) }
  return { expr: ['list', ...values.map(toExpr)], type: typeOf(schema) }
}
