import { isInternalDecimal } from '../../../src/core/decimal.ts'
import { readField, tagValues } from '../../../codegen/compile/types.ts'
import type { Type } from '../../../codegen/compile/types.ts'

/** Why a value is not of a type, with the path; undefined when it is. */
export function mismatch(value: unknown, type: Type, at = 'value'): string | undefined {
  const is = (right: boolean): string | undefined =>
    right ? undefined : `${at} is ${JSON.stringify(value)}, and its type is ${type.k}`
  switch (type.k) {
    case 'nullable':
      return value === null ? undefined : mismatch(value, type.of, at)
    case 'null':
      return is(value === null)
    case 'string':
      return is(typeof value === 'string' && (type.enum?.includes(value) ?? true))
    case 'bool':
      return is(typeof value === 'boolean')
    case 'int':
      return is(Number.isSafeInteger(value) && (type.enum?.includes(value as number) ?? true))
    case 'number':
      return is(typeof value === 'number' || value === 'Infinity' || value === '-Infinity' || value === 'NaN')
    case 'decimal':
      return is(isInternalDecimal(value))
    case 'list':
      return Array.isArray(value)
        ? first(value.map((item, index) => mismatch(item, type.of, `${at}[${index}]`)))
        : is(false)
    case 'map':
      return record(value)
        ? first(Object.entries(value).map(([key, held]) => mismatch(held, type.of, `${at}.${key}`)))
        : is(false)
    case 'object':
      return record(value)
        ? first(
            [...type.fields].map(([name, field]) => mismatch(value[name] ?? null, readField(field), `${at}.${name}`)),
          )
        : is(false)
    case 'union': {
      const option = record(value)
        ? type.options.find((one) => tagValues(one, type.tag)?.includes(String(value[type.tag])))
        : undefined
      return option ? mismatch(value, option, at) : is(false)
    }
    default:
      return undefined
  }
}

const first = (all: (string | undefined)[]): string | undefined => all.find((one) => one !== undefined)
const record = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
