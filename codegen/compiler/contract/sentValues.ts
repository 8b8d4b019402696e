import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import { entriesOf, isOperation, operandsOf } from '../../../src/engine/language/expressions/visit.ts'
import { typesOf, type Schema } from './schema.ts'

/** A value that a payload sends: one of its fields, of its objects, or of its lists where those are written out. */
export interface SentValue {
  path: string
  /** Undefined: the amounts of a list whose items are known only at run time. */
  expr: Expr | undefined
  schema: Schema
  /** Whether the user must confirm it as a number. */
  isAmount: boolean
}

/** The values that a payload sends. Omitted fields and null are none. */
export function sentValues(schema: Schema, payload: Expr, within = ''): SentValue[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const expr = fieldOf(payload, name)
    return expr === undefined || expr === null ? [] : valuesIn(property, expr, `${within}${name}`)
  })
}

function valuesIn(schema: Schema, expr: Expr, path: string): SentValue[] {
  const { items } = schema
  const { types } = typesOf(schema)
  if (types.includes('object') && schema.properties) return sentValues(schema, expr, `${path}/`)
  if (types.includes('array') && items) {
    if (isOperation(expr) && expr[0] === 'list')
      return operandsOf(expr).flatMap((item, index) => valuesIn(items, item, `${path}/${index}`))
    if (containsAmount(items)) return [{ path, expr: undefined, schema, isAmount: true }]
  }
  return [{ path, expr, schema, isAmount: isAmount(schema) }]
}

/** Whether a value is a figure of the receipt. */
export const isPromise = ({ schema }: SentValue): boolean => typeof schema['x-promise'] === 'string'

const AMOUNTS = new Set(['money', 'quantity', 'lots', 'any'])

const isAmount = (schema: Schema): boolean =>
  typesOf(schema).types.includes('string') && schema.format === 'decimal' && AMOUNTS.has(schema['x-unit'] ?? 'any')
const containsAmount = (schema: Schema): boolean =>
  isAmount(schema) ||
  Object.values(schema.properties ?? {}).some(containsAmount) ||
  (schema.items !== undefined && containsAmount(schema.items))

/** A field of the sent payload; undefined if omitted. */
export function fieldOf(payload: Expr, name: string): Expr | undefined {
  if (!isOperation(payload)) return undefined
  return payload[0] === 'map' ? entriesOf(payload).find(([key]) => key === name)?.[1] : ['.', payload, name]
}
