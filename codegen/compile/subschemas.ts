import type { Json } from '../../src/core/program.ts'
import { isJsonObject } from '../../src/core/json.ts'

/** Keywords of draft-07 whose value is a map from names to schemas. */
const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'definitions', 'dependencies'])
/** Keywords whose value is data. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required', 'type'])

/** The schemas directly within a schema, each with its keyword. */
export function subschemasOf(schema: Record<string, Json>): [keyword: string, subschema: Record<string, Json>][] {
  return Object.entries(schema).flatMap(([keyword, held]) => {
    if (DATA.has(keyword)) return []
    const schemas = Array.isArray(held) ? held : MAPS.has(keyword) && isJsonObject(held) ? Object.values(held) : [held]
    return schemas.filter(isJsonObject).map((subschema): [string, Record<string, Json>] => [keyword, subschema])
  })
}

/** The schema with each schema directly within it changed. */
export function mapSubschemas(
  schema: Record<string, Json>,
  change: (subschema: Record<string, Json>, keyword: string) => Json,
): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, held]) => {
      const changed = (one: Json): Json => (isJsonObject(one) ? change(one, keyword) : one)
      if (DATA.has(keyword)) return [keyword, held]
      if (Array.isArray(held)) return [keyword, held.map(changed)]
      return [
        keyword,
        MAPS.has(keyword) && isJsonObject(held)
          ? Object.fromEntries(Object.entries(held).map(([name, one]) => [name, changed(one)]))
          : changed(held),
      ]
    }),
  )
}
