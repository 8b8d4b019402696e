import type { Expr, Operation } from '../../../src/engine/language/expressions/program.ts'
import { sameExpr, someOperation } from '../../../src/engine/language/expressions/visit.ts'
import { parseUnitRef, literalUnitRef } from '../contract/unitRef.ts'
import type { UnitRef } from '../contract/unitRef.ts'
import { ALL_NUMBERS, countsBetween, numbersBetween } from './interval.ts'
import type { Interval } from './interval.ts'
import { typesOf } from '../contract/schema.ts'
import type { Schema } from '../contract/schema.ts'

/** Static type of an expression. Never implicitly dynamic: an undetermined type is `unknown`, with the reason. */
export type Type =
  | StringType
  | { k: 'bool' }
  /** `unit`: "unix" (a moment) or "seconds" (a length). A literal takes the unit it meets. */
  | { k: 'int'; unit?: string; enum?: readonly number[]; literal?: boolean; range?: Interval }
  | { k: 'number'; range?: Interval }
  | DecimalType
  /** `size`: of the list, if its schema bounds it. */
  | { k: 'list'; of: Type; size?: Interval }
  | { k: 'map'; of: Type }
  | ObjectType
  | { k: 'union'; tag: string; options: readonly ObjectType[] }
  | { k: 'null' }
  | { k: 'nullable'; of: Type }
  | { k: 'unknown'; why: string }
  /** A picture or document chosen by the user: only for payload fields that upload. */
  | { k: 'file' }
  /** Error type: the error is reported, and its consequences are not. */
  | { k: 'wrong' }

export interface StringType {
  k: 'string'
  enum?: readonly string[]
  format?: string
  /** Reference to its value, if that is known beyond the expression it was read from. */
  unitRef?: UnitRef
  /** Of a state or parameter that is declared without a format: the rule `state-format` follows what it is set to. */
  declared?: true
  /** An unformatted number as text: not for display to the user. */
  raw?: string
  /** Values that are stored as they are, beside other texts: not for display to the user. */
  stored?: readonly string[]
  /** Of its length, if its schema bounds it. */
  length?: Interval
}

/** An exact number; `unit` is nominal. "none": a plain factor; "any": every unit (parameters only). `of`: of which currency or symbol. */
export interface DecimalType {
  k: 'decimal'
  unit: string
  literal?: boolean
  of?: UnitRef
}

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
  /** Facts about its text fields beyond its schema. */
  known?: ReadonlyMap<string, StringType>
  /** Facts about the text fields of the object around it. */
  outer?: ReadonlyMap<string, StringType>
  /** Inferred from an expression, not read from a schema. */
  inferred?: true
}

/** Format of the ids of items that are not all known: texts of any format that is no address. */
export const ITEM_ID = 'itemId'

export const STRING: Type = { k: 'string' }
export const BOOL: Type = { k: 'bool' }
export const INT: Type = { k: 'int' }
export const NUMBER: Type = { k: 'number' }
export const NULL: Type = { k: 'null' }
export const WRONG: Type = { k: 'wrong' }
/** The lowered form of a value with an error: a read that no screen has, so that no rule takes it for a constant. */
export const WRONG_EXPR: Operation = ['@', 'config', '']
/** Whether an expression contains a value with an error. */
export const hasError = (expr: Expr | undefined): boolean =>
  someOperation(expr, (operation) => sameExpr(operation, WRONG_EXPR))
/** The type of one string. */
export const literal = (value: string): Type => ({ k: 'string', enum: [value] })
/** The type of an enumeration of strings. */
export const oneOf = (values: readonly string[]): Type => ({ k: 'string', enum: values })
/** The type of a list whose items have this type. */
export const listOf = (of: Type): Type => ({ k: 'list', of })
/** The type of a list with a known number of items. */
export const withSize = (type: Type, size: Interval | undefined): Type =>
  type.k === 'list' && size ? { k: 'list', of: type.of, size } : type
/** The number of items of two lists together; undefined if that of one is unknown. */
export const sizeTogether = (a: Type, b: Type): Interval | undefined =>
  a.k === 'list' && b.k === 'list' && a.size && b.size
    ? { min: a.size.min + b.size.min, max: a.size.max + b.size.max }
    : undefined
/** The type of a decimal of a unit, without a currency or symbol. */
export const decimal = (unit: string): Type => ({ k: 'decimal', unit })

/** The type together with null; unchanged if it includes null already, or is unknown or an error. An empty list's item type becomes null. */
export function nullable(type: Type): Type {
  // There is nothing in an empty list, so what is read of one is null.
  if (type.k === 'unknown' && type.why === EMPTY_LIST) return NULL
  return type.k === 'nullable' || type.k === 'null' || type.k === 'wrong' || type.k === 'unknown'
    ? type
    : { k: 'nullable', of: type }
}
/** The type without null. The type of null itself is unchanged. */
export const nonNull = (type: Type): Type => (type.k === 'nullable' ? type.of : type)
/** Whether a value of this type can be null; false for an unknown type. */
export const mayBeNull = (type: Type): boolean => type.k === 'nullable' || type.k === 'null'

/** The type of an object with exactly these fields, all of them required. */
export function objectOf(fields: Record<string, Type>, name?: string): ObjectType {
  const map = new Map<string, Field>(Object.entries(fields).map(([key, type]) => [key, { type, optional: false }]))
  return { k: 'object', closed: true, fields: map, ...(name === undefined ? {} : { name }) }
}

