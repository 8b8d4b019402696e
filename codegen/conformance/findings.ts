import type { ErrorObject } from 'ajv/dist/2020.js'
import { isObject } from '../../src/engine/language/values/json.ts'

/** Something that a backend does not do as the contract says. */
/** The check of a call that the backend does not have. */
export const MISSING_CALL = 'missing call'

export interface Finding {
  /** The call, or `live`. */
  call: string
  check: string
  /** Where it is in the reply: `data.rows[0].balance`. */
  field: string
  expected: string
  got: string
}

interface Described {
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
}

const EXAMPLES: Readonly<Record<string, string>> = {
  decimal: 'a decimal as text, such as "12.50"',
  'unix-seconds': 'a time in seconds since 1970',
  id: 'an id: letters, digits, - and _',
  symbol: 'a symbol: capital letters and digits',
  currency: 'a currency: capital letters and digits',
  country: 'a country: two capital letters',
  'uri-reference': 'an https address, or a path that begins with /',
}

/** Values that a schema allows, as text. */
function allowed({ type, format, description, enum: values, const: value }: Described): string {
  const types = [type ?? []].flat()
  const orNull = types.includes('null') ? ' or null' : ''
  const what =
    value !== undefined
      ? JSON.stringify(value)
      : values
        ? `one of ${values.map((value) => JSON.stringify(value)).join(', ')}`
        : (EXAMPLES[format ?? ''] ??
          (format === undefined
            ? typeInWords(types.find((type) => type !== 'null'))
            : `a text of the format ${format}`))
  return `${what}${orNull}${description === undefined ? '' : ` (${description.replace(/\.$/, '')})`}`
}

const typeInWords = (type: string | undefined): string =>
  ({ integer: 'a whole number', array: 'a list', object: 'an object', string: 'a text', boolean: 'true or false' })[
    type ?? ''
  ] ?? `a ${type ?? 'value'}`

/** A received value as text, shortened. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (isObject(value)) return `an object with ${Object.keys(value).slice(0, 8).join(', ') || 'no fields'}`
  const text = JSON.stringify(value)
  const short = text.length > 80 ? `${text.slice(0, 77)}…` : text
  return `the ${typeof value === 'string' ? 'text' : typeof value} ${short}`
}

/** A JSON pointer as the path of a field: "/rows/0/balance" is "rows[0].balance". */
export const pathOf = (pointer: string): string =>
  pointer.replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll(/\/([^/[]+)/g, '.$1')

/** One error of a validation as text; `base` is the field that was validated. */
export function inWords(call: string, check: string, base: string, error: ErrorObject): Finding {
  const at = (name?: string) => `${base}${pathOf(error.instancePath)}${name === undefined ? '' : `.${name}`}`
  const schema = (error.parentSchema ?? {}) as Described & { properties?: Record<string, Described> }
  if (error.keyword === 'required') {
    const name = (error.params as { missingProperty: string }).missingProperty
    const property = schema.properties?.[name]
    return { call, check, field: at(name), expected: property ? allowed(property) : 'a value', got: shown(undefined) }
  }
  if (error.keyword === 'additionalProperties') {
    const name = (error.params as { additionalProperty: string }).additionalProperty
    return { call, check, field: at(name), expected: 'no field of this name', got: 'one' }
  }
  const milliseconds = schema.format === 'unix-seconds' && error.keyword === 'format'
  const got = `${shown(error.data)}${milliseconds ? ', which is in milliseconds' : ''}`
  const isBound = !['type', 'format', 'enum', 'const'].includes(error.keyword)
  return { call, check, field: at(), expected: isBound ? (error.message ?? error.keyword) : allowed(schema), got }
}
