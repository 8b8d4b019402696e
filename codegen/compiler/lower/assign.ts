import { formats } from '../../../src/engine/language/forms/schemaFormats.ts'
import { within } from '../events.ts'
import type { Found } from '../events.ts'
import { isEmptyItem } from '../infer/joinTypes.ts'
import { ITEM_ID, nonNull, tagValues, unitRefOfText } from '../infer/types.ts'
import type { ObjectType, Type } from '../infer/types.ts'
import { sameUnitRef } from '../contract/unitRef.ts'
import type { UnitEquality, UnitRef } from '../contract/unitRef.ts'

/** Why a value does not fit. */
export type Mismatch = Found & {
  /** It is of another type, not only of another unit or with other fields. */
  isOtherType?: true
}

export interface AssignOptions {
  /** Additional fields are errors. */
  exact?: boolean
  /** Equality of unit references under the facts at its use. */
  agree?: UnitEquality
}

const wrongType = (from: Type, to: Type): Mismatch =>
  from.k === 'unknown' ? { event: 'untypedValue', from, to } : { event: 'typeMismatch', from, to, isOtherType: true }

/** Formats that a plain string is not assignable to. */
const STRICT = new Set(['url', 'route', 'icon'])
/** Formats that a text without a format does not have, unless it is a literal. */
const PATTERNS = new Set([
  'address',
  'areaCode',
  'cardNumber',
  'code',
  'country',
  'currency',
  'date',
  'email',
  'id',
  'phone',
  'secondFactor',
  'symbol',
])

/** Formats all of whose values are values of another one. */
const NARROWER: Readonly<Record<string, string>> = { code: 'secondFactor' }

/** Formats of addresses, of numbers of people, and of names of the world: none of them is an id. */
const NO_IDS = new Set([
  'address',
  'areaCode',
  'cardNumber',
  'country',
  'currency',
  'date',
  'email',
  'lang',
  'phone',
  'text',
  'url',
])

/** Why a value of one type is not assignable to another; undefined if it is. */
export function mismatch(from: Type, to: Type, options: AssignOptions = {}): Mismatch | undefined {
  if (from.k === 'wrong' || to.k === 'wrong') return undefined
  if (from.k === 'nullable' || from.k === 'null') {
    if (to.k === 'nullable') return from.k === 'null' ? undefined : mismatch(from.of, to.of, options)
    if (to.k === 'null' && from.k === 'null') return undefined
    if (to.k !== 'unknown') {
      const inner = from.k === 'nullable' ? mismatch(from.of, to, options) : undefined
      return inner ?? { event: 'notNullExpected', to }
    }
    return undefined
  }
  if (to.k === 'nullable') return mismatch(from, to.of, options)
  if (from.k === 'unknown' && !isEmptyItem(from)) return wrongType(from, to)
  if (to.k === 'unknown' || from.k === 'unknown') return undefined
  switch (to.k) {
    case 'string':
      return from.k === 'string' ? stringMismatch(from, to) : wrongType(from, to)
    case 'bool':
      return from.k === 'bool' ? undefined : wrongType(from, to)
    case 'number':
      return from.k === 'number' || (from.k === 'int' && (from.unit === undefined || from.literal))
        ? undefined
        : wrongType(from, to)
    case 'int':
      if (from.k !== 'int') return wrongType(from, to)
      if (from.unit !== to.unit && !from.literal && to.unit !== 'any') return { event: 'otherUnit', from, to }
      if (to.enum && !from.enum?.every((value) => to.enum?.includes(value)))
        return { event: 'numberNotAllowed', values: to.enum }
      return undefined
    case 'decimal':
      if (from.k !== 'decimal') return wrongType(from, to)
      if (from.literal || to.unit === 'any') return undefined
      if (from.unit !== to.unit) return { event: 'otherUnit', from, to }
      return to.of?.id === 'sibling' || (options.agree ?? sameUnitRef)(from.of, to.of)
        ? undefined
        : { event: 'otherCurrency', from, to }
    case 'list':
      return from.k === 'list' ? mismatch(from.of, to.of, options) : wrongType(from, to)
    case 'map':
      if (from.k === 'map') return mismatch(from.of, to.of, options)
      if (from.k !== 'object') return wrongType(from, to)
      for (const [name, field] of from.fields) {
        const inner = mismatch(field.type, to.of, options)
        if (inner) return within({ code: 'inside/field', params: { name } }, inner)
      }
      return undefined
    case 'object':
      if (from.k === 'object') return objectMismatch(from, to, options)
      if (from.k === 'union') return first(from.options.map((option) => objectMismatch(option, to, options)))
      return wrongType(from, to)
    case 'union':
      return unionMismatch(from, to, options)
    default:
      return from.k === to.k ? undefined : wrongType(from, to)
  }
}

const first = (all: (Mismatch | undefined)[]): Mismatch | undefined => all.find((item) => item !== undefined)

