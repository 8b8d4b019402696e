import { posix } from 'node:path'
import { USES } from '../../compiler/contract/dialect.ts'
import type { Schema } from '../../compiler/contract/schema.ts'
import { patterns } from '../../../src/engine/language/forms/schemaFormats.ts'
import { isObject } from '../../../src/engine/language/values/json.ts'
import { readEntities } from './contract.ts'
import { pascal } from './files.ts'

/** A JSON Schema of draft 2020-12, as OpenAPI and AsyncAPI contain it. */
export type WireSchema = Record<string, unknown>

/** Annotations of a schema that clients read; the others are for the compiler and for the server. */
const CLIENT_ANNOTATIONS: ReadonlySet<string> = new Set(['x-unit', 'x-unit-ref'])

/** Each unit as text, with the name of what its value refers to. */
const UNITS: Readonly<Record<string, (of: string) => string>> = {
  money: (of) => `an amount of money${of && `, in ${of}`}`,
  price: (of) => `a price${of && ` of ${of}`}`,
  quantity: (of) => `a quantity${of && ` of ${of}`}`,
  percent: () => 'hundredths: "1.25" is 1.25 %',
  lots: (of) => `lots${of && ` of ${of}`}`,
  rate: () => 'units of one currency for one of another',
  seconds: () => 'a duration in seconds',
}

/** Formats whose name means something else in JSON Schema, or nothing. */
const STANDARD_FORMATS: Readonly<Record<string, string>> = { file: 'binary', url: 'uri-reference' }

function reference(ref: unknown): string {
  if (typeof ref !== 'string') return ''
  if (ref.startsWith('=')) return ref.slice(1)
  return ref.startsWith('^') ? `\`${ref.slice(1)}\` of the object around this one` : `\`${ref}\``
}

/** Meaning of a value, as text: its format and its unit. */
function meaningOf(schema: Schema): string {
  const unit = schema['x-unit']
  if (typeof unit === 'string') return UNITS[unit]?.(reference(schema['x-unit-ref'])) ?? unit
  return schema.format === 'unix-seconds' ? (USES['unix-seconds'] ?? '') : ''
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/**
 * A schema of the contract as JSON Schema 2020-12: references to components, named formats with their patterns, units
 * as text.
 */
export function wireSchema(schema: Schema): WireSchema {
  const wire: WireSchema = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === '$schema' || keyword === 'description') continue
    if (keyword.startsWith('x-') && !CLIENT_ANNOTATIONS.has(keyword)) continue
    if (keyword === '$ref') wire.$ref = componentOf(String(value))
    else if (keyword === 'properties')
      wire.properties = Object.fromEntries(
        Object.entries(value as Record<string, Schema>).map(([name, property]) => [name, wireSchema(property)]),
      )
    else if (keyword === 'oneOf') wire.oneOf = (value as Schema[]).map(wireSchema)
    else if (keyword === 'items' || (keyword === 'additionalProperties' && isObject(value)))
      wire[keyword] = wireSchema(value as Schema)
    else wire[keyword] = value
  }
  const meaning = meaningOf(schema)
  const description = [schema.description, meaning && sentence(meaning)].filter(Boolean).join('. ')
  if (description) wire.description = description
  const format = STANDARD_FORMATS[schema.format ?? '']
  if (format !== undefined) wire.format = format
  const pattern = patterns[schema.format ?? '']
  if (pattern) wire.pattern = pattern.source
  return wire
}

const componentOf = (ref: string): string => `#/components/schemas/${pascal(posix.basename(ref, '.json'))}`

/** The entities of the contract as components, by their names. */
export const entityComponents = (root: string): Record<string, WireSchema> =>
  Object.fromEntries(readEntities(root).map(({ name, schema }) => [pascal(name), wireSchema(schema)]))

/** The same without null: a query and a form leave an absent value out. */
export function withoutNull(schema: WireSchema): WireSchema {
  const { type, enum: values, ...rest } = schema
  const named = Array.isArray(type) ? type.filter((type) => type !== 'null') : type
  return {
    ...(named !== undefined && { type: Array.isArray(named) && named.length === 1 ? named[0] : named }),
    ...(Array.isArray(values) && { enum: values.filter((value) => value !== null) }),
    ...rest,
  }
}

/**
 * The same schema with a name for each object and enumeration in it, so that generators name their types: these become components,
 * `OrderRow` of the property `row` of `Order`. Throws for a name that another schema has.
 */
export function nameSchemas(name: string, schema: WireSchema, components: Record<string, WireSchema>): WireSchema {
  const inner = (at: string, value: unknown): unknown => (isObject(value) ? nameSchemas(at, value, components) : value)
  const named: WireSchema = { ...schema }
  if (isObject(schema.properties))
    named.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([property, value]) => [property, inner(name + pascal(property), value)]),
    )
  if (schema.items !== undefined) named.items = inner(`${name}Item`, schema.items)
  if (isObject(schema.additionalProperties))
    named.additionalProperties = inner(`${name}Value`, schema.additionalProperties)
  if (Array.isArray(schema.oneOf)) named.oneOf = schema.oneOf.map((item, at) => inner(`${name}${at + 1}`, item))
  if (schema.type !== 'object' && schema.enum === undefined) return named
  if (Object.hasOwn(components, name)) throw new Error(`Two schemas are named ${name}`)
  components[name] = named
  return { $ref: `#/components/schemas/${name}` }
}

/** One of several schemas. */
export const oneOf = (schemas: readonly WireSchema[]): WireSchema =>
  schemas.length === 1 && schemas[0] ? schemas[0] : { oneOf: schemas }

/** The components that a part of a document refers to, directly or through others. */
export function usedComponents(
  part: object,
  components: Readonly<Record<string, WireSchema>>,
): Record<string, WireSchema> {
  const used = new Set<string>()
  const collect = (value: object): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([\w.-]+)"/g)) {
      const component = components[name]
      if (used.has(name) || !component) continue
      used.add(name)
      collect(component)
    }
  }
  collect(part)
  return Object.fromEntries(Object.entries(components).filter(([name]) => used.has(name)))
}

/** JSON with one line for each entry of the third level (a path, a component), so that a change is a change of its lines. */
export function linesOf(document: object): string {
  const lines = (value: unknown, depth: number): string => {
    if (depth === 0 || !isObject(value)) return JSON.stringify(value)
    const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${lines(item, depth - 1)}`)
    return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n}`
  }
  return `${lines(document, 3)}\n`
}
