import { memo } from '../source/memo.ts'
import type { Schema } from './schema.ts'

type Property = readonly [name: string, schema: Schema]

const NONE: readonly Property[] = []

/** The properties of a schema by the names of their annotations, and by their format. */
const groupsOf = memo(({ properties = {} }: Schema) => {
  const annotated = new Map<string, Property[]>()
  const formatted = new Map<string, Property[]>()
  for (const property of Object.entries(properties)) {
    const [, schema] = property
    for (const keyword of Object.keys(schema)) if (keyword.startsWith('x-')) add(annotated, keyword, property)
    if (schema.format !== undefined) add(formatted, schema.format, property)
  }
  return { annotated, formatted }
})

function add(groups: Map<string, Property[]>, name: string, property: Property): void {
  const group = groups.get(name)
  if (group) group.push(property)
  else groups.set(name, [property])
}

/** The properties of a schema that have this annotation, in their order. */
export const annotatedWith = (schema: Schema | undefined, keyword: `x-${string}`): readonly Property[] =>
  (schema && groupsOf(schema).annotated.get(keyword)) ?? NONE

/** The properties of a schema that have this format, in their order. */
export const propertiesOfFormat = (schema: Schema | undefined, format: string): readonly Property[] =>
  (schema && groupsOf(schema).formatted.get(format)) ?? NONE
