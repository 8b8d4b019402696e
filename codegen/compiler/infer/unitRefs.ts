import { UNKNOWN_UNIT, literalUnitRef, valueUnitRef, withoutVariable } from '../contract/unitRef.ts'
import type { UnitEquality, UnitRef, Pair, SiblingRef } from '../contract/unitRef.ts'
import { nonNull, readField, unitRefOfText } from './types.ts'
import type { Field, ObjectType, StringType, Type } from './types.ts'
import type { ASTNode } from './ast.ts'
import { keyOf } from './astKey.ts'
import type { AstKey } from './astKey.ts'

/** Unit reference of a text expression. */
export const unitRefOfExpr = (type: Type, node: ASTNode): UnitRef | undefined => {
  const inner = nonNull(type)
  return inner.k === 'string' ? (unitRefOfText(inner) ?? valueUnitRef(keyOf(node))) : undefined
}

/** Adds the unit reference to the type of a text, for values that leave their expression. */
export function withUnitRef(type: Type, node: ASTNode): Type {
  if (type.k === 'nullable') {
    const of = withUnitRef(type.of, node)
    return of === type.of ? type : { k: 'nullable', of }
  }
  const unitRef = type.k === 'string' && !unitRefOfText(type) ? unitRefOfExpr(type, node) : undefined
  return unitRef ? ({ ...type, unitRef } as StringType) : type
}

type SiblingLookup = (sibling: SiblingRef) => StringType | undefined

/** A text beside a field of the same object; `key` gives the expression that reads a field. */
function siblingText(object: ObjectType, name: string, key: (name: string) => AstKey): StringType | undefined {
  const knownText = object.known?.get(name)
  if (knownText) return knownText
  const field = object.fields.get(name)
  const type = field && nonNull(field.type)
  if (type?.k !== 'string') return undefined
  return { ...type, unitRef: unitRefOfText(type) ?? valueUnitRef(key(name), pairOf(object, field, key)) }
}

/** The base and quote currency of a symbol, if the contract names the sibling fields with them. */
function pairOf(object: ObjectType, field: Field | undefined, key: (name: string) => AstKey): Pair | undefined {
  const pair: Pair = {}
  for (const side of ['base', 'quote'] as const) {
    const name = field?.schema?.[`x-${side}-currency`]
    const text = typeof name === 'string' ? siblingText(object, name, key) : undefined
    const unitRef = text && unitRefOfText(text)
    if (unitRef) pair[side] = unitRef
  }
  return pair.base || pair.quote ? pair : undefined
}

/** Type of a field as read, with "x-unit-ref" resolved by its sibling fields. */
export function resolveField(object: ObjectType, name: string, field: Field, key: (name: string) => AstKey): Type {
  const type = readField(field)
  const inner = nonNull(type)
  if (inner.k === 'string') {
    const knownText =
      object.known?.get(name) ??
      (field.schema?.['x-quote-currency'] === undefined && field.schema?.['x-base-currency'] === undefined
        ? undefined
        : siblingText(object, name, key))
    return knownText ? nullableLike(type, knownText) : type
  }
  const same = new Map<string, StringType>()
  for (const [other, { schema }] of object.fields) {
    const path = schema?.['x-equals']
    const text = typeof path === 'string' && path.startsWith(`${name}.`) ? siblingText(object, other, key) : undefined
    if (text) same.set(String(path).slice(name.length + 1), text)
  }
  return resolve(
    type,
    ({ name: sibling, outer }) => (outer ? object.outer?.get(sibling) : siblingText(object, sibling, key)),
    same,
  )
}

const nullableLike = (type: Type, inner: Type): Type => (type.k === 'nullable' ? { k: 'nullable', of: inner } : inner)

/** Replaces sibling names in unit references by the values of those fields, except inside nested objects. */
function resolve(type: Type, lookup: SiblingLookup, same?: ReadonlyMap<string, StringType>): Type {
  switch (type.k) {
    case 'decimal':
      return type.of?.id === 'sibling' ? { ...type, of: unitRefFor(type.unit, lookup(type.of)) } : type
    case 'nullable':
    case 'list':
    case 'map': {
      const of = resolve(type.of, lookup, type.k === 'nullable' ? same : undefined)
      return of === type.of ? type : { k: type.k, of }
    }
    case 'object':
      return resolveNested(type, lookup, same)
    case 'union': {
      const options = type.options.map((option) => resolveNested(option, lookup, same))
      return options.every((option, index) => option === type.options[index]) ? type : { ...type, options }
    }
    default:
      return type
  }
}

function unitRefFor(unit: string, text: StringType | undefined): UnitRef {
  const unitRef = text && unitRefOfText(text)
  if (!unitRef) return UNKNOWN_UNIT
  return text.format === 'symbol' ? { id: unit === 'quantity' ? 'base' : 'quote', of: unitRef } : unitRef
}

/** Adds to a nested object the outer fields that its amounts reference, and those equal by "x-equals". */
function resolveNested(
  object: ObjectType,
  lookup: SiblingLookup,
  same: ReadonlyMap<string, StringType> | undefined,
): ObjectType {
  const outerNames = outerRefs(object)
  if (outerNames.length === 0 && !same?.size) return object
  const outer = outerNames.flatMap((name): [string, StringType][] => {
    const text = lookup({ id: 'sibling', name })
    return text ? [[name, text]] : []
  })
  return withKnownFields(object, same ?? [], outer)
}

