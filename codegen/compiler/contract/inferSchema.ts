import type { Json } from '../../../src/engine/language/expressions/program.ts'
import type { Schema } from './schema.ts'

/** Infers the schema of a state from its initial value. */
export function inferSchema(value: Json): Schema {
  if (typeof value === 'string') return { type: 'string' }
  if (typeof value === 'boolean') return { type: 'boolean' }
  if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' }
  if (Array.isArray(value)) {
    const [first, ...rest] = value.map(inferSchema)
    return {
      type: 'array',
      items: first && rest.every((schema) => JSON.stringify(schema) === JSON.stringify(first)) ? first : {},
    }
  }
  if (value === null) return {}
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inferSchema(member)])),
    required: Object.keys(value),
    additionalProperties: false,
  }
}
