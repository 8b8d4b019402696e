import { typesOf } from './schema.ts'
import type { Schema } from './schema.ts'

/** What an expression is known to be. Nothing is silently dynamic: what cannot be told is `unknown`, with the reason. */
export type Type =
  | { k: 'string'; enum?: readonly string[]; format?: string }
  | { k: 'bool' }
  /** `unit`: "unix" (a moment) or "seconds" (a length). A literal takes the unit it meets. */
  | { k: 'int'; unit?: string; enum?: readonly number[]; literal?: boolean }
  | { k: 'number' }
  /** An exact number; `unit` is nominal. "none": a plain factor; "any": every unit (parameters only). */
  | { k: 'decimal'; unit: string; literal?: boolean }
  | { k: 'list'; of: Type }
  | { k: 'map'; of: Type }
  | ObjectType
  | { k: 'union'; tag: string; options: readonly ObjectType[] }
  | { k: 'null' }
  | { k: 'nullable'; of: Type }
  | { k: 'unknown'; why: string }
  /** A picture or document the reader chose: only for payload fields that upload. */
  | { k: 'file' }
  /** Something is wrong with it and has been said; whatever follows is not complained about. */
  | { k: 'wrong' }

export interface Field {
  type: Type
  optional: boolean
  schema?: Schema
}

export interface ObjectType {
  k: 'object'
  name?: string
  /** No other fields are allowed. */
  closed: boolean
  readonly fields: ReadonlyMap<string, Field>
}

export const STRING: Type = { k: 'string' }
export const BOOL: Type = { k: 'bool' }
export const INT: Type = { k: 'int' }
export const NUMBER: Type = { k: 'number' }
export const NULL: Type = { k: 'null' }
export const WRONG: Type = { k: 'wrong' }
export const literal = (value: string): Type => ({ k: 'string', enum: [value] })
export const oneOf = (values: readonly string[]): Type => ({ k: 'string', enum: values })
export const listOf = (of: Type): Type => ({ k: 'list', of })
export const decimal = (unit: string): Type => ({ k: 'decimal', unit })

export function nullable(type: Type): Type {
  return type.k === 'nullable' || type.k === 'null' || type.k === 'wrong' || type.k === 'unknown' ? type : { k: 'nullable', of: type }
}
export const nonNull = (type: Type): Type => (type.k === 'nullable' ? type.of : type)
export const mayBeNull = (type: Type): boolean => type.k === 'nullable' || type.k === 'null'

export function objectOf(fields: Record<string, Type>, name?: string): ObjectType {
  const map = new Map<string, Field>(Object.entries(fields).map(([key, type]) => [key, { type, optional: false }]))
  return { k: 'object', closed: true, fields: map, ...(name === undefined ? {} : { name }) }
}

const known = new WeakMap<Schema, Type>()

/** The type of the values a schema describes. Cached by the schema object, so recursive schemas end. */
export function typeOf(schema: Schema): Type {
  const cached = known.get(schema)
  if (cached) return cached
  const made = make(schema)
  known.set(schema, made)
  return made
}

function make(schema: Schema): Type {
  if (schema.oneOf) return makeUnion(schema.oneOf)
  const { types, nullable: canBeNull } = typesOf(schema)
  const type = types.length === 1 ? makeOne(types[0] ?? '', schema) : makeUntyped(schema, types)
  return canBeNull ? nullable(type) : type
}

function makeUntyped(schema: Schema, types: string[]): Type {
  if (types.length > 1) return { k: 'unknown', why: `it may be ${types.join(' or ')}` }
  const values = schema.const === undefined ? schema.enum : [schema.const]
  if (values?.every((value) => typeof value === 'string')) return oneOf(values)
  if (schema.type === 'null') return NULL
  if (schema.properties) return makeOne('object', schema)
  return { k: 'unknown', why: 'its schema does not say what it is' }
}

function makeOne(name: string, schema: Schema): Type {
  const values = schema.const === undefined ? schema.enum : [schema.const]
  switch (name) {
    case 'string': {
      if (schema.format === 'decimal') return decimal(schema['x-unit'] ?? 'any')
      if (schema.format === 'binary' || schema.format === 'file') return { k: 'file' }
      const words = values?.filter((value) => typeof value === 'string')
      return { k: 'string', ...(words ? { enum: words } : {}), ...(schema.format === undefined ? {} : { format: schema.format }) }
    }
    case 'boolean':
      return BOOL
    case 'integer': {
      const unit = schema.format === 'unix-seconds' ? 'unix' : schema['x-unit']
      const numbers = values?.filter((value) => typeof value === 'number')
      return { k: 'int', ...(unit === undefined ? {} : { unit }), ...(numbers ? { enum: numbers } : {}) }
    }
    case 'number':
      return NUMBER
    case 'null':
      return NULL
    case 'array':
      return lazyOf('list', () => (schema.items ? typeOf(schema.items) : { k: 'unknown', why: 'its schema does not say what the items are' }))
    case 'object':
      return makeObject(schema)
    default:
      return { k: 'unknown', why: `"${name}" is not a type` }
  }
}

