import type { Json, Shape } from '../../language/expressions/program.ts'
import type { Values } from '../../language/forms/rules.ts'
import { isInternalDecimal } from '../../language/values/decimal.ts'
import { isObject } from '../../language/values/json.ts'

export const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''
/** An own property: a name that only a prototype has is undefined. */
export const own = (object: Values, name: string): unknown => (Object.hasOwn(object, name) ? object[name] : undefined)

/** The empty value of a property, as expressions read it: an empty text is no value of a format or of a choice. */
export function emptyOf({ type, format, enum: values, const: only, oneOf, anyOf }: Shape): Json {
  if (type === 'boolean') return false
  return type === 'string' && [format, values, only, oneOf, anyOf].every((item) => item === undefined) ? '' : null
}

/** Value of a property as expressions read it: null for a number that is incomplete or missing. */
export function readableOf(value: unknown, schema: Shape): unknown {
  if (isBlank(value)) return emptyOf(schema)
  if (schema.type === 'integer') return Number.isInteger(value) ? value : null
  if (schema.type === 'number') return Number.isFinite(value) ? value : null
  return schema.format === 'decimal' && !isInternalDecimal(value) ? null : value
}

/** The defaults of a schema that need no condition: what an expression reads before the form is drawn. */
export function defaultsOf(schema: Shape): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, Shape>)) {
    if (property.default !== undefined) values[name] = property.default
    else if (isObject(property.properties)) {
      const inner = defaultsOf(property)
      if (Object.keys(inner).length > 0) values[name] = inner
    }
  }
  return values
}

/** The value at a path like "rows.0.name"; undefined where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let current = value
  for (const step of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined
    current = (current as Record<string, unknown>)[step]
  }
  return current
}

/** The steps of a path as RJSF uses them: a number is a list index. */
export function stepsOf(values: unknown, path: string): (string | number)[] {
  const names = path.split('.')
  return names.map((step, i) =>
    Array.isArray(i === 0 ? values : valueAt(values, names.slice(0, i).join('.'))) ? Number(step) : step,
  )
}

/** A copy with one value set. A name that reaches a prototype is rejected: values come from pages and servers. */
export function withValue(holder: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  if (step === '__proto__') throw new Error('A form has no field __proto__.')
  if (Array.isArray(holder))
    return (holder as unknown[]).with(
      Math.min(Number(step), holder.length - 1),
      withValue((holder as unknown[])[Number(step)], rest, value),
    )
  const copy: Record<string, unknown> = { ...(isObject(holder) ? holder : {}) }
  const next = withValue(Object.hasOwn(copy, step) ? copy[step] : undefined, rest, value)
  if (next === undefined) delete copy[step]
  else copy[step] = next
  return copy
}

/** The values to send: without empty ones. Null is a value where the schema allows it. */
export const filled = (values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value === null || !isBlank(value)))