const known = new WeakMap<Schema, Type>()

/** The type of the values a schema describes. Cached by the schema object, so recursive schemas end. */
export function typeOf(schema: Schema): Type {
  const cached = known.get(schema)
  if (cached) return cached
  const type = make(schema)
  known.set(schema, type)
  return type
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
      if (schema.format === 'decimal')
        return typeof schema['x-unit-ref'] === 'string'
          ? { k: 'decimal', unit: schema['x-unit'] ?? 'any', of: parseUnitRef(schema['x-unit-ref']) }
          : decimal(schema['x-unit'] ?? 'any')
      if (schema.format === 'binary' || schema.format === 'file') return { k: 'file' }
      const constants = values?.filter((value) => typeof value === 'string')
      const isBounded = schema.minLength !== undefined || schema.maxLength !== undefined
      return {
        k: 'string',
        ...(isBounded ? { length: countsBetween(schema.minLength, schema.maxLength) } : {}),
        ...(constants ? { enum: constants } : {}),
        ...(schema.format === undefined ? {} : { format: schema.format }),
      }
    }
    case 'boolean':
      return BOOL
    case 'integer': {
      const unit = schema.format === 'unix-seconds' ? 'unix' : schema['x-unit']
      const numbers = values?.filter((value) => typeof value === 'number')
      const range = numbersBetween(schema.minimum, schema.maximum)
      return {
        k: 'int',
        ...(unit === undefined ? {} : { unit }),
        ...(numbers ? { enum: numbers } : {}),
        ...(range ? { range } : {}),
      }
    }
    case 'number': {
      const range = numbersBetween(schema.minimum, schema.maximum)
      return range ? { k: 'number', range } : NUMBER
    }
    case 'null':
      return NULL
    case 'array': {
      const list = lazyOf('list', () =>
        schema.items ? typeOf(schema.items) : { k: 'unknown', why: 'its schema does not say what the items are' },
      )
      return schema.minItems === undefined && schema.maxItems === undefined
        ? list
        : Object.assign(list, { size: countsBetween(schema.minItems, schema.maxItems) })
    }
    case 'object':
      return makeObject(schema)
    default:
      return { k: 'unknown', why: `"${name}" is not a type` }
  }
}

function lazyOf(k: 'list' | 'map', make: () => Type): Type {
  let of: Type | undefined
  return {
    k,
    get of() {
      return (of ??= make())
    },
  }
}

function makeObject(schema: Schema): Type {
  const rest = schema.additionalProperties
  if (!schema.properties && typeof rest === 'object') {
    return lazyOf('map', () =>
      Object.keys(rest).length === 0 ? { k: 'unknown', why: 'its schema allows anything here' } : typeOf(rest),
    )
  }
  let fields: Map<string, Field> | undefined
  const required = new Set(schema.required)
  return {
    k: 'object',
    closed: rest === false,
    ...(schema['x-name'] === undefined ? {} : { name: schema['x-name'] }),
    get fields() {
      fields ??= new Map(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [
          name,
          { type: typeOf(property), optional: !required.has(name), schema: property },
        ]),
      )
      return fields
    },
  }
}

function makeUnion(options: Schema[]): Type {
  const withoutNull = options.filter((option) => option.type !== 'null')
  const types = withoutNull.map(typeOf)
  const canBeNull = withoutNull.length < options.length
  const only = types[0]
  const type: Type = types.length === 1 && only ? only : discriminated(types)
  return canBeNull ? nullable(type) : type
}

function discriminated(types: Type[]): Type {
  const objects = types.filter((type) => type.k === 'object')
  if (objects.length === types.length && objects[0]) {
    for (const [tag] of objects[0].fields) {
      const seen = objects.map((option) => tagValues(option, tag))
      if (seen.every((values) => values !== undefined) && new Set(seen.flat()).size === seen.flat().length)
        return { k: 'union', tag, options: objects }
    }
  }
  const texts = types.filter((type) => type.k === 'string')
  if (texts.length < types.length) return { k: 'unknown', why: 'it has several types that no field distinguishes' }
  return texts.every((type) => type.enum) ? oneOf([...new Set(texts.flatMap((type) => type.enum ?? []))]) : STRING
}

/** The values of the field that distinguishes this option of a union. Returns undefined unless the field is a required enumeration. */
export function tagValues(option: ObjectType, tag: string): readonly string[] | undefined {
  const field = option.fields.get(tag)
  return field && !field.optional && field.type.k === 'string' ? field.type.enum : undefined
}

/** The field of an object as read: an optional one may be null. */
export const readField = (field: Field): Type => (field.optional ? nullable(field.type) : field.type)

/** The reason that the items of an empty list literal have no type. */
export const EMPTY_LIST = 'the list is empty'

/** Which text a text is, when its type says so. */
export const unitRefOfText = (type: StringType): UnitRef | undefined =>
  type.enum?.length === 1 ? literalUnitRef(type.enum[0] ?? '') : type.unitRef

/** The numbers that a type allows. */
export function numbersOf(type: Type): Interval {
  if (type.k === 'int' && type.enum && type.enum.length > 0)
    return { min: Math.min(...type.enum), max: Math.max(...type.enum) }
  return ((type.k === 'int' || type.k === 'number') && type.range) || ALL_NUMBERS
}
