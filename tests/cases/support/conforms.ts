import { isInternalDecimal } from '../../../src/engine/language/values/decimal.ts'
import { readField, tagValues } from '../../../codegen/compiler/infer/types.ts'
import type { Type } from '../../../codegen/compiler/infer/types.ts'

/** Why a value is not of a type, with the path; undefined when it is. */
export function mismatch(value: unknown, type: Type, at = 'value'): string | undefined {
  const mismatchUnless = (right: boolean): string | undefined =>
    right ? undefined : `${at} is ${JSON.stringify(value)}, and its type is ${type.k}`
  switch (type.k) {
    case 'nullable':
      return value === null ? undefined : mismatch(value, type.of, at)
    case 'null':
      return mismatchUnless(value === null)
    case 'string':
      return mismatchUnless(typeof value === 'string' && (type.enum?.includes(value) ?? true))
    case 'bool':
      return mismatchUnless(typeof value === 'boolean')
    case 'int':
      return mismatchUnless(Number.isSafeInteger(value) && (type.enum?.includes(value as number) ?? true))
    case 'number':
      return mismatchUnless(
        typeof value === 'number' || value === 'Infinity' || value === '-Infinity' || value === 'NaN',
      )
    case 'decimal':
      return mismatchUnless(isInternalDecimal(value))
    case 'list':
      return Array.isArray(value)
        ? first(value.map((item, index) => mismatch(item, type.of, `${at}[${index}]`)))
        : mismatchUnless(false)
    case 'map':
      return record(value)
        ? first(Object.entries(value).map(([key, entry]) => mismatch(entry, type.of, `${at}.${key}`)))
        : mismatchUnless(false)
    case 'object':
      return record(value)
        ? first(
            [...type.fields].map(([name, field]) => mismatch(value[name] ?? null, readField(field), `${at}.${name}`)),
          )
        : mismatchUnless(false)
    case 'union': {
      const option = record(value)
        ? type.options.find((objectType) => tagValues(objectType, type.tag)?.includes(String(value[type.tag])))
        : undefined
      return option ? mismatch(value, option, at) : mismatchUnless(false)
    }
    default:
      return undefined
  }
}

const first = (all: (string | undefined)[]): string | undefined => all.find((item) => item !== undefined)
const record = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
