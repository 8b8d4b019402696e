import type { Suggestion } from './diagnostics.ts'
import { isReadable, sameUnitRef, showUnitRef } from './unitRef.ts'
import type { UnitEquality, UnitRef } from './unitRef.ts'
import { isEmptyItem } from './joinTypes.ts'
import { nonNull, unitRefOfText, tagValues } from './types.ts'
import type { DecimalType, ObjectType, Type } from './types.ts'

export type MismatchKind = 'type' | 'unit' | 'currency' | 'null' | 'enum' | 'format' | 'field' | 'unknown'

export interface Mismatch {
  kind: MismatchKind
  /** Completes "…" to a full sentence. */
  message: string
  suggestion?: Suggestion
}

const UNIT_NAMES: Record<string, string> = {
  money: 'money',
  price: 'a price',
  quantity: 'a quantity',
  percent: 'a percentage',
  lots: 'lots',
  rate: 'a rate',
  none: 'a plain decimal',
  any: 'a decimal',
  seconds: 'a length in seconds',
  unix: 'a time',
}
const unitName = (unit: string): string => UNIT_NAMES[unit] ?? `a decimal in ${unit}`

export interface AssignOptions {
  /** Additional fields are errors. */
  exact?: boolean
  /** Equality of unit references under the facts of the place of use. */
  agree?: UnitEquality
}

const FORMAT_NAMES: Record<string, string> = {
  url: 'an address',
  route: 'a route',
  icon: 'an icon',
  symbol: 'a symbol',
  currency: 'a currency',
  country: 'a country',
  id: 'an id',
  text: 'a text',
  email: 'an e-mail address',
  phone: 'a phone number',
  date: 'a date',
  lang: 'a language',
}

/** A type as text, for messages. */
export function showType(type: Type): string {
  switch (type.k) {
    case 'string':
      if (type.enum)
        return type.enum.length === 1
          ? `"${type.enum[0]}"`
          : `one of ${type.enum
              .slice(0, 6)
              .map((value) => `"${value}"`)
              .join(', ')}${type.enum.length > 6 ? ', …' : ''}`
      return type.format === undefined ? 'a string' : (FORMAT_NAMES[type.format] ?? `a string (${type.format})`)
    case 'bool':
      return 'true or false'
    case 'int':
      return type.unit === undefined ? 'a whole number' : unitName(type.unit)
    case 'number':
      return 'a number'
    case 'decimal':
      return unitName(type.unit)
    case 'list':
      return isEmptyItem(type.of) ? 'an empty list' : `a list of ${showType(type.of).replace(/^(a|an) /, '')}`
    case 'map':
      return `a map of ${showType(type.of).replace(/^(a|an) /, '')}`
    case 'object':
      return type.name === undefined
        ? `an object {${[...type.fields.keys()].slice(0, 6).join(', ')}${type.fields.size > 6 ? ', …' : ''}}`
        : `an object (${type.name})`
    case 'union':
      return `one of several objects distinguished by "${type.tag}"`
    case 'null':
      return 'null'
    case 'nullable':
      return `${showType(type.of)} or null`
    case 'unknown':
      return `unknown (${type.why})`
    case 'file':
      return 'a file'
    case 'wrong':
      return 'wrong'
  }
}

/** A decimal with its currency or symbol, in words. */
export function showAmount({ unit, of }: DecimalType): string {
  const name = unitName(unit)
  if (!of) return name
  if (of.id === 'lost') return `${name} of an unknown ${unit === 'money' ? 'currency' : 'symbol'}`
  if (of.id !== 'quote' && of.id !== 'base')
    return unit === 'price' ? `${name} in ${showUnitRef(of)}` : `${name} of ${showUnitRef(of)}`
  if (unit !== 'money') return `${name} of ${showUnitRef(of.of)}`
  const currency = currencyOfSymbol(of)
  return currency ? `${name} of ${showUnitRef(currency)}` : `${name} in the currency of ${showUnitRef(of.of)}`
}

/** The currency of a symbol, if the contract defines it. */
const currencyOfSymbol = (identity: UnitRef): UnitRef | undefined =>
  (identity.id === 'quote' || identity.id === 'base') && identity.of.id === 'value'
    ? identity.of.pair?.[identity.id]
    : undefined

