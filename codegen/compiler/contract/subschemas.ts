import type { Json } from '../../../src/engine/language/expressions/program.ts'
import { isJsonObject } from '../../../src/engine/language/values/json.ts'

/** Keywords of draft-07 whose value is a map from names to schemas. */
export const MAP_KEYWORDS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'definitions',
  'dependencies',
])
/** Keywords whose value is data. */
export const DATA_KEYWORDS: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required', 'type'])

/** The schemas directly within a schema, each with its keyword. */
export function subschemasOf(schema: Record<string, Json>): [keyword: string, subschema: Record<string, Json>][] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (DATA_KEYWORDS.has(keyword)) return []
    const schemas = Array.isArray(value)
      ? value
      : MAP_KEYWORDS.has(keyword) && isJsonObject(value)
        ? Object.values(value)
        : [value]
    return schemas.filter(isJsonObject).map((subschema): [string, Record<string, Json>] => [keyword, subschema])
  })
}

/** The schema with each schema directly within it changed. */
export function mapSubschemas(
  schema: Record<string, Json>,
  change: (subschema: Record<string, Json>, keyword: string) => Json,
): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      const changed = (json: Json): Json => (isJsonObject(json) ? change(json, keyword) : json)
      if (DATA_KEYWORDS.has(keyword)) return [keyword, value]
      if (Array.isArray(value)) return [keyword, value.map(changed)]
      return [
        keyword,
        MAP_KEYWORDS.has(keyword) && isJsonObject(value)
          ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, changed(item)]))
          : changed(value),
      ]
    }),
  )
}
