import { isRefTo } from '../contract/schemaRef.ts'
import type { Json } from '../../../src/engine/language/expressions/program.ts'
import type { Schema } from '../contract/schema.ts'

export type JsonSchema = { [keyword: string]: Json }

/** An expression, as the value of a keyword with a separate description. */
export const EXPRESSION_TEXT: JsonSchema = { type: 'string', pattern: '^=[^=]' }
export const EXPRESSION: JsonSchema = { ...EXPRESSION_TEXT, description: 'An expression: "=…"' }
export const CONDITION: JsonSchema = { ...EXPRESSION_TEXT, description: 'An expression that is true or false: "=…"' }
/** A reference to a definition of the same schema. */
export const ref = (name: string): JsonSchema => ({
  $ref: `#/definitions/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
})
export const NODES: JsonSchema = { type: 'array', items: ref('node') }
export const STEPS: JsonSchema = { type: 'array', items: ref('step') }

/** Copies a schema with a description; undefined leaves it unchanged. */
export const withDescription = (schema: JsonSchema, description: string | undefined): JsonSchema =>
  description === undefined ? schema : { ...schema, description }

/** An if/then/else schema. The key `then` is computed, since an object with a member `then` is treated as a promise. */
export function ifThenElse(test: JsonSchema, whenTrue: JsonSchema, whenFalse?: JsonSchema): JsonSchema {
  const entries = new Map<string, JsonSchema>([['if', test]])
  entries.set('then', whenTrue)
  if (whenFalse) entries.set('else', whenFalse)
  return Object.fromEntries(entries)
}

/** The `properties` of a JSON Schema for a document: each property as a value or an expression. */
export function valueProperties(schema: Schema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, valueSchema(property)]),
  )
}

/** Allowed in place of a value of a schema: the value, or an expression. */
export function valueSchema(schema: Schema): JsonSchema {
  const about = (inner: JsonSchema): JsonSchema => withDescription(inner, schema.description)
  if (schema.format === 'text')
    return about([schema.type].flat().includes('null') ? { anyOf: [ref('text'), { type: 'null' }] } : ref('text'))
  if (isRefTo(schema, 'call')) return about(ref('call'))
  if (schema.format === 'form') return about(ref('form'))
  if (isRefTo(schema, 'route')) return about(ref('route'))
  if (schema.format === 'icon' || schema.format === 'route') return about({ anyOf: [ref(schema.format), EXPRESSION] })
  if (schema.enum) return about({ anyOf: [{ enum: schema.enum }, EXPRESSION] })
  const types = schema.type === undefined ? [] : [schema.type].flat()
  if (types.includes('object'))
    return about(
      schema.properties
        ? {
            anyOf: [
              {
                type: 'object',
                properties: valueProperties(schema),
                required: [...(schema.required ?? [])],
                additionalProperties: false,
              },
              EXPRESSION,
            ],
          }
        : {},
    )
  if (types.includes('array'))
    return about({
      anyOf: [{ type: 'array', ...(schema.items ? { items: itemSchema(schema.items) } : {}) }, EXPRESSION],
    })
  if (types.length === 0) return about({})
  if (types.includes('string')) return about(types.length === 1 ? { type: 'string' } : { type: types })
  return about({ anyOf: [{ type: types.length === 1 ? (types[0] ?? 'null') : types }, EXPRESSION] })
}

/** An item of a list, or what a repeater and a condition make of one. */
function itemSchema(items: Schema): JsonSchema {
  const item = valueSchema(items)
  const repeated = {
    type: 'object',
    properties: { each: withDescription({ type: 'string' }, '"item in list"'), visible: CONDITION, item },
    required: ['item'],
    additionalProperties: false,
  }
  return { anyOf: [item, repeated] }
}
