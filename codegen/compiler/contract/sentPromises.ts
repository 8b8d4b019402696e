import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import { entriesOf, isOperation } from '../../../src/engine/language/expressions/visit.ts'
import type { Schema } from './schema.ts'

/** A sent figure of the receipt. */
export interface SentPromise {
  path: string
  expr: Expr
}

/** The figures of the receipt that a payload sends. */
export function promisesOf(schema: Schema, payload: Expr, within: string): SentPromise[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const expr = fieldOf(payload, name)
    if (expr === undefined || expr === null) return []
    const path = `${within}${name}`
    return [
      ...(typeof property['x-promise'] === 'string' ? [{ path, expr }] : []),
      ...promisesOf(property, expr, `${path}/`),
    ]
  })
}

/** A field of the sent payload; undefined if omitted. */
export function fieldOf(payload: Expr, name: string): Expr | undefined {
  if (!isOperation(payload)) return undefined
  return payload[0] === 'map' ? entriesOf(payload).find(([key]) => key === name)?.[1] : ['.', payload, name]
}
