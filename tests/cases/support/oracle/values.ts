import { tagValues } from '../../../../codegen/compiler/infer/types.ts'
import type { Type } from '../../../../codegen/compiler/infer/types.ts'
import { Decimal } from './decimal.ts'

/** Converts a value of our data to the library's: integers to BigInt, decimals to a separate type. */
export function toCel(value: unknown, type: Type | undefined): unknown {
  if (value === null || value === undefined || !type) return value ?? null
  switch (type.k) {
    case 'nullable':
      return toCel(value, type.of)
    case 'int':
      return BigInt(value as number)
    case 'decimal':
      return Decimal.parse(value as string)
    case 'list':
      return (value as unknown[]).map((item) => toCel(item, type.of))
    case 'map':
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toCel(member, type.of)]))
    case 'object':
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, toCel(member, type.fields.get(name)?.type)]),
      )
    case 'union': {
      const tag = (value as Record<string, string>)[type.tag] ?? ''
      return toCel(
        value,
        type.options.find((option) => tagValues(option, type.tag)?.includes(tag)),
      )
    }
    default:
      return value
  }
}

export function fromCel(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Decimal) return String(value)
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([name, member]) => [String(name), fromCel(member)]))
  if (Array.isArray(value)) return value.map(fromCel)
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fromCel(member)]))
  return value ?? null
}

/** A type as declared for the library; `declare` names the type of an object. A nullable type is declared without null. */
export function celType(type: Type, declare: (fields: Record<string, string>) => string): string {
  switch (type.k) {
    case 'nullable':
      return celType(type.of, declare)
    case 'string':
    case 'bool':
    case 'int':
      return type.k
    case 'number':
      return 'double'
    case 'decimal':
      return 'Decimal'
    case 'list':
      return `list<${celType(type.of, declare)}>`
    case 'map':
      return `map<string, ${celType(type.of, declare)}>`
    case 'object':
      return declare(Object.fromEntries([...type.fields].map(([name, field]) => [name, celType(field.type, declare)])))
    default:
      return 'dyn'
  }
}

/** As JSON, with names for numbers that JSON does not have. */
export function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (_, member: unknown) =>
      typeof member === 'number' && !Number.isFinite(member) ? String(member) : member,
    ),
  )
}
