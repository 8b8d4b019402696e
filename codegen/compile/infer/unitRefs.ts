import { LOST, literalIdentity, valueIdentity, withoutName } from '../unitRef.ts'
import type { Agree, Identity, Pair } from '../unitRef.ts'
import { nonNull, readField, settledIdentity } from '../types.ts'
import type { Field, ObjectType, StringType, Type } from '../types.ts'
import { keyOf } from './ast.ts'
import type { ASTNode } from './ast.ts'

/** Which text the value of an expression is. */
export const identityAt = (type: Type, node: ASTNode): Identity | undefined => {
  const inner = nonNull(type)
  return inner.k === 'string' ? (settledIdentity(inner) ?? valueIdentity(keyOf(node))) : undefined
}

/** A type that says itself which text it is: for what leaves the expression it was read from. */
export function named(type: Type, node: ASTNode): Type {
  if (type.k === 'nullable') {
    const of = named(type.of, node)
    return of === type.of ? type : { k: 'nullable', of }
  }
  const is = type.k === 'string' && !settledIdentity(type) ? identityAt(type, node) : undefined
  return is ? ({ ...type, is } as StringType) : type
}

type Look = (name: string) => StringType | undefined

/** A text beside a field of the same object; `key` gives the expression that reads a field. */
function textBeside(object: ObjectType, name: string, key: (name: string) => string): StringType | undefined {
  const told = object.known?.get(name)
  if (told) return told
  const field = object.fields.get(name)
  const type = field && nonNull(field.type)
  if (type?.k !== 'string') return undefined
  return { ...type, is: settledIdentity(type) ?? valueIdentity(key(name), pairOf(object, field, key)) }
}

/** What a symbol deals in, where the contract says which fields beside it hold that. */
function pairOf(object: ObjectType, field: Field | undefined, key: (name: string) => string): Pair | undefined {
  const pair: Pair = {}
  for (const side of ['base', 'quote'] as const) {
    const name = field?.schema?.[`x-${side}`]
    const text = typeof name === 'string' ? textBeside(object, name, key) : undefined
    const is = text && settledIdentity(text)
    if (is) pair[side] = is
  }
  return pair.base || pair.quote ? pair : undefined
}

/** The type of a field as it is read: what it is of is told by what stands beside it. */
export function readSettled(object: ObjectType, name: string, field: Field, key: (name: string) => string): Type {
  const type = readField(field)
  const inner = nonNull(type)
  if (inner.k === 'string') {
    const told = object.known?.get(name) ?? (field.schema?.['x-quote'] === undefined && field.schema?.['x-base'] === undefined ? undefined : textBeside(object, name, key))
    return told ? wrapLike(type, told) : type
  }
  const same = new Map<string, StringType>()
  for (const [other, { schema }] of object.fields) {
    const path = schema?.['x-same']
    const text = typeof path === 'string' && path.startsWith(`${name}.`) ? textBeside(object, other, key) : undefined
    if (text) same.set(String(path).slice(name.length + 1), text)
  }
  return settle(type, (beside) => textBeside(object, beside, key), same)
}

const wrapLike = (type: Type, inner: Type): Type => (type.k === 'nullable' ? { k: 'nullable', of: inner } : inner)

/** Puts values in the place of the names of fields, as far as they do not lie within other objects. */
function settle(type: Type, look: Look, same?: ReadonlyMap<string, StringType>): Type {
  switch (type.k) {
    case 'decimal':
      return type.of?.id === 'sibling' ? { ...type, of: sideOf(type.unit, look(type.of.name)) } : type
    case 'nullable':
    case 'list':
    case 'map': {
      const of = settle(type.of, look, type.k === 'nullable' ? same : undefined)
      return of === type.of ? type : { k: type.k, of }
    }
    case 'object':
      return within(type, look, same)
    case 'union': {
      const options = type.options.map((option) => within(option, look, same))
      return options.every((option, index) => option === type.options[index]) ? type : { ...type, options }
    }
    default:
      return type
  }
}

function sideOf(unit: string, text: StringType | undefined): Identity {
  const is = text && settledIdentity(text)
  if (!is) return LOST
  return text.format === 'symbol' ? { id: unit === 'quantity' ? 'base' : 'quote', of: is } : is
}

/** An object within another: what it asks of the outer one, and what is the same in both. */
function within(object: ObjectType, look: Look, same: ReadonlyMap<string, StringType> | undefined): ObjectType {
  const asked = asks(object)
  if (asked.length === 0 && !same?.size) return object
  const told = asked.flatMap((name): [string, StringType][] => {
    const text = look(name)
    return text ? [[`^${name}`, text]] : []
  })
  return knowing(object, [...told, ...(same ?? [])])
}