function stringMismatch(from: Type & { k: 'string' }, to: Type & { k: 'string' }): Mismatch | undefined {
  if (to.enum) {
    if (!from.enum) return { event: 'anyStringForEnum', from, to }
    const odd = from.enum.find((value) => !to.enum?.includes(value))
    return odd === undefined ? undefined : { event: 'valueNotInEnum', value: odd, to }
  }
  if (to.format === undefined || to.format === from.format || to.format === 'text') return undefined
  if (from.format !== undefined && NARROWER[from.format] === to.format) return undefined
  const pattern = PATTERNS.has(to.format) ? formats[to.format] : undefined
  const odd = from.format === undefined ? from.enum?.find((value) => pattern && !pattern(value)) : undefined
  if (odd !== undefined) return { event: 'otherFormat', from, to }
  const isUndecided = to.format === 'id' && from.declared === true
  if (from.format === undefined && from.enum === undefined && PATTERNS.has(to.format) && !isUndecided)
    return { event: 'otherFormat', from, to }
  if (from.format === undefined && !STRICT.has(to.format)) return undefined
  if (from.format === ITEM_ID && !STRICT.has(to.format)) return undefined
  if (from.format === 'id' && !STRICT.has(to.format) && !PATTERNS.has(to.format)) return undefined
  if (to.format === 'id')
    return from.format !== undefined && NO_IDS.has(from.format) ? { event: 'otherFormat', from, to } : undefined
  return { event: 'otherFormat', from, to }
}

function objectMismatch(from: ObjectType, to: ObjectType, options: AssignOptions): Mismatch | undefined {
  if (from === to || from.fields === to.fields) return undefined
  for (const [name, field] of to.fields) {
    const given = from.fields.get(name)
    if (!given) {
      if (field.optional) continue
      return { event: 'fieldMissing', name }
    }
    if (given.optional && !field.optional) return { event: 'fieldMayBeAbsent', name }
    const inner =
      mismatch(given.type, field.type, options) ?? siblingUnitMismatch(given.type, field.type, from, options)
    if (inner) return within({ code: 'inside/field', params: { name } }, inner)
  }
  if (options.exact && to.closed) {
    for (const name of from.fields.keys()) if (!to.fields.has(name)) return { event: 'fieldNotExpected', name }
  }
  return undefined
}

/** Checks an amount in a field against the field with its currency or symbol. */
function siblingUnitMismatch(
  given: Type,
  expected: Type,
  from: ObjectType,
  options: AssignOptions,
): Mismatch | undefined {
  const [amount, field] = [nonNull(given), nonNull(expected)]
  if (amount.k === 'list' && field.k === 'list') return siblingUnitMismatch(amount.of, field.of, from, options)
  if (amount.k !== 'decimal' || field.k !== 'decimal' || amount.literal || !amount.of || field.of?.id !== 'sibling')
    return undefined
  const { name, outer } = field.of
  if (amount.of.id === 'sibling' && amount.of.name === name && amount.of.outer === outer) return undefined
  const siblingType = nonNull(from.fields.get(name)?.type ?? { k: 'null' })
  const sibling = outer
    ? from.outer?.get(name)
    : (from.known?.get(name) ?? (siblingType.k === 'string' ? siblingType : undefined))
  const unitRef = sibling && unitRefOfText(sibling)
  const expectedRef: UnitRef | undefined =
    unitRef && sibling?.format === 'symbol'
      ? { id: field.unit === 'quantity' ? 'base' : 'quote', of: unitRef }
      : unitRef
  return expectedRef && (options.agree ?? sameUnitRef)(amount.of, expectedRef)
    ? undefined
    : { event: 'otherCurrency', from: amount, to: { ...field, of: expectedRef ?? field.of } }
}

function unionMismatch(from: Type, to: Type & { k: 'union' }, options: AssignOptions): Mismatch | undefined {
  if (from === to) return undefined
  const given = from.k === 'union' ? from.options : from.k === 'object' ? [from] : undefined
  if (!given) return wrongType(from, to)
  for (const item of given) {
    const values = tagValues(item, to.tag)
    const match = to.options.filter((option) => tagValues(option, to.tag)?.some((value) => values?.includes(value)))
    if (!values || match.length === 0) return { event: 'unionIndistinct', tag: to.tag }
    for (const option of match) {
      const inner = objectMismatch(item, option, options)
      if (inner) return inner
    }
  }
  return undefined
}

/** Whether two values can be equal at all. */
export function isComparable(a: Type, b: Type): boolean {
  const [left, right] = [nonNull(a), nonNull(b)]
  if ([left, right].some((type) => type.k === 'wrong' || type.k === 'null')) return true
  if (left.k === 'int' || left.k === 'number') return right.k === 'int' || right.k === 'number'
  return left.k === right.k && (left.k === 'string' || left.k === 'bool' || left.k === 'decimal')
}