function lazyOf(k: 'list' | 'map', make: () => Type): Type {
  let of: Type | undefined
  return { k, get of() { return (of ??= make()) } }
}

function makeObject(schema: Schema): Type {
  const rest = schema.additionalProperties
  if (!schema.properties && typeof rest === 'object') {
    return lazyOf('map', () => (Object.keys(rest).length === 0 ? { k: 'unknown', why: 'its schema allows anything here' } : typeOf(rest)))
  }
  let fields: Map<string, Field> | undefined
  const required = new Set(schema.required)
  return {
    k: 'object',
    closed: rest === false,
    ...(schema['x-name'] === undefined ? {} : { name: schema['x-name'] }),
    get fields() {
      fields ??= new Map(Object.entries(schema.properties ?? {}).map(([name, held]) => [name, { type: typeOf(held), optional: !required.has(name), schema: held }]))
      return fields
    },
  }
}

function makeUnion(options: Schema[]): Type {
  const withoutNull = options.filter((option) => option.type !== 'null')
  const types = withoutNull.map(typeOf)
  const canBeNull = withoutNull.length < options.length
  const only = types[0]
  const made: Type = types.length === 1 && only ? only : discriminated(types)
  return canBeNull ? nullable(made) : made
}

function discriminated(types: Type[]): Type {
  const objects = types.filter((type) => type.k === 'object')
  if (objects.length === types.length && objects[0]) {
    for (const [tag] of objects[0].fields) {
      const seen = objects.map((option) => tagValues(option, tag))
      if (seen.every((values) => values !== undefined) && new Set(seen.flat()).size === seen.flat().length) return { k: 'union', tag, options: objects }
    }
  }
  const joined = types.reduce<Type | undefined>((sum, type) => (sum === undefined ? type : join(sum, type)), undefined)
  return joined ?? { k: 'unknown', why: 'it may be several things that no field tells apart' }
}

export function tagValues(option: ObjectType, tag: string): readonly string[] | undefined {
  const field = option.fields.get(tag)
  return field && !field.optional && field.type.k === 'string' ? field.type.enum : undefined
}

/** The field of an object as read: an optional one may be null. */
export const readField = (field: Field): Type => (field.optional ? nullable(field.type) : field.type)

/** The least type that holds both, for branches of a ternary and items of a list; undefined when there is none. */
export function join(a: Type, b: Type): Type | undefined {
  if (a.k === 'wrong' || b.k === 'wrong') return WRONG
  if (a.k === 'null') return nullable(b)
  if (b.k === 'null') return nullable(a)
  if (a.k === 'nullable' || b.k === 'nullable') {
    const inner = join(nonNull(a), nonNull(b))
    return inner && nullable(inner)
  }
  if (a.k === 'string' && b.k === 'string') {
    const format = a.format === b.format ? a.format : undefined
    const values = a.enum && b.enum ? [...new Set([...a.enum, ...b.enum])] : undefined
    return { k: 'string', ...(values ? { enum: values } : {}), ...(format === undefined ? {} : { format }) }
  }
  if (a.k === 'int' && b.k === 'int') {
    if (a.unit === b.unit) return a.literal ? b : a
    return a.literal ? b : b.literal ? a : undefined
  }
  if (a.k === 'decimal' && b.k === 'decimal') return a.unit === b.unit ? (a.literal ? b : a) : a.literal ? b : b.literal ? a : undefined
  if ((a.k === 'list' && b.k === 'list') || (a.k === 'map' && b.k === 'map')) {
    const of = isEmpty(a.of) ? b.of : isEmpty(b.of) ? a.of : join(a.of, b.of)
    return of && { k: a.k, of }
  }
  if (a.k === 'object' && b.k === 'object') return joinObjects(a, b)
  if (a.k === b.k && a.k !== 'unknown') return a
  return undefined
}

export const isEmpty = (type: Type): boolean => type.k === 'unknown' && type.why === EMPTY
/** The reason that the items of an empty list literal have no type of their own. */
export const EMPTY = 'the list is empty'

function joinObjects(a: ObjectType, b: ObjectType): Type | undefined {
  if (a === b) return a
  const fields = new Map<string, Field>()
  for (const [name, field] of a.fields) {
    const other = b.fields.get(name)
    if (!other) {
      fields.set(name, { ...field, optional: true })
      continue
    }
    const type = join(field.type, other.type)
    if (!type) return undefined
    fields.set(name, { type, optional: field.optional || other.optional })
  }
  for (const [name, field] of b.fields) if (!a.fields.has(name)) fields.set(name, { ...field, optional: true })
  return { k: 'object', closed: a.closed && b.closed, fields, ...(a.name !== undefined && a.name === b.name ? { name: a.name } : {}) }
}