/** An object of which more is known. */
export function knowing(object: ObjectType, known: Iterable<readonly [string, StringType]>): ObjectType {
  const { k, closed, name, made } = object
  return { k, closed, ...(name === undefined ? {} : { name }), ...(made ? { made } : {}), get fields() { return object.fields }, known: new Map([...(object.known ?? []), ...known]) }
}

const asking = new WeakMap<ReadonlyMap<string, Field>, string[]>()

/** Names that the decimals of an object ask of the one that holds it. */
function asks(object: ObjectType): string[] {
  const found = asking.get(object.fields)
  if (found) return found
  const names = new Set<string>()
  for (const { type } of object.fields.values()) {
    const of = amountOf(type)
    if (of?.id === 'sibling' && of.name.startsWith('^')) names.add(of.name.slice(1))
  }
  const made = [...names]
  asking.set(object.fields, made)
  return made
}

function amountOf(type: Type): Identity | undefined {
  if (type.k === 'nullable' || type.k === 'list' || type.k === 'map') return amountOf(type.of)
  return type.k === 'decimal' ? type.of : undefined
}

/** The types of names that stand side by side: states, the parameters of a part, the fields of a form. */
export function settleAll(types: ReadonlyMap<string, Type>, key: (name: string) => string): Map<string, Type> {
  const fields = new Map<string, Field>([...types].map(([name, type]) => [name, { type, optional: false }]))
  const object: ObjectType = { k: 'object', closed: true, fields }
  return new Map([...fields].map(([name, field]) => [name, readSettled(object, name, field, key)]))
}

/** An object that an expression makes: amounts whose currency stands in another of its fields stay tied to it wherever the object goes. */
export function tieFields(fields: ReadonlyMap<string, Field>, agree: Agree): Map<string, Field> {
  const texts = [...fields].flatMap(([name, { type }]): [string, StringType, Identity][] => {
    const is = type.k === 'string' ? settledIdentity(type) : undefined
    return type.k === 'string' && is ? [[name, type, is]] : []
  })
  const tie = (type: Type): Type => {
    if (type.k === 'nullable' || type.k === 'list') {
      const of = tie(type.of)
      return of === type.of ? type : { k: type.k, of }
    }
    if (type.k !== 'decimal' || !type.of || type.of.id === 'sibling') return type
    const found = texts.find(([, text, is]) => agree(type.of, text.format === 'symbol' ? { id: type.unit === 'quantity' ? 'base' : 'quote', of: is } : is))
    return found ? { ...type, of: { id: 'sibling', name: found[0] } } : type
  }
  return new Map([...fields].map(([name, field]) => [name, { ...field, type: tie(field.type) }]))
}

/** A type once a variable is out of sight: what only it told cannot be told any more. */
export function forget(type: Type, name: string): Type {
  switch (type.k) {
    case 'decimal': {
      const of = type.of && withoutName(type.of, name)
      return of === type.of || !of ? type : { ...type, of }
    }
    case 'string': {
      if (!type.is) return type
      const { is, ...rest } = type
      const left = withoutName(is, name)
      return left.id === 'lost' ? rest : { ...rest, is: left }
    }
    case 'nullable':
    case 'list':
    case 'map': {
      const of = forget(type.of, name)
      return of === type.of ? type : { k: type.k, of }
    }
    case 'object':
      return forgetInside(type, name)
    case 'union': {
      const options = type.options.map((option) => forgetInside(option, name))
      return options.every((option, index) => option === type.options[index]) ? type : { ...type, options }
    }
    default:
      return type
  }
}

function forgetInside(object: ObjectType, name: string): ObjectType {
  if (!object.made && !object.known) return object
  const known = [...(object.known ?? [])].flatMap(([field, text]): [string, StringType][] => {
    const left = text.is ? withoutName(text.is, name) : text.enum?.length === 1 ? literalIdentity(text.enum[0] ?? '') : LOST
    return left.id === 'lost' ? [] : [[field, { ...text, is: left }]]
  })
  const fields = object.made ? new Map([...object.fields].map(([field, held]) => [field, { ...held, type: forget(held.type, name) }])) : undefined
  const { k, closed, name: title, made } = object
  return { k, closed, ...(title === undefined ? {} : { name: title }), ...(made ? { made } : {}), get fields() { return fields ?? object.fields }, known: new Map(known) }
}

