import type { Json } from '../../../src/engine/language/expressions/program.ts'

/** The part of JSON Schema that describes the values of the contract. */
export interface PropertySchema {
  type?: string | string[]
  format?: string
  enum?: Json[]
  default?: Json
  description?: string
  title?: string
  properties?: Record<string, PropertySchema>
  required?: string[]
  items?: PropertySchema
  $ref?: string
  [annotation: `x-${string}`]: Json | undefined
}

/** The type of a schema as text: "money", "string | null", "way[]". */
export function typeOf(schema: PropertySchema): string {
  if (schema.enum) return schema.enum.map((member) => JSON.stringify(member)).join(' | ')
  if (schema.$ref !== undefined) return schema.$ref.replace(/^.*\//, '').replace(/\.json$/, '')
  const types = schema.type === undefined ? ['any'] : [schema.type].flat()
  const base = types.map((type) =>
    type === 'array'
      ? `${schema.items ? typeOf(schema.items) : 'any'}[]`
      : type === 'string'
        ? String(schema['x-unit'] ?? schema.format ?? type)
        : type,
  )
  return base.join(' | ')
}
