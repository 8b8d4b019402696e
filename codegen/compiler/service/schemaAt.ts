import { findNodeAtLocation, getNodeValue, type JSONPath, type Node } from 'jsonc-parser'
import type { Json } from '../../../src/engine/language/expressions/program.ts'
import type { JsonSchema } from '../keywords/editorSchema.ts'

/** The part of JSON Schema that the schema of the screen language uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  const?: Json
  enum?: Json[]
  enumDescriptions?: string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  oneOf?: Schema[]
  if?: Schema
  then?: Schema
  else?: Schema
}

const LIMIT = 400

/** All schemas that apply to the value at a path of a document; the alternatives of `anyOf` are listed one by one. */
export function schemasAt(schema: JsonSchema, root: Node | undefined, path: JSONPath): Schema[] {
  const whole = schema as unknown as Schema
  let current = expand(whole, whole, root)
  path.forEach((step, depth) => {
    const value = root && findNodeAtLocation(root, path.slice(0, depth + 1))
    const next: Schema[] = []
    for (const item of current) {
      const child =
        typeof step === 'number'
          ? item.items
          : (item.properties?.[step] ??
            (typeof item.additionalProperties === 'object' ? item.additionalProperties : undefined))
      if (child) next.push(...expand(child, whole, value))
    }
    current = next.slice(0, LIMIT)
  })
  return current
}

/** A schema with its references, alternatives and the branch of its condition that the value selects. */
function expand(schema: Schema, whole: Schema, value: Node | undefined, depth = 0): Schema[] {
  if (depth > 12) return []
  const result: Schema[] = [schema]
  const add = (branch: Schema | undefined): void => {
    if (branch) result.push(...expand(branch, whole, value, depth + 1))
  }
  if (schema.$ref !== undefined) add(resolve(schema.$ref, whole))
  for (const item of [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])]) add(item)
  if (schema.if) add(matches(schema.if, value) ? schema.then : schema.else)
  return result
}

function resolve(ref: string, whole: Schema): Schema | undefined {
  const name = ref.replace('#/definitions/', '').replaceAll('~1', '/').replaceAll('~0', '~')
  const { definitions = {} } = whole as { definitions?: Record<string, Schema> }
  return Object.hasOwn(definitions, name) ? definitions[name] : undefined
}

/** Whether a value has the constants and the members that a condition requires. */
function matches({ properties = {}, required = [] }: Schema, node: Node | undefined): boolean {
  const value: unknown = node ? getNodeValue(node) : undefined
  if (typeof value !== 'object' || value === null) return false
  const record = value as Record<string, unknown>
  return (
    required.every((name) => Object.hasOwn(record, name)) &&
    Object.entries(properties).every(
      ([name, property]) =>
        !Object.hasOwn(record, name) ||
        ((property.const === undefined || property.const === record[name]) &&
          (property.enum === undefined || property.enum.includes(record[name] as Json))),
    )
  )
}

/** Descriptions of a value in schemas. Of alternatives with one value each, only that of this value. */
export const descriptionsOf = (schemas: readonly Schema[], value: unknown): string[] =>
  schemas.flatMap(({ const: only, description }) =>
    description !== undefined && (only === undefined || only === value) ? [description] : [],
  )