/** The object type with additional known texts: those of its fields, and those of the object around it. */
export function withKnownFields(
  object: ObjectType,
  known: Iterable<readonly [string, StringType]>,
  outer: Iterable<readonly [string, StringType]> = [],
): ObjectType {
  const { k, closed, name, inferred } = object
  return {
    k,
    closed,
    ...(name === undefined ? {} : { name }),
    ...(inferred ? { inferred } : {}),
    get fields() {
      return object.fields
    },
    known: new Map([...(object.known ?? []), ...known]),
    outer: new Map([...(object.outer ?? []), ...outer]),
  }
}

const outerRefsCache = new WeakMap<ReadonlyMap<string, Field>, string[]>()

/** Names of the fields of the object around that the decimals of an object reference. */
function outerRefs(object: ObjectType): string[] {
  const cached = outerRefsCache.get(object.fields)
  if (cached) return cached
  const names = new Set<string>()
  for (const { type } of object.fields.values()) {
    const of = unitRefIn(type)
    if (of?.id === 'sibling' && of.outer) names.add(of.name)
  }
  const result = [...names]
  outerRefsCache.set(object.fields, result)
  return result
}

function unitRefIn(type: Type): UnitRef | undefined {
  if (type.k === 'nullable' || type.k === 'list' || type.k === 'map') return unitRefIn(type.of)
  return type.k === 'decimal' ? type.of : undefined
}

/** Resolves the unit references between sibling names: states, parameters of a part, fields of a form. */
export function resolveAll(types: ReadonlyMap<string, Type>, key: (name: string) => AstKey): Map<string, Type> {
  const fields = new Map<string, Field>([...types].map(([name, type]) => [name, { type, optional: false }]))
  const object: ObjectType = { k: 'object', closed: true, fields }
  return new Map([...fields].map(([name, field]) => [name, resolveField(object, name, field, key)]))
}

/** Links the amounts of an object literal to the sibling fields with their currency. */
export function linkFields(fields: ReadonlyMap<string, Field>, agree: UnitEquality): Map<string, Field> {
  const texts = [...fields].flatMap(([name, { type }]): [string, StringType, UnitRef][] => {
    const unitRef = type.k === 'string' ? unitRefOfText(type) : undefined
    return type.k === 'string' && unitRef ? [[name, type, unitRef]] : []
  })
  const tie = (type: Type): Type => {
    if (type.k === 'nullable' || type.k === 'list') {
      const of = tie(type.of)
      return of === type.of ? type : { k: type.k, of }
    }
    if (type.k !== 'decimal' || !type.of || type.of.id === 'sibling') return type
    const sibling = texts.find(([, text, unitRef]) =>
      agree(
        type.of,
        text.format === 'symbol' ? { id: type.unit === 'quantity' ? 'base' : 'quote', of: unitRef } : unitRef,
      ),
    )
    return sibling ? { ...type, of: { id: 'sibling', name: sibling[0] } } : type
  }
  return new Map([...fields].map(([name, field]) => [name, { ...field, type: tie(field.type) }]))
}

/** The type outside the scope of a variable: unit references by that variable become unknown. */
export function withoutVariableRefs(type: Type, name: string): Type {
  switch (type.k) {
    case 'decimal': {
      const of = type.of && withoutVariable(type.of, name)
      return of === type.of || !of ? type : { ...type, of }
    }
    case 'string': {
      if (!type.unitRef) return type
      const { unitRef, ...rest } = type
      const remaining = withoutVariable(unitRef, name)
      return remaining.id === 'lost' ? rest : { ...rest, unitRef: remaining }
    }
    case 'nullable':
    case 'list':
    case 'map': {
      const of = withoutVariableRefs(type.of, name)
      return of === type.of ? type : { k: type.k, of }
    }
    case 'object':
      return withoutVariableRefsIn(type, name)
    case 'union': {
      const options = type.options.map((option) => withoutVariableRefsIn(option, name))
      return options.every((option, index) => option === type.options[index]) ? type : { ...type, options }
    }
    default:
      return type
  }
}

function withoutVariableRefsIn(object: ObjectType, name: string): ObjectType {
  if (!object.inferred && !object.known && !object.outer) return object

  const fields = object.inferred
    ? new Map(
        [...object.fields].map(([fieldName, field]) => [
          fieldName,
          { ...field, type: withoutVariableRefs(field.type, name) },
        ]),
      )
    : undefined
  const { k, closed, name: title, inferred } = object
  return {
    k,
    closed,
    ...(title === undefined ? {} : { name: title }),
    ...(inferred ? { inferred } : {}),
    get fields() {
      return fields ?? object.fields
    },
    known: textsWithoutVariable(object.known, name),
    outer: textsWithoutVariable(object.outer, name),
  }
}

/** Known texts outside the scope of a variable, without those that become unknown. */
function textsWithoutVariable(
  texts: ReadonlyMap<string, StringType> = new Map(),
  name: string,
): ReadonlyMap<string, StringType> {
  return new Map(
    [...texts].flatMap(([field, text]): [string, StringType][] => {
      const remaining = text.unitRef
        ? withoutVariable(text.unitRef, name)
        : text.enum?.length === 1
          ? literalUnitRef(text.enum[0] ?? '')
          : UNKNOWN_UNIT
      return remaining.id === 'lost' ? [] : [[field, { ...text, unitRef: remaining }]]
    }),
  )
}