/** Suggestion for two amounts whose currencies are not proved equal. */
export function unitMismatchHint(a: UnitRef | undefined, b: UnitRef | undefined): string {
  if (a?.id === 'lost' || b?.id === 'lost')
    return "Filter the list by one currency first: list.filter(x, x.currency == '…')."
  const bothOfSymbols = a && b && 'of' in a && 'of' in b
  const [left, right] = [a, b].map(
    (identity) =>
      identity && exprOf(bothOfSymbols && 'of' in identity ? identity.of : (currencyOfSymbol(identity) ?? identity)),
  )
  if (left === undefined || right === undefined || left === right || (left.startsWith("'") && right.startsWith("'")))
    return 'Convert one of them, or show them separately.'
  return `Compare both first: ${left.startsWith("'") ? `${right} == ${left}` : `${left} == ${right}`} in "visible" or a ternary.`
}

/** An identity as an expression, when it is short enough to be written. */
function exprOf(identity: UnitRef): string | undefined {
  if (identity.id === 'literal') return `'${identity.value}'`
  return identity.id === 'value' && isReadable(identity.key) ? identity.key : undefined
}

const unitRefMismatch = (from: DecimalType, to: DecimalType): Mismatch => ({
  kind: 'currency',
  message: `This is ${showAmount(from)}, and ${showAmount(to)} is expected.`,
  suggestion: unitMismatchHint(from.of, to.of),
})

const wrongType = (from: Type, to: Type): Mismatch => ({
  kind: from.k === 'unknown' ? 'unknown' : 'type',
  message:
    to.k === 'unknown' ? `This is ${showType(from)}.` : `This is ${showType(from)}, and ${showType(to)} is expected.`,
  ...(from.k === 'unknown' ? { suggestion: 'Cast it with string(…), int(…) or double(…).' } : {}),
  ...(to.k === 'string' && (from.k === 'int' || from.k === 'number' || from.k === 'decimal')
    ? { suggestion: formatterHint(from, to) }
    : {}),
})

/** A number that a formatter converts to text. A whole number may also be an id, so the fix is not certain. */
function formatterHint(from: Type, to: Type & { k: 'string' }): Suggestion {
  const write = formatter(from)
  const sentence = `Format it: ${write}.`
  const certain =
    !to.enum && (to.format === undefined || to.format === 'text') && (from.k !== 'int' || from.unit === 'unix')
  return certain ? { sentence, wrap: { before: write.replace('…)', ''), after: ')' } } : sentence
}

function formatter(from: Type): string {
  if (from.k === 'decimal' && ['money', 'price', 'percent', 'quantity'].includes(from.unit)) return `${from.unit}(…)`
  if (from.k === 'int' && from.unit === 'unix') return 'dateTime(…)'
  return 'number(…)'
}

/** Formats that a plain string is not assignable to. */
const STRICT = new Set(['url', 'route', 'icon'])

