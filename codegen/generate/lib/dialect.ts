import { formats } from '../../../src/core/formats.ts'
import { SchemaError } from './files.ts'

/** A schema of the project's draft-07 subset, as its file has it. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: false | Schema
  items?: Schema
  enum?: (string | number | boolean | null)[]
  const?: string | number | boolean | null
  oneOf?: Schema[]
  $ref?: string
  format?: string
  pattern?: string
  description?: string
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  [annotation: `x-${string}`]: unknown
}

const KEYWORDS = new Set(['type', 'properties', 'required', 'additionalProperties', 'items', 'minItems', 'maxItems', 'enum', 'const', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'format', 'oneOf', '$ref', 'description', 'default'])
const TYPES = new Set(['string', 'integer', 'number', 'boolean', 'null', 'array', 'object'])
const UNITS = new Set(['money', 'price', 'quantity', 'percent', 'lots', 'rate', 'seconds'])
/** Formats that say how a value is made or shown, not what text it is. */
const READ_BY_COMPILERS = new Set(['unix-seconds', 'text', 'icon', 'route', 'form', 'file'])
const OF_TYPE: Record<string, string> = {
  properties: 'object', required: 'object', additionalProperties: 'object', items: 'array', minItems: 'array', maxItems: 'array',
  minLength: 'string', maxLength: 'string', pattern: 'string', minimum: 'number', maximum: 'number',
}

/** Throws a SchemaError, naming the place, when a schema leaves the dialect. */
export function checkDialect(schema: unknown, file: string, place = ''): asserts schema is Schema {
  const fail = (sentence: string): never => {
    throw new SchemaError(file, place === '' ? '(root)' : place, sentence)
  }
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return fail('a schema is an object')
  const found = schema as Record<string, unknown> & Schema
  for (const keyword of Object.keys(found)) {
    if (!KEYWORDS.has(keyword) && !keyword.startsWith('x-')) fail(`the keyword "${keyword}" is not in the dialect`)
  }
  if (found.$ref !== undefined) {
    if (Object.keys(found).some((keyword) => !['$ref', 'description'].includes(keyword))) fail('beside $ref only a description may stand')
    return
  }
  const types = found.type === undefined ? [] : Array.isArray(found.type) ? found.type : [found.type]
  if (Array.isArray(found.type) && (found.type.length !== 2 || found.type[1] !== 'null')) fail('type is one name, or [name, "null"]')
  for (const type of types) if (!TYPES.has(type)) fail(`"${type}" is no type`)
  for (const [keyword, type] of Object.entries(OF_TYPE)) {
    if (found[keyword as keyof Schema] === undefined) continue
    if (!types.some((one) => one === type || (type === 'number' && one === 'integer'))) fail(`"${keyword}" needs the type ${type}`)
  }
  if (found.format !== undefined) {
    if (!Object.hasOwn(formats, found.format) && !READ_BY_COMPILERS.has(found.format)) fail(`"${found.format}" is no format`)
    if (!types.includes(found.format === 'unix-seconds' ? 'integer' : 'string')) fail(`the format "${found.format}" does not fit the type`)
  }
  const unit = found['x-unit']
  if (unit !== undefined) {
    if (typeof unit !== 'string' || !UNITS.has(unit)) fail(`${JSON.stringify(unit)} is no unit`)
    if (unit === 'seconds' ? !types.includes('integer') : found.format !== 'decimal') fail('units stand on decimals, and seconds on integers')
  }
  if (found.pattern !== undefined) {
    try {
      void new RegExp(found.pattern, 'u')
    } catch {
      fail('the pattern is no regular expression')
    }
  }
  if (types.includes('object')) {
    const more = found.additionalProperties
    if (more !== false && (typeof more !== 'object' || more === null)) fail('an object says additionalProperties: false, or the schema of a map')
    for (const name of found.required ?? []) if (!Object.hasOwn(found.properties ?? {}, name)) fail(`"${name}" is required and is no property`)
    for (const [name, property] of Object.entries(found.properties ?? {})) checkDialect(property, file, `${place}/properties/${name}`)
    if (typeof more === 'object') checkDialect(more, file, `${place}/additionalProperties`)
  }
  if (types.includes('array')) {
    if (found.items === undefined) fail('an array says what its items are')
    checkDialect(found.items, file, `${place}/items`)
  }
  for (const [i, branch] of (found.oneOf ?? []).entries()) {
    checkDialect(branch, file, `${place}/oneOf/${i}`)
    if (branch.$ref === undefined && !Object.values(branch.properties ?? {}).some((property) => property.const !== undefined)) fail('each branch of oneOf has a property with a constant')
  }
}
