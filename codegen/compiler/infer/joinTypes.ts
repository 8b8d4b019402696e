import { UNKNOWN_UNIT, sameUnitRef } from '../contract/unitRef.ts'
import type { UnitEquality } from '../contract/unitRef.ts'
import { hull, numbersBetween } from './interval.ts'
import { EMPTY_LIST, NUMBER, WRONG, numbersOf, nonNull, nullable, unitRefOfText, tagValues, withSize } from './types.ts'
import type { Field, ObjectType, StringType, Type } from './types.ts'

type UnionType = Type & { k: 'union' }

/** Whether this is the type of the items of an empty list literal, which joins with any type. */
export const isEmptyItem = (type: Type): boolean => type.k === 'unknown' && type.why === EMPTY_LIST

/** Least upper bound of two types, for branches of a ternary and items of a list; undefined if there is none. */
export function joinTypes(a: Type, b: Type, agree: UnitEquality = sameUnitRef): Type | undefined {
  if (a.k === 'wrong' || b.k === 'wrong') return WRONG
  if (a.k === 'null') return nullable(b)
  if (b.k === 'null') return nullable(a)
  if (a.k === 'nullable' || b.k === 'nullable') {
    const inner = joinTypes(nonNull(a), nonNull(b), agree)
    return inner && nullable(inner)
  }
  if (a.k === 'string' && b.k === 'string') return joinStrings(a, b, agree)
  if (a.k === 'int' && b.k === 'int') {
    if (a.unit !== b.unit && !a.literal && !b.literal) return undefined
    const general = a.literal ? b : a
    const values = a.enum && b.enum ? { enum: [...new Set([...a.enum, ...b.enum])] } : {}
    const { min, max } = hull(numbersOf(a), numbersOf(b))
    const range = 'enum' in values ? undefined : numbersBetween(min, max)
    return {
      k: 'int',
      ...(general.unit === undefined ? {} : { unit: general.unit }),
      ...(general.literal ? { literal: true } : {}),
      ...values,
      ...(range ? { range } : {}),
    }
  }
  if (a.k === 'decimal' && b.k === 'decimal') {
    if (a.literal) return b
    if (b.literal) return a
    if (a.unit !== b.unit || !agree(a.of, b.of)) return undefined
    return a.of ? a : b
  }
  if ((a.k === 'list' && b.k === 'list') || (a.k === 'map' && b.k === 'map')) {
    const sizes = a.k === 'list' && b.k === 'list' && a.size && b.size ? hull(a.size, b.size) : undefined
    const of = isEmptyItem(a.of) ? b.of : isEmptyItem(b.of) ? a.of : joinTypes(a.of, b.of, agree)
    return of && withSize({ k: a.k, of }, sizes)
  }
  if (a.k === 'object' && b.k === 'object') return joinObjects(a, b, agree)
  if ((a.k === 'union' && (b.k === 'union' || b.k === 'object')) || (a.k === 'object' && b.k === 'union'))
    return joinUnions(a, b, agree)
  if (a.k === 'number' && b.k === 'number') return NUMBER
  if (a.k === b.k && a.k !== 'unknown') return a
  return undefined
}

/** The kinds of both. A kind is the same where its fields are; a single object is one of a union's kinds. */
function joinUnions(a: ObjectType | UnionType, b: ObjectType | UnionType, agree: UnitEquality): Type | undefined {
  if (a.k === 'object') return b.k === 'union' ? joinUnions(b, a, agree) : undefined
  if (b.k === 'union' && a.tag !== b.tag) return undefined
  const options = [...a.options]
  for (const item of b.k === 'union' ? b.options : [b]) {
    const at = options.findIndex((option) => option.fields === item.fields)
    const same = options[at]
    if (!same && b.k === 'object') return undefined
    const joined = same ? joinObjects(same, item, agree) : item
    if (joined?.k !== 'object') return undefined
    options.splice(at < 0 ? options.length : at, 1, joined)
  }
  const tags = options.flatMap((option) => tagValues(option, a.tag) ?? [])
  return new Set(tags).size === tags.length ? { k: 'union', tag: a.tag, options } : undefined
}

function joinStrings(a: StringType, b: StringType, agree: UnitEquality): Type {
  // Literals are checked against the expected format.
  const isLiteral = (stringType: StringType): boolean =>
    stringType.enum !== undefined && stringType.format === undefined
  const format = isLiteral(a) || a.format === b.format ? b.format : isLiteral(b) ? a.format : undefined
  const values = a.enum && b.enum ? [...new Set([...a.enum, ...b.enum])] : undefined
  const unitRef = a.unitRef && b.unitRef && agree(a.unitRef, b.unitRef) ? a.unitRef : undefined
  const raw = a.raw ?? b.raw
  const stored = values ? undefined : (a.stored ?? a.enum ?? b.stored ?? b.enum)
  return {
    k: 'string',
    ...(values ? { enum: values } : {}),
    ...(format === undefined ? {} : { format }),
    ...(unitRef ? { unitRef } : {}),
    ...(raw === undefined ? {} : { raw }),
    ...(stored ? { stored } : {}),
  }
}

function joinObjects(a: ObjectType, b: ObjectType, agree: UnitEquality): Type | undefined {
  if (a === b) return a
  if (a.fields === b.fields)
    return {
      k: 'object',
      closed: a.closed,
      ...(a.inferred ? { inferred: a.inferred } : {}),
      ...(a.name === undefined ? {} : { name: a.name }),
      get fields() {
        return a.fields
      },
      known: joinKnown(a.known, b.known, agree),
      outer: joinKnown(a.outer, b.outer, agree),
    }
  const fields = new Map<string, Field>()
  for (const [name, field] of a.fields) {
    const other = b.fields.get(name)
    if (!other) {
      fields.set(name, { ...field, optional: true })
      continue
    }
    const type = joinTypes(field.type, other.type, agree) ?? joinDifferentUnits(field.type, other.type)
    if (!type) return undefined
    fields.set(name, { type, optional: field.optional || other.optional })
  }
  for (const [name, field] of b.fields) if (!a.fields.has(name)) fields.set(name, { ...field, optional: true })
  return {
    k: 'object',
    closed: a.closed && b.closed,
    inferred: true,
    fields,
    known: joinKnown(a.known, b.known, agree),
    outer: joinKnown(a.outer, b.outer, agree),
    ...(a.name !== undefined && a.name === b.name ? { name: a.name } : {}),
  }
}

/** Amounts of two currencies in the same field have an unknown one. */
const joinDifferentUnits = (a: Type, b: Type): Type | undefined =>
  a.k === 'decimal' && b.k === 'decimal' && a.unit === b.unit ? { ...a, of: UNKNOWN_UNIT } : undefined

type KnownTexts = ObjectType['known']

/** The texts that are known of both, and equal. */
function joinKnown(a: KnownTexts, b: KnownTexts, agree: UnitEquality): ReadonlyMap<string, StringType> {
  const both = new Map<string, StringType>()
  for (const [name, type] of a ?? []) {
    const other = b?.get(name)
    if (other && agree(unitRefOfText(type), unitRefOfText(other))) both.set(name, type)
  }
  return both
}