/** Why a value of one type is not assignable to another; undefined if it is. */
export function mismatch(from: Type, to: Type, options: AssignOptions = {}): Mismatch | undefined {
  if (from.k === 'wrong' || to.k === 'wrong') return undefined
  if (from.k === 'nullable' || from.k === 'null') {
    if (to.k === 'nullable') return from.k === 'null' ? undefined : mismatch(from.of, to.of, options)
    if (to.k === 'null' && from.k === 'null') return undefined
    if (to.k !== 'unknown') {
      const inner = from.k === 'nullable' ? mismatch(from.of, to, options) : undefined
      return (
        inner ?? {
          kind: 'null',
          message: `This may be null, and ${showType(to)} is expected.`,
          suggestion: 'Narrow it first: "visible" with != null, a ternary, or .orValue(…).',
        }
      )
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
      if (from.unit !== to.unit && !from.literal && to.unit !== 'any')
        return { kind: 'unit', message: `This is ${showType(from)}, and ${showType(to)} is expected.` }
      if (to.enum && !from.enum?.every((value) => to.enum?.includes(value)))
        return { kind: 'enum', message: `Only ${to.enum.join(', ')} is allowed here.` }
      return undefined
    case 'decimal':
      if (from.k !== 'decimal')
        return {
          ...wrongType(from, to),
          ...(from.k === 'int' && from.literal
            ? {
                suggestion: {
                  sentence: `Write decimal('…').`,
                  wrap: { before: "decimal('", after: "')", literal: true },
                },
              }
            : {}),
        }
      if (from.literal || to.unit === 'any') return undefined
      if (from.unit !== to.unit)
        return { kind: 'unit', message: `This is ${showType(from)}, and ${showType(to)} is expected.` }
      return to.of?.id === 'sibling' || (options.agree ?? sameUnitRef)(from.of, to.of)
        ? undefined
        : unitRefMismatch(from, to)
    case 'list':
      return from.k === 'list' ? mismatch(from.of, to.of, options) : wrongType(from, to)
    case 'map':
      if (from.k === 'map') return mismatch(from.of, to.of, options)
      if (from.k !== 'object') return wrongType(from, to)
      for (const [name, field] of from.fields) {
        const inner = mismatch(field.type, to.of, options)
        if (inner) return { ...inner, message: `Field "${name}": ${inner.message}` }
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

const first = (all: (Mismatch | undefined)[]): Mismatch | undefined => all.find((one) => one !== undefined)

function stringMismatch(from: Type & { k: 'string' }, to: Type & { k: 'string' }): Mismatch | undefined {
  if (to.enum) {
    if (!from.enum)
      return {
        kind: 'enum',
        message: `This is ${showType(from)}, and only ${showType(to)} is allowed here.`,
        suggestion: 'Declare the possible values at its source: {"type": "string", "enum": […]}.',
      }
    const odd = from.enum.find((value) => !to.enum?.includes(value))
    return odd === undefined
      ? undefined
      : { kind: 'enum', message: `"${odd}" is not one of the allowed values: ${showType(to).replace('one of ', '')}.` }
  }
  if (to.format === undefined || to.format === from.format || to.format === 'text') return undefined
  if (from.format === undefined && !STRICT.has(to.format)) return undefined
  if (from.format === 'id' && !STRICT.has(to.format)) return undefined
  if (to.format === 'id') return undefined
  return { kind: 'format', message: `This is ${showType(from)}, and ${showType(to)} is expected.` }
}

function objectMismatch(from: ObjectType, to: ObjectType, options: AssignOptions): Mismatch | undefined {
  if (from === to || from.fields === to.fields) return undefined
  for (const [name, field] of to.fields) {
    const given = from.fields.get(name)
    if (!given) {
      if (field.optional) continue
      return { kind: 'field', message: `Field "${name}" is missing.` }
    }
    if (given.optional && !field.optional)
      return { kind: 'null', message: `Field "${name}" may be absent, and it is required.` }
    const inner =
      mismatch(given.type, field.type, options) ?? siblingUnitMismatch(given.type, field.type, from, options)
    if (inner) return { ...inner, message: `Field "${name}": ${inner.message}` }
  }
  if (options.exact && to.closed) {
    for (const name of from.fields.keys())
      if (!to.fields.has(name)) return { kind: 'field', message: `Field "${name}" is not expected here.` }
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
  if (amount.of.id === 'sibling' && amount.of.name === field.of.name) return undefined
  const siblingType = nonNull(from.fields.get(field.of.name)?.type ?? { k: 'null' })
  const sibling = from.known?.get(field.of.name) ?? (siblingType.k === 'string' ? siblingType : undefined)
  const unitRef = sibling && unitRefOfText(sibling)
  const expectedRef: UnitRef | undefined =
    unitRef && sibling?.format === 'symbol'
      ? { id: field.unit === 'quantity' ? 'base' : 'quote', of: unitRef }
      : unitRef
  return expectedRef && (options.agree ?? sameUnitRef)(amount.of, expectedRef)
    ? undefined
    : unitRefMismatch(amount, { ...field, of: expectedRef ?? field.of })
}

function unionMismatch(from: Type, to: Type & { k: 'union' }, options: AssignOptions): Mismatch | undefined {
  if (from === to) return undefined
  const given = from.k === 'union' ? from.options : from.k === 'object' ? [from] : undefined
  if (!given) return wrongType(from, to)
  for (const one of given) {
    const values = tagValues(one, to.tag)
    const match = to.options.filter((option) => tagValues(option, to.tag)?.some((value) => values?.includes(value)))
    if (!values || match.length === 0)
      return { kind: 'field', message: `Field "${to.tag}" does not say which of the expected objects this is.` }
    for (const option of match) {
      const inner = objectMismatch(one, option, options)
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
