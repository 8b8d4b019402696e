import { refOf, TYPED_KINDS } from './schemaRef.ts'
import type { Schema } from './schema.ts'
import { typeOf } from '../infer/types.ts'

const untypedCache = new WeakMap<Schema, readonly string[]>()

/** Paths in a schema where a value of any type is allowed. */
export function untypedPaths(schema: Schema): readonly string[] {
  const known = untypedCache.get(schema)
  if (known) return known
  // A recursive schema has already been visited.
  untypedCache.set(schema, [])
  const paths = findUntyped(schema)
  untypedCache.set(schema, paths)
  return paths
}

function findUntyped(schema: Schema): string[] {
  const under = (path: string, subschema: Schema): string[] => untypedPaths(subschema).map((inner) => `${path}${inner}`)
  const all = (path: string, schemas: Readonly<Record<string, Schema>>): string[] =>
    Object.entries(schemas).flatMap(([name, schema]) => under(`${path}/${name}`, schema))
  const ref = refOf(schema)
  if (ref && TYPED_KINDS.has(ref.kind)) return []
  const more = schema.additionalProperties
  const isOpen = schema.type === 'object' && more !== false && typeof more !== 'object'
  const noItems =
    (schema.type === 'array' || (Array.isArray(schema.type) && schema.type.includes('array'))) && !schema.items
  return [
    ...all('/properties', schema.properties ?? {}),
    ...(schema.items ? under('/items', schema.items) : []),
    ...(typeof more === 'object' ? under('/additionalProperties', more) : []),
    ...all('/oneOf', Object.fromEntries((schema.oneOf ?? []).entries())),
    ...(isOpen || noItems || typeOf(schema).k === 'unknown' ? [''] : []),
  ]
}
